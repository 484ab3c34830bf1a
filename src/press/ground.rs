//! What pieces look like at their edges: whether those of a component may share cuts, and which run into each other.

use crate::impose::{Ground, Job, Layout};
use crate::kit::Kit;

/// Notes in a layout what the pieces of jobs look like at their edges, unless bleed keeps them apart anyway. `edge`
/// tells it of a face.
pub(super) fn note(
    layout: &mut Layout,
    kit: &Kit,
    jobs: &[Job],
    edge: &dyn Fn(usize) -> Option<u64>,
) {
    if layout.bleed.0 > 0.0 {
        return;
    }
    let mut looks = KnownGrounds {
        edge,
        faces: Vec::new(),
        components: vec![None; kit.components.len()],
    };
    for job in jobs {
        match job {
            Job::Pieces(pieces) => {
                for p in pieces {
                    looks.add(p.component, p.front, p.back);
                }
            }
            Job::Standees {
                component, pieces, ..
            } => {
                for (front, back) in pieces {
                    looks.add(*component, *front, Some(*back));
                }
            }
            Job::Sheets { .. } | Job::Booklet { .. } | Job::Boxes { .. } => {}
        }
    }
    let grounds = looks.components.into_iter();
    layout.grounds = grounds.map(Option::unwrap_or_default).collect();
    layout.edges = looks.faces.into_iter().map(Option::flatten).collect();
}

/// The edges of faces and components, each looked at once and only when it is asked for.
struct KnownGrounds<'a> {
    edge: &'a dyn Fn(usize) -> Option<u64>,
    /// Faces that were looked at.
    faces: Vec<Option<Option<u64>>>,
    components: Vec<Option<Ground>>,
}

impl KnownGrounds<'_> {
    fn add(&mut self, component: usize, front: usize, back: Option<usize>) {
        let (front, back) = (self.of(front), back.and_then(|b| self.of(b)));
        if let Some(ground) = self.components.get_mut(component) {
            let known = ground.get_or_insert(Ground { front, back });
            known.front = known.front.filter(|_| known.front == front);
            known.back = known.back.filter(|_| known.back == back);
        }
    }

    fn of(&mut self, face: usize) -> Option<u64> {
        if self.faces.len() <= face {
            self.faces.resize(face + 1, None);
        }
        *self.faces[face].get_or_insert_with(|| (self.edge)(face))
    }
}
