//! Pieces that are cut alike, gathered from all jobs into runs that fill pages together.

use super::form::BlockForm;
use super::{Backs, Cut, Furniture, Ground, ImposeError, Job, Layout};
use crate::units::{Mm, Size};

/// One piece of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RunPiece {
    /// The component that it belongs to.
    pub component: usize,
    /// The face in front.
    pub front: usize,
    /// The face behind, if it is printed.
    pub back: Option<usize>,
}

/// What is the same in all pieces of a run.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RunKind {
    /// The size of a face.
    pub face: Size,
    /// How it is cut.
    pub cut: Cut,
    /// The height of the tabs of a standee.
    pub tab: Option<Mm>,
    /// Whether it has a back.
    pub backed: bool,
    /// Whether the back is folded behind it.
    pub folded: bool,
}

impl RunKind {
    /// Whether both are cut alike; sizes that were converted from inches may differ by a hair.
    fn is_like(&self, o: &RunKind) -> bool {
        self.face.fits(o.face)
            && o.face.fits(self.face)
            && *self
                == RunKind {
                    face: self.face,
                    ..o.clone()
                }
    }

    /// The blocks that it may be cut as, the preferred one first.
    pub(super) fn forms(&self) -> Vec<BlockForm> {
        match (self.tab, self.folded) {
            (Some(tab), _) => vec![BlockForm::Standee { tab }],
            (None, false) => vec![BlockForm::Single],
            // Folding along the longer edge keeps the pair compact and the fold easy to hit.
            (None, true) if self.face.h.0 >= self.face.w.0 => {
                vec![BlockForm::FoldBeside, BlockForm::FoldAbove]
            }
            (None, true) => vec![BlockForm::FoldAbove, BlockForm::FoldBeside],
        }
    }
}

/// Pieces that are cut alike.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// What they have in common.
    pub kind: RunKind,
    /// The pieces, in order.
    pub units: Vec<RunPiece>,
    /// The first job that they come from.
    pub order: usize,
    /// Whether a cut between two of them should not be shared: they look different there.
    pub parted: bool,
}

impl Run {
    /// Whether two of its pieces look different at their edges, as far as that is known.
    fn differs(&self, layout: &Layout) -> bool {
        let grounds: Option<Vec<Ground>> = self
            .units
            .iter()
            .map(|u| layout.grounds.get(u.component).copied())
            .collect();
        let Some((first, rest)) = grounds.as_deref().and_then(<[Ground]>::split_first) else {
            return false;
        };
        let same = |side: fn(&Ground) -> Option<u64>| {
            side(first).is_some() && rest.iter().all(|g| side(g) == side(first))
        };
        let RunKind {
            backed,
            folded,
            tab,
            ..
        } = self.kind;
        // A front that is folded lies beside the back of its neighbour.
        let mixed = folded && tab.is_none() && first.front != first.back;
        !same(|g| g.front) || backed && !same(|g| g.back) || mixed
    }
}

/// Gathers the pieces and standees of all jobs.
pub(super) fn gather(
    jobs: &[Job],
    layout: &Layout,
    furniture: &Furniture,
) -> Result<Vec<Run>, ImposeError> {
    let mut runs = Vec::new();
    for (order, job) in jobs.iter().enumerate() {
        match job {
            Job::Pieces(pieces) => {
                for p in pieces {
                    check_size(p.component, p.size, furniture)?;
                    let back = p.back.filter(|_| layout.backs != Backs::None);
                    let folded = back.is_some() && layout.backs == Backs::Fold;
                    let kind = RunKind {
                        face: p.size,
                        cut: p.cut.clone(),
                        tab: None,
                        backed: back.is_some(),
                        folded,
                    };
                    add(
                        &mut runs,
                        kind,
                        RunPiece {
                            component: p.component,
                            front: p.front,
                            back,
                        },
                        order,
                    );
                }
            }
            Job::Standees {
                component,
                size,
                tab,
                cut,
                pieces,
            } => {
                check_size(*component, *size, furniture)?;
                if !(tab.0.is_finite() && tab.0 >= 0.0) {
                    let title = furniture.title(*component);
                    return Err(ImposeError::BadTab {
                        component: *component,
                        title,
                        tab: *tab,
                    });
                }
                let kind = RunKind {
                    face: *size,
                    cut: cut.clone(),
                    tab: Some(*tab),
                    backed: true,
                    folded: true,
                };
                for (front, back) in pieces {
                    add(
                        &mut runs,
                        kind.clone(),
                        RunPiece {
                            component: *component,
                            front: *front,
                            back: Some(*back),
                        },
                        order,
                    );
                }
            }
            Job::Sheets { .. } | Job::Booklet { .. } | Job::Boxes { .. } => {}
        }
    }
    for run in &mut runs {
        // Bleed is a gap by itself, and round pieces hardly touch.
        let shared = layout.bleed.0 <= 0.0 && matches!(run.kind.cut, Cut::Rect { .. });
        run.parted = shared && run.differs(layout);
    }
    Ok(runs)
}

/// Adds a piece to the run of its kind.
fn add(runs: &mut Vec<Run>, kind: RunKind, unit: RunPiece, order: usize) {
    match runs.iter_mut().rev().find(|r| r.kind.is_like(&kind)) {
        Some(run) => run.units.push(unit),
        None => runs.push(Run {
            kind,
            units: vec![unit],
            order,
            parted: false,
        }),
    }
}

/// Refuses sizes that are not positive lengths.
pub(super) fn check_size(
    component: usize,
    size: Size,
    furniture: &Furniture,
) -> Result<(), ImposeError> {
    // Below a hundredth of a millimetre a page would hold more pieces than can be counted sensibly.
    let sound = |l: Mm| l.0.is_finite() && l.0 >= 0.01;
    if sound(size.w) && sound(size.h) {
        return Ok(());
    }
    Err(ImposeError::BadSize {
        component,
        title: furniture.title(component),
        size,
    })
}
