//! Pictures, each once a file: JPEG as it is, everything else as pixels with their opacity apart. What has more
//! pixels than the print has dots is made smaller first.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use resvg::tiny_skia::Pixmap;
use sha2::{Digest, Sha256};
use usvg::{ImageKind, ImageRendering, Node, Transform};

use super::Ink;
use super::canvas::{Canvas, Drawn, XObject};
use super::content::Content;
use super::error::WriteError;
use super::fit::{Fit, Hash as Digested, shrink};
use super::paint::luma;
use super::pixels::{packed, spread};
use super::store::Store;
use crate::jpeg;
use crate::scene::draw_node;

/// The quality of photographs that are written anew.
const QUALITY: u8 = 90;

/// What tells pictures apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    /// Their bytes.
    bytes: Digested,
    /// Whether they are printed in grey.
    grey: bool,
    /// Whether readers blend neighbouring pixels where they are drawn large.
    smooth: bool,
}
type Slot = Arc<OnceLock<Result<Arc<Encoded>, WriteError>>>;

/// All pictures of a document.
#[derive(Default)]
pub struct Images {
    known: Mutex<HashMap<Key, Slot>>,
    fit: Fit,
}

/// A picture as it stands in the file.
pub struct Encoded {
    key: Key,
    dict: Content,
    data: Vec<u8>,
    opacity: Option<(Content, Vec<u8>)>,
}

impl Images {
    /// No pictures yet, but it is known how large each will be placed.
    pub fn fitting(fit: Fit) -> Self {
        Self {
            fit,
            ..Self::default()
        }
    }

    fn get(
        &self,
        key: Key,
        encode: impl FnOnce() -> Result<Encoded, WriteError>,
    ) -> Result<Arc<Encoded>, WriteError> {
        let slot = {
            let mut known = self.known.lock().unwrap_or_else(|e| e.into_inner());
            known.entry(key).or_default().clone()
        };
        slot.get_or_init(|| encode().map(Arc::new)).clone()
    }
}

impl Encoded {
    /// Adds the picture to the file, unless it is there; its number.
    pub fn store(&self, store: &mut Store, stored: &mut HashMap<Key, u32>) -> u32 {
        if let Some(id) = stored.get(&self.key) {
            return *id;
        }
        let mut dict = self.dict.clone();
        if let Some((mask, data)) = &self.opacity {
            let id = store.reserve();
            store.put_stream(id, mask.clone(), data.clone());
            dict.raw("/SMask ").reference(id);
        }
        let id = store.reserve();
        store.put_stream(id, dict, self.data.clone());
        stored.insert(self.key, id);
        id
    }
}

impl Canvas<'_> {
    /// Draws a picture.
    pub fn image(&mut self, image: &usvg::Image) -> Drawn {
        if !image.is_visible() {
            return Ok(());
        }
        let (kind, bytes) = match image.kind() {
            ImageKind::SVG(tree) => return self.scoped(|c| c.children(tree.root())),
            ImageKind::JPEG(bytes) => ("JPEG", bytes),
            ImageKind::PNG(bytes) => ("PNG", bytes),
            ImageKind::GIF(bytes) => ("GIF", bytes),
            ImageKind::WEBP(bytes) => ("WebP", bytes),
        };
        let images = self.shared.images;
        let key = Key {
            bytes: images.fit.hash(bytes),
            grey: self.ink == Ink::Grey,
            smooth: is_smooth(image.rendering_mode()),
        };
        let share = images.fit.share(&key.bytes);
        let encoded = images.get(key, || encode(key, kind, image, bytes, share))?;
        let size = image.size();
        self.place_image(
            encoded,
            Transform::from_row(size.width(), 0.0, 0.0, -size.height(), 0.0, size.height()),
        )
    }

    /// Draws pixels that were made here, onto the unit square under `to`.
    pub fn pixels(&mut self, pixmap: &Pixmap, to: Transform) -> Drawn {
        let key = Key {
            bytes: Sha256::digest(pixmap.data()).into(),
            grey: self.ink == Ink::Grey,
            smooth: true,
        };
        let encoded = self
            .shared
            .images
            .get(key, || Ok(encode_pixels(key, pixmap, false)))?;
        self.place_image(encoded, to)
    }

    fn place_image(&mut self, encoded: Arc<Encoded>, to: Transform) -> Drawn {
        self.scoped(|c| {
            c.transform(to);
            c.place(XObject::Image(encoded));
            Ok(())
        })
    }
}

/// Encodes a picture with the share of its pixels that is needed, or with all of them.
fn encode(
    key: Key,
    kind: &'static str,
    image: &usvg::Image,
    bytes: &[u8],
    share: Option<f32>,
) -> Result<Encoded, WriteError> {
    let as_it_is = (kind == "JPEG")
        .then(|| passed_through(key, bytes))
        .flatten();
    let as_it_is = match (as_it_is, share) {
        (Some(whole), None) => return Ok(whole),
        (whole, _) => whole,
    };
    let bad = || WriteError::BadImage {
        kind,
        id: image.id().into(),
    };
    let mut pixmap = match kind {
        "PNG" => Pixmap::decode_png(bytes).map_err(|_| bad())?,
        _ => rendered(image).ok_or_else(bad)?,
    };
    if let Some(share) = share {
        pixmap = shrink(&pixmap, share).ok_or_else(bad)?;
    }
    // What was packed with losses stays so: packed without, a photograph would take many times the room.
    let lossy = kind == "JPEG" || bytes.get(12..16) == Some(b"VP8 ");
    let encoded = encode_pixels(key, &pixmap, lossy);
    Ok(match as_it_is {
        Some(whole) if whole.data.len() <= encoded.data.len() => whole,
        _ => encoded,
    })
}

/// A JPEG that every PDF reader decodes, and that has the colours wanted.
fn passed_through(key: Key, bytes: &[u8]) -> Option<Encoded> {
    let facts = jpeg::facts(bytes).filter(|f| f.usual)?;
    if !(facts.components == 1 || facts.components == 3 && !key.grey) {
        return None;
    }
    let mut dict = image_dict(key, facts.width, facts.height, facts.components == 1);
    dict.raw("/Filter/DCTDecode");
    Some(Encoded {
        key,
        dict,
        data: bytes.to_vec(),
        opacity: None,
    })
}

/// The pixels of a picture that only `resvg` can decode. It draws nothing when it fails.
fn rendered(image: &usvg::Image) -> Option<Pixmap> {
    let size = image.size();
    let mut pixmap = Pixmap::new(size.width().round() as u32, size.height().round() as u32)?;
    let node = Node::Image(Box::new(image.clone()));
    // `render_node` moves the node's box to the origin; move it back, as pictures start there anyway.
    let b = node.abs_layer_bounding_box()?;
    let to_corner = Transform::from_translate(b.x(), b.y());
    draw_node(&node, to_corner, &mut pixmap.as_mut()).ok()?;
    pixmap.data().iter().any(|v| *v != 0).then_some(pixmap)
}

fn encode_pixels(key: Key, pixmap: &Pixmap, lossy: bool) -> Encoded {
    let mut colours: Vec<[u8; 4]> = pixmap
        .pixels()
        .iter()
        .map(|p| {
            let c = p.demultiply();
            [c.red(), c.green(), c.blue(), c.alpha()]
        })
        .collect();
    let (w, h) = (pixmap.width(), pixmap.height());
    spread(&mut colours, w as usize);
    let grey = key.grey || colours.iter().all(|c| c[0] == c[1] && c[1] == c[2]);
    let samples: Vec<u8> = if grey {
        colours.iter().map(|c| luma([c[0], c[1], c[2]])).collect()
    } else {
        colours.iter().flat_map(|c| [c[0], c[1], c[2]]).collect()
    };
    let mut dict = image_dict(key, w, h, grey);
    let data = if lossy {
        dict.raw("/Filter/DCTDecode");
        jpeg::encode(w, h, grey, &samples, QUALITY)
    } else {
        packed(&mut dict, w, h, grey, &samples)
    };
    let opacity = colours.iter().any(|c| c[3] != 255).then(|| {
        let alpha: Vec<u8> = colours.iter().map(|c| c[3]).collect();
        let mut dict = image_dict(key, w, h, true);
        let data = packed(&mut dict, w, h, true, &alpha);
        (dict, data)
    });
    Encoded {
        key,
        dict,
        data,
        opacity,
    }
}

fn image_dict(key: Key, w: u32, h: u32, grey: bool) -> Content {
    let mut d = Content::default();
    d.raw("/Subtype/Image/Width ")
        .integer(i64::from(w))
        .raw("/Height ")
        .integer(i64::from(h));
    d.raw("/BitsPerComponent 8/ColorSpace/")
        .raw(if grey { "DeviceGray" } else { "DeviceRGB" });
    if key.smooth {
        d.raw("/Interpolate true");
    }
    d
}

/// Whether neighbouring pixels may be blended where a picture is drawn large.
fn is_smooth(rendering: ImageRendering) -> bool {
    match rendering {
        ImageRendering::OptimizeQuality | ImageRendering::Smooth | ImageRendering::HighQuality => {
            true
        }
        ImageRendering::OptimizeSpeed | ImageRendering::CrispEdges | ImageRendering::Pixelated => {
            false
        }
    }
}

/// The map of pictures that are in the file.
pub type Stored = HashMap<Key, u32>;
