//! The bare document as printpdf builds it (pages, layers, outline, info), and the pass that sets right what
//! printpdf 0.12.8 writes wrongly or differently on every run: boxes, names, page mode, dates, ids.

use lopdf::{Dictionary, Object, ObjectId, StringFormat};
use printpdf as pp;

use super::content::{Content, text_bytes};
use super::error::WriteError;
use super::store::Store;
use super::{Document, PdfOptions};
use crate::impose::Backs;

/// The finished skeleton: numbers of what the writer adds to.
#[derive(Clone)]
pub(super) struct Skeleton {
    /// All objects so far.
    pub store: Store,
    /// The inside of the trailer.
    pub trailer: Content,
    /// The pages, in order.
    pub pages: Vec<u32>,
    /// Their common parent.
    pub parent: u32,
    /// The layers in use: their number (0 cut marks, 1 guides) and their object.
    pub layers: Vec<(usize, u32)>,
}

/// Builds the skeleton of a document.
pub(super) fn build(document: &Document, options: &PdfOptions) -> Result<Skeleton, WriteError> {
    let used: Vec<usize> = [
        document.sheets.iter().any(|s| !s.marks.is_empty()),
        document.sheets.iter().any(|s| !s.guides.is_empty()),
    ]
    .iter()
    .enumerate()
    .filter_map(|(n, used)| used.then_some(n))
    .collect();
    let printed = print(document, &used);
    let mut doc = printed.to_lopdf_document(&pp::PdfSaveOptions::default(), &mut Vec::new());
    let missing = |what| WriteError::Internal { what };

    let pages: Vec<ObjectId> = doc.page_iter().collect();
    if pages.len() != document.sheets.len() {
        return Err(missing("a page is missing"));
    }
    let parent = doc
        .catalog()
        .and_then(|c| c.get(b"Pages"))
        .and_then(Object::as_reference);
    let parent = parent.map_err(|_| missing("the page tree is missing"))?.0;
    drop_page_parts(&mut doc, &pages);
    set_titles(&mut doc, document);
    let layers = set_layers(&mut doc, document, &used).ok_or(missing("a layer is missing"))?;
    set_catalog(&mut doc, document).ok_or(missing("the catalogue is missing"))?;
    set_info(&mut doc, document, options);

    let mut store = Store::starting_at(doc.max_id + 1);
    for ((id, _), object) in &doc.objects {
        let mut content = Content::default();
        write_object(&mut content, object);
        store.put(*id, content);
    }
    let mut trailer = Content::default();
    for key in ["Root", "Info"] {
        let id = doc
            .trailer
            .get(key.as_bytes())
            .and_then(Object::as_reference);
        trailer
            .raw("/")
            .raw(key)
            .raw(" ")
            .reference(id.map_err(|_| missing("the trailer is incomplete"))?.0);
    }
    Ok(Skeleton {
        store,
        trailer,
        pages: pages.iter().map(|p| p.0).collect(),
        parent,
        layers,
    })
}

fn layer_id(number: usize) -> pp::LayerInternalId {
    pp::LayerInternalId(if number == 0 { "L0" } else { "L1" }.into())
}

/// The document for printpdf. Names that it would mangle are stand-ins, set right afterwards.
fn print(document: &Document, layers: &[usize]) -> pp::PdfDocument {
    let mut doc = pp::PdfDocument::new("");
    for number in layers {
        let layer = pp::Layer {
            name: String::new(),
            creator: String::new(),
            intent: pp::LayerIntent::View,
            usage: pp::LayerSubtype::Artwork,
        };
        doc.resources.layers.map.insert(layer_id(*number), layer);
    }
    for sheet in document.sheets {
        let size = [sheet.paper.w, sheet.paper.h].map(|v| pp::Mm(v.0 as f32));
        doc.pages
            .push(pp::PdfPage::new(size[0], size[1], Vec::new()));
    }
    for (n, mark) in document.outline.iter().enumerate() {
        // printpdf sorts the marks of a page by name: a number keeps our order.
        let name = format!("{n:08}");
        let page = mark.page.min(document.sheets.len().saturating_sub(1)) + 1;
        doc.bookmarks.map.insert(
            pp::PageAnnotId(name.clone()),
            pp::PageAnnotation { name, page },
        );
    }
    doc
}

/// Pages are written anew; what printpdf made for them goes.
fn drop_page_parts(doc: &mut lopdf::Document, pages: &[ObjectId]) {
    let mut gone = Vec::new();
    for page in pages {
        let Ok(dict) = doc.get_dictionary(*page) else {
            continue;
        };
        gone.extend(
            ["Contents", "Resources"]
                .iter()
                .filter_map(|k| dict.get(k.as_bytes()).ok()?.as_reference().ok()),
        );
        if let Ok(resources) = dict.get(b"Resources").and_then(Object::as_reference)
            && let Ok(resources) = doc.get_dictionary(resources)
        {
            gone.extend(resources.iter().filter_map(|(_, v)| v.as_reference().ok()));
        }
        gone.push(*page);
    }
    for id in gone {
        doc.objects.remove(&id);
    }
}

fn text_object(text: &str) -> Object {
    Object::String(text_bytes(text), StringFormat::Literal)
}

/// Gives every entry of the outline its real title.
fn set_titles(doc: &mut lopdf::Document, document: &Document) {
    for object in doc.objects.values_mut() {
        let Object::Dictionary(dict) = object else {
            continue;
        };
        let (Ok(Object::String(name, _)), true) = (dict.get(b"Title"), dict.has(b"Dest")) else {
            continue;
        };
        let digits: String = name
            .iter()
            .filter(|b| b.is_ascii_digit())
            .map(|b| char::from(*b))
            .collect();
        if let Some(mark) = digits
            .parse::<usize>()
            .ok()
            .and_then(|n| document.outline.get(n))
        {
            dict.set("Title", text_object(&mark.title));
        }
    }
}

/// Layers: on, printed, switchable, with names in any script.
fn set_layers(
    doc: &mut lopdf::Document,
    document: &Document,
    used: &[usize],
) -> Option<Vec<(usize, u32)>> {
    if used.is_empty() {
        return Some(Vec::new());
    }
    let groups = doc
        .catalog()
        .ok()?
        .get(b"OCProperties")
        .ok()?
        .as_dict()
        .ok()?
        .get(b"OCGs")
        .ok()?
        .as_array()
        .ok()?;
    let ids: Vec<ObjectId> = groups
        .iter()
        .filter_map(|g| g.as_reference().ok())
        .collect();
    let names = [&document.meta.cut_marks, &document.meta.guides];
    for (number, id) in used.iter().zip(&ids) {
        let old = doc.get_dictionary(*id).ok()?.clone();
        for (_, value) in old.iter() {
            if let Ok(id) = value.as_reference() {
                doc.objects.remove(&id);
            }
        }
        let mut group = Dictionary::new();
        group.set("Type", "OCG");
        group.set("Name", text_object(names[*number]));
        let mut usage = Dictionary::new();
        for (kind, state) in [("Print", "PrintState"), ("View", "ViewState")] {
            let mut dict = Dictionary::new();
            dict.set(state, "ON");
            usage.set(kind, dict);
        }
        group.set("Usage", usage);
        doc.objects.insert(*id, Object::Dictionary(group));
    }
    (ids.len() == used.len()).then(|| used.iter().copied().zip(ids.iter().map(|i| i.0)).collect())
}

fn set_catalog(doc: &mut lopdf::Document, document: &Document) -> Option<()> {
    let catalog = doc.catalog_mut().ok()?;
    catalog.remove(b"PageLayout");
    catalog.set(
        "PageMode",
        if document.outline.is_empty() {
            "UseNone"
        } else {
            "UseOutlines"
        },
    );
    catalog.set("Lang", text_object(&document.meta.lang));
    let mut viewer = Dictionary::new();
    viewer.set("PrintScaling", "None");
    viewer.set("DisplayDocTitle", true);
    viewer.set(
        "Duplex",
        match document.meta.backs {
            Backs::DuplexLong => "DuplexFlipLongEdge",
            Backs::DuplexShort => "DuplexFlipShortEdge",
            Backs::Manual | Backs::ManualReversed | Backs::Fold | Backs::None => "Simplex",
        },
    );
    catalog.set("ViewerPreferences", viewer);
    Some(())
}

fn set_info(doc: &mut lopdf::Document, document: &Document, options: &PdfOptions) {
    let Ok(id) = doc.trailer.get(b"Info").and_then(Object::as_reference) else {
        return;
    };
    let meta = &document.meta;
    let mut info = Dictionary::new();
    let keywords = meta.keywords.join(", ");
    let texts = [
        ("Title", &meta.title),
        ("Subject", &meta.subject),
        ("Keywords", &keywords),
    ];
    for (key, text) in texts
        .into_iter()
        .chain([("Creator", &meta.creator), ("Producer", &meta.creator)])
    {
        if !text.is_empty() {
            info.set(key, text_object(text));
        }
    }
    let date = text_object(&pdf_date(options.epoch));
    info.set("CreationDate", date.clone());
    info.set("ModDate", date);
    doc.objects.insert(id, Object::Dictionary(info));
}

/// Seconds since 1970 as PDF writes dates.
fn pdf_date(epoch: i64) -> String {
    let (days, seconds) = (epoch.div_euclid(86_400), epoch.rem_euclid(86_400));
    // Howard Hinnant's civil_from_days.
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let doe = z.rem_euclid(146_097);
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let day = doy - (153 * mp + 2) / 5 + 1;
    let month = if mp < 10 { mp + 3 } else { mp - 9 };
    let year = yoe + era * 400 + i64::from(month <= 2);
    let (h, m, s) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("D:{year:04}{month:02}{day:02}{h:02}{m:02}{s:02}Z")
}

/// A lopdf object as compact PDF syntax.
fn write_object(out: &mut Content, object: &Object) {
    match object {
        Object::Null => {
            out.raw("null");
        }
        Object::Boolean(b) => {
            out.raw(if *b { "true" } else { "false" });
        }
        Object::Integer(i) => out.number(*i as f64, 0),
        Object::Real(r) => out.number(f64::from(*r), 3),
        // The names of the skeleton are all plain.
        Object::Name(n) => {
            out.raw("/").bytes.extend_from_slice(n);
        }
        Object::String(s, _) => {
            out.string(s);
        }
        Object::Array(items) => {
            out.raw("[");
            for item in items {
                write_object(out, item);
                out.raw(" ");
            }
            out.raw("]");
        }
        Object::Dictionary(d) => {
            out.raw("<<");
            for (key, value) in d.iter() {
                out.raw("/").bytes.extend_from_slice(key);
                out.raw(" ");
                write_object(out, value);
            }
            out.raw(">>");
        }
        Object::Reference(id) => {
            out.reference(id.0);
        }
        // The skeleton's streams were all dropped.
        Object::Stream(_) => {
            out.raw("null");
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn dates_are_utc() {
        assert_eq!(super::pdf_date(0), "D:19700101000000Z");
        assert_eq!(super::pdf_date(951_826_154), "D:20000229120914Z");
    }
}
