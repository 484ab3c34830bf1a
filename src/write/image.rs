//! Pictures, each once a file: JPEG as it is, everything else as pixels with their opacity apart. What has more
//! pixels than the print has dots is made smaller first.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use resvg::tiny_skia::Pixmap;
use usvg::{Group, ImageKind, ImageRendering, Node, Transform};

use super::Ink;
use super::canvas::{Canvas, DrawResult, XObject};
use super::content::Content;
use super::error::WriteError;
use super::fit::{PlacedSizes, shrink};
use super::paint::luma;
use super::pixels::{packed, spread};
use super::store::Store;
use crate::hash::hash;
use crate::jpeg;
use crate::scene::Pixels;

/// The quality of photographs that are written anew.
const QUALITY: u8 = 90;

/// What tells pictures apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ImageKey {
    /// Their bytes.
    bytes: u128,
    /// Whether they are printed in grey.
    grey: bool,
    /// Whether readers blend neighbouring pixels where they are drawn large.
    smooth: bool,
}
type ImageSlot = Arc<OnceLock<Result<Arc<Encoded>, WriteError>>>;

/// All pictures of a document.
#[derive(Default)]
pub(super) struct Images {
    known: Mutex<HashMap<ImageKey, ImageSlot>>,
    fit: PlacedSizes,
}

/// A picture as it stands in the file.
pub(super) struct Encoded {
    key: ImageKey,
    dict: Content,
    data: Arc<Vec<u8>>,
    opacity: Option<(Content, Arc<Vec<u8>>)>,
}

impl Images {
    /// No pictures yet, but it is known how large each will be placed.
    pub(super) fn fitting(fit: PlacedSizes) -> Self {
        Self {
            fit,
            ..Self::default()
        }
    }

    fn get(
        &self,
        key: ImageKey,
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
    pub(super) fn store(&self, store: &mut Store, stored: &mut HashMap<ImageKey, u32>) -> u32 {
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
    pub(super) fn image(&mut self, image: &usvg::Image) -> DrawResult {
        if !image.is_visible() {
            return Ok(());
        }
        let bytes = match image.kind() {
            ImageKind::SVG(tree) => return self.scoped(|c| c.children(tree.root())),
            ImageKind::JPEG(bytes)
            | ImageKind::PNG(bytes)
            | ImageKind::GIF(bytes)
            | ImageKind::WEBP(bytes) => bytes,
        };
        let images = self.shared.images;
        let key = ImageKey {
            bytes: images.fit.hash(bytes),
            grey: self.ink == Ink::Grey,
            smooth: is_smooth(image.rendering_mode()),
        };
        let share = images.fit.share(&key.bytes);
        let encoded = images.get(key, || encode(key, image, share))?;
        let size = image.size();
        self.place_image(
            encoded,
            Transform::from_row(size.width(), 0.0, 0.0, -size.height(), 0.0, size.height()),
        )
    }

    /// Draws pixels that were made here, onto the unit square under `to`.
    pub(super) fn pixels(&mut self, pixmap: &Pixmap, to: Transform) -> DrawResult {
        let key = ImageKey {
            bytes: hash(pixmap.data()),
            grey: self.ink == Ink::Grey,
            smooth: true,
        };
        let encoded = self
            .shared
            .images
            .get(key, || Ok(encode_pixels(key, pixmap.into(), false)))?;
        self.place_image(encoded, to)
    }

    fn place_image(&mut self, encoded: Arc<Encoded>, to: Transform) -> DrawResult {
        self.scoped(|c| {
            c.transform(to);
            c.place(XObject::Image(encoded));
            Ok(())
        })
    }
}

/// Encodes a picture with the share of its pixels that is needed, or with all of them.
fn encode(key: ImageKey, image: &usvg::Image, share: Option<f32>) -> Result<Encoded, WriteError> {
    let bad = || bad(image);
    // Decoded even if it is not written anew: a broken picture is not passed on.
    let mut pixels = Pixels::decode(image.kind()).ok_or_else(bad)?;
    let as_it_is = match image.kind() {
        ImageKind::JPEG(bytes) => passed_through(key, &pixels, bytes),
        _ => None,
    };
    let as_it_is = match (as_it_is, share) {
        (Some(whole), None) => return Ok(whole),
        (whole, _) => whole,
    };
    if let Some(share) = share {
        pixels = shrink(&pixels, share).ok_or_else(bad)?;
    }
    // What was packed with losses stays so: packed without, a photograph would take many times the room.
    let lossy = match image.kind() {
        ImageKind::JPEG(_) => true,
        ImageKind::WEBP(bytes) => bytes.get(12..16) == Some(b"VP8 "),
        _ => false,
    };
    let encoded = encode_pixels(key, pixels, lossy);
    Ok(match as_it_is {
        Some(whole) if whole.data.len() <= encoded.data.len() => whole,
        _ => encoded,
    })
}

fn bad(image: &usvg::Image) -> WriteError {
    WriteError::BadImage {
        kind: match image.kind() {
            ImageKind::JPEG(_) => "JPEG",
            ImageKind::PNG(_) => "PNG",
            ImageKind::GIF(_) => "GIF",
            ImageKind::WEBP(_) => "WebP",
            ImageKind::SVG(_) => "SVG",
        },
        id: image.id().into(),
    }
}

/// Refuses pictures in a group that cannot be decoded: whoever draws the group as dots leaves them out in silence.
pub(super) fn check_pictures(group: &Group) -> DrawResult {
    for node in group.children() {
        match node {
            Node::Group(inner) => check_pictures(inner)?,
            Node::Image(image) if !matches!(image.kind(), ImageKind::SVG(_)) => {
                Pixels::decode(image.kind()).ok_or_else(|| bad(image))?;
            }
            _ => {}
        }
        let mut checked = Ok(());
        node.subroots(|root| {
            if checked.is_ok() {
                checked = check_pictures(root);
            }
        });
        checked?;
    }
    Ok(())
}

/// A JPEG that has the colours wanted.
fn passed_through(key: ImageKey, pixels: &Pixels, bytes: &Arc<Vec<u8>>) -> Option<Encoded> {
    let grey = pixels.step == 1;
    if key.grey && !grey {
        return None;
    }
    let mut dict = image_dict(key, pixels.width, pixels.height, grey);
    dict.raw("/Filter/DCTDecode");
    Some(Encoded {
        key,
        dict,
        data: bytes.clone(),
        opacity: None,
    })
}

fn encode_pixels(key: ImageKey, mut pixels: Pixels, lossy: bool) -> Encoded {
    let (w, h) = (pixels.width, pixels.height);
    let mut opacity = None;
    if pixels.step == 4 {
        let (colours, _) = pixels.data.as_chunks_mut();
        spread(colours, w as usize);
        if colours.iter().any(|[.., alpha]| *alpha != 255) {
            let alpha: Vec<u8> = colours.iter().map(|[.., alpha]| *alpha).collect();
            let mut dict = image_dict(key, w, h, true);
            let data = packed(&mut dict, w, h, true, &alpha);
            opacity = Some((dict, Arc::new(data)));
        }
        let opaque = colours.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]);
        pixels.data = opaque.collect();
        pixels.step = 3;
    }
    let (colours, _) = pixels.data.as_chunks();
    let is_grey = |[r, g, b]: &[u8; 3]| r == g && g == b;
    if pixels.step == 3 && (key.grey || colours.iter().all(is_grey)) {
        pixels.data = colours.iter().map(|c| luma(*c)).collect();
        pixels.step = 1;
    }
    let grey = pixels.step == 1;
    let mut dict = image_dict(key, w, h, grey);
    let photograph = lossy.then(|| jpeg::encode(w, h, grey, &pixels.data, QUALITY));
    let data = match photograph.flatten() {
        Some(data) => {
            dict.raw("/Filter/DCTDecode");
            data
        }
        None => packed(&mut dict, w, h, grey, &pixels.data),
    };
    Encoded {
        key,
        dict,
        data: Arc::new(data),
        opacity,
    }
}

fn image_dict(key: ImageKey, w: u32, h: u32, grey: bool) -> Content {
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
pub(super) type Stored = HashMap<ImageKey, u32>;
