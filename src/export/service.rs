//! Print services: what they want to be sent, as data, and how a face is fitted to it.

use super::draw::{FaceFrame, whole};
use super::shots::Album;
use crate::diag::{Problem, Problems, list, nearest};
use crate::kit::toml::{Node, Value, parse};
use crate::kit::{Kit, shared_files};
use crate::say;
use crate::say::Say;
use crate::units::{Mm, Size, parse_length, parse_size};

/// The folder of the services that are known.
const FOLDER: &str = "shared/services/";
/// No list of products is longer than this.
const MAX_FILE: u64 = 1 << 20;

/// A product of a print service.
#[derive(Clone, Debug, PartialEq)]
pub struct Product {
    /// What `--service NAME:ID` calls it.
    pub id: String,
    /// The trimmed size.
    pub size: Size,
    /// How far pictures go past it.
    pub bleed: Mm,
    /// How far from the cut texts should stay.
    pub safe: Mm,
    /// The picture that is to be sent, in pixels, where the service says so.
    pub pixels: Option<(u32, u32)>,
}

/// A print service.
#[derive(Clone, Debug, PartialEq)]
pub struct Service {
    /// Its name for people.
    pub name: String,
    /// Pixels an inch.
    pub dpi: u32,
    /// What it prints.
    pub products: Vec<Product>,
}

/// The names of the services that are known.
pub(crate) fn shipped_services() -> Vec<String> {
    shared_files()
        .into_iter()
        .filter_map(|(name, _)| {
            let name = name.strip_prefix(FOLDER)?.strip_suffix(".toml")?;
            Some(name.to_owned())
        })
        .collect()
}

impl Service {
    /// The service called so, or described by a TOML file; after a colon, one of its products:
    /// `the-game-crafter`, `the-game-crafter:tarot`, `./press.toml:square`.
    pub fn find(wanted: &str) -> Result<(Self, Option<String>), Problems> {
        // A drive letter's colon is none of ours.
        let split = wanted
            .rsplit_once(':')
            .filter(|(name, rest)| name.len() > 1 && !rest.contains(['/', '\\']));
        let (name, product) = match split {
            Some((name, product)) => (name, Some(product)),
            None => (wanted, None),
        };
        let service = Self::load(name)?;
        let product = match product {
            Some(id) => Some(service.product(id)?.id.clone()),
            None => None,
        };
        Ok((service, product))
    }

    fn load(name: &str) -> Result<Self, Problems> {
        let file = format!("{FOLDER}{name}.toml");
        if let Some((_, bytes)) = shared_files().into_iter().find(|(n, _)| *n == file) {
            return Self::read(&file, &String::from_utf8_lossy(bytes));
        }
        if !name.ends_with(".toml") {
            let known = shipped_services();
            let problem = Problem::new(say!("there is no service `{}`", name));
            let near = nearest(name, known.iter().map(String::as_str));
            return Err(match near {
                Some(near) => problem.hint(say!("did you mean `{}`?", near)),
                None => problem.hint(say!(
                    "services: {}; or give the path of a TOML file",
                    list(known.iter().map(String::as_str))
                )),
            }
            .into());
        }
        let cannot = |e: std::io::Error| Problem::new(say!("cannot read `{}`: {}", name, e));
        let meta = std::fs::metadata(name).map_err(cannot)?;
        if meta.len() > MAX_FILE {
            return Err(
                Problem::new(say!("`{}` is larger than {} MB", name, MAX_FILE >> 20)).into(),
            );
        }
        let text = std::fs::read_to_string(name).map_err(cannot)?;
        Self::read(name, &text)
    }

    /// Reads a description; every problem is reported.
    pub fn read(file: &str, text: &str) -> Result<Self, Problems> {
        let root = parse(file, text)?;
        let mut problems = Problems::default();
        let mut reader = ServiceReader {
            file,
            problems: &mut problems,
        };
        reader.known(&root, &["name", "dpi", "product"]);
        let name = reader.text(&root, "name");
        let dpi = match get(&root, "dpi").map(|n| &n.value) {
            None => Some(super::DPI),
            Some(Value::Int(n)) if (10..=2400).contains(n) => Some(*n as u32),
            Some(_) => reader.wrong(&root, "dpi", "a whole number from 10 to 2400"),
        };
        let items = match get(&root, "product").map(|n| &n.value) {
            Some(Value::List(items)) if !items.is_empty() => items.as_slice(),
            _ => {
                reader.wrong::<()>(&root, "product", "written as `[[product]]`");
                &[]
            }
        };
        let products: Vec<Product> = items.iter().filter_map(|n| reader.product(n)).collect();
        let service = name.zip(dpi).map(|(name, dpi)| Self {
            name,
            dpi,
            products,
        });
        match service {
            Some(service) => problems.or(service),
            None => Err(problems),
        }
    }

    fn product(&self, id: &str) -> Result<&Product, Problem> {
        self.products.iter().find(|p| p.id == id).ok_or_else(|| {
            let ids = || self.products.iter().map(|p| p.id.as_str());
            let problem = Problem::new(say!("{} has no product `{}`", self.name, id));
            match nearest(id, ids()) {
                Some(near) => problem.hint(say!("did you mean `{}`?", near)),
                None => problem.hint(say!("products: {}", list(ids()))),
            }
        })
    }

    /// The product that is nearest to a size, upright or turned.
    fn nearest(&self, size: Size) -> Option<&Product> {
        let off = |p: &Product| distance(p.size, size).min(distance(p.size, size.turned()));
        self.products
            .iter()
            .min_by(|a, b| off(a).total_cmp(&off(b)))
    }
}

/// How unlike two sizes are.
fn distance(a: Size, b: Size) -> f64 {
    (a.w / b.w).ln().abs() + (a.h / b.h).ln().abs()
}

struct ServiceReader<'a> {
    file: &'a str,
    problems: &'a mut Problems,
}

impl ServiceReader<'_> {
    fn known(&mut self, node: &Node, keys: &[&str]) {
        for (key, value) in node.entries() {
            if !keys.contains(&key.as_str()) {
                let problem = Problem::new(say!("unknown key `{}`", key)).at(self.file, value.line);
                let near = nearest(key, keys.iter().copied());
                self.problems.push(match near {
                    Some(near) => problem.hint(say!("did you mean `{}`?", near)),
                    None => problem.hint(say!("known keys: {}", list(keys.iter().copied()))),
                });
            }
        }
    }

    fn wrong<T>(&mut self, node: &Node, key: &str, wanted: &str) -> Option<T> {
        let line = get(node, key).map_or(node.line, |n| n.line);
        let problem = Problem::new(say!("`{}` must be {}", key, wanted));
        self.problems.push(problem.at(self.file, line).field(key));
        None
    }

    fn text(&mut self, node: &Node, key: &str) -> Option<String> {
        match get(node, key).map(|n| &n.value) {
            Some(Value::Str(text)) if !text.trim().is_empty() => Some(text.trim().to_owned()),
            _ => self.wrong(node, key, "text"),
        }
    }

    fn length(&mut self, node: &Node, key: &str) -> Option<Mm> {
        match get(node, key).map(|n| &n.value) {
            None => Some(Mm(0.0)),
            Some(Value::Str(text)) => match parse_length(text) {
                Some(l) if (0.0..=50.0).contains(&l.0) => Some(l),
                _ => self.wrong(node, key, "a length such as \"3mm\", not below 0"),
            },
            Some(_) => self.wrong(node, key, "a length such as \"3mm\", not below 0"),
        }
    }

    fn product(&mut self, node: &Node) -> Option<Product> {
        self.known(node, &["id", "size", "bleed", "safe", "pixels"]);
        let id = self.text(node, "id");
        let size = self.text(node, "size").and_then(|text| {
            let size = parse_size(&text).filter(|s| s.w.0 >= 5.0 && s.h.0 >= 5.0);
            match size {
                Some(size) => Some(size),
                None => self.wrong(node, "size", "a size such as \"2.5x3.5in\""),
            }
        });
        let bleed = self.length(node, "bleed");
        let safe = self.length(node, "safe");
        let pixels = match get(node, "pixels").map(|n| &n.value) {
            None => Some(None),
            Some(Value::List(items)) => match items.as_slice() {
                [
                    Node {
                        value: Value::Int(w),
                        ..
                    },
                    Node {
                        value: Value::Int(h),
                        ..
                    },
                ] if (10..=20_000).contains(w) && (10..=20_000).contains(h) => {
                    Some(Some((*w as u32, *h as u32)))
                }
                _ => self.wrong(node, "pixels", "width and height, such as [825, 1125]"),
            },
            Some(_) => self.wrong(node, "pixels", "width and height, such as [825, 1125]"),
        };
        Some(Product {
            id: id?,
            size: size?,
            bleed: bleed?,
            safe: safe?,
            pixels: pixels?,
        })
    }
}

fn get<'a>(node: &'a Node, key: &str) -> Option<&'a Node> {
    node.entries()
        .iter()
        .find(|(k, _)| k == key)
        .map(|(_, n)| n)
}

/// How the faces of a component fit a product.
pub(super) struct Fit {
    /// The component's place in the kit.
    pub component: usize,
    /// Where the face lies on the picture.
    pub frame: FaceFrame,
    /// How far from its own edge a face should keep its texts.
    pub safe: Mm,
    /// The same as the service says it.
    pub wanted_safe: Mm,
    product: Product,
    scale: f64,
    loose: bool,
}

/// Finds the product for every component of an album.
pub(super) fn fit(
    kit: &Kit,
    album: &Album<'_>,
    service: &Service,
    product: Option<&str>,
    dpi: Option<u32>,
) -> Result<Vec<Fit>, Problems> {
    let mut components: Vec<usize> = album.entries.iter().map(|e| e.component).collect();
    components.dedup();
    let mut out = Vec::new();
    for component in components {
        let size = kit.components[component].size;
        let product = match product {
            Some(id) => service.product(id)?,
            None => match service.nearest(size) {
                Some(product) => product,
                None => continue,
            },
        };
        let fit = fit_one(component, size, product, service, dpi).map_err(Problem::new)?;
        out.push(fit);
    }
    Ok(out)
}

/// Fits one size: scaled until it touches the trim, never distorted; what is left is extended.
fn fit_one(
    component: usize,
    size: Size,
    product: &Product,
    service: &Service,
    dpi: Option<u32>,
) -> Result<Fit, Say> {
    let turned = distance(product.size, size.turned()) + 1e-9 < distance(product.size, size);
    let turn = |s: Size| if turned { s.turned() } else { s };
    let trim = turn(product.size);
    let scale = (trim.w / size.w).min(trim.h / size.h);
    let used = dpi.unwrap_or(service.dpi);
    let k = f64::from(used) / 25.4;
    let outer = trim.grown(product.bleed);
    let too_large = |e: Say| say!("the picture cannot be used: {}", e);
    let (w, h) = match product.pixels {
        Some((w, h)) if used == service.dpi && turned => (h, w),
        Some(pixels) if used == service.dpi => pixels,
        _ => whole(outer.w.0 * k, outer.h.0 * k).map_err(too_large)?,
    };
    let face = (size.w.0 * scale * k, size.h.0 * scale * k);
    let gap = (trim.w - size.w * scale).max(trim.h - size.h * scale);
    Ok(Fit {
        component,
        frame: FaceFrame {
            turned,
            ..FaceFrame::centred((w, h), face, f64::from(used))
        },
        safe: product.safe / scale,
        wanted_safe: product.safe,
        product: product.clone(),
        scale,
        loose: !(0.95..=1.05).contains(&scale) || gap.0 > 1.5,
    })
}

impl Fit {
    /// What people should know when the sizes are not alike.
    pub(super) fn warning(&self, kit: &Kit, service: &Service) -> Option<Say> {
        let component = &kit.components[self.component];
        self.loose.then(|| {
            say!(
                "`{}` is {}, but `{}` of {} is {}: it is scaled to {} %, and its edges are extended",
                component.id,
                component.size,
                self.product.id,
                service.name,
                self.product.size,
                (self.scale * 100.0).round()
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_services_that_ship_are_sound() {
        assert!(shipped_services().len() >= 3);
        for name in shipped_services() {
            let (service, _) = Service::find(&name).unwrap_or_else(|e| panic!("{e}"));
            for p in &service.products {
                let k = f64::from(service.dpi) / 25.4;
                let outer = p.size.grown(p.bleed);
                let (w, h) = p.pixels.expect("every product tells its pixels");
                assert!(
                    (outer.w.0 * k - f64::from(w)).abs() < 1.0,
                    "{name} {} {w}",
                    p.id
                );
                assert!(
                    (outer.h.0 * k - f64::from(h)).abs() < 1.0,
                    "{name} {} {h}",
                    p.id
                );
            }
        }
    }

    #[test]
    fn a_poker_card_is_fitted_without_distortion() {
        let (service, _) = Service::find("the-game-crafter").expect("known");
        let size = Size::mm(63.0, 88.0);
        let poker = service.nearest(size).expect("a product");
        assert_eq!(poker.id, "poker");
        let fit = fit_one(0, size, poker, &service, None).expect("fits");
        assert_eq!((fit.frame.w, fit.frame.h), (825, 1125));
        assert!((fit.frame.face_w / fit.frame.face_h - 63.0 / 88.0).abs() < 1e-9);
        assert!(!fit.loose);
        let wide = fit_one(0, size.turned(), poker, &service, None).expect("fits");
        assert!(wide.frame.turned);
        assert_eq!((wide.frame.w, wide.frame.h), (1125, 825));
    }

    #[test]
    fn bad_descriptions_are_refused_in_one_run() {
        let text = "name = \"\"\ndpi = 3\nsite = \"x\"\n[[product]]\nid = \"a\"\nsize = \"big\"\nbleed = \"-1mm\"\n";
        let problems = Service::read("x.toml", text).expect_err("refused");
        assert_eq!(problems.0.len(), 5, "{problems}");
    }
}
