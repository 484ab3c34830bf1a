//! The objects of the file and how they become bytes: object streams, a cross-reference stream, an id from the content.

use std::sync::Arc;

use rayon::prelude::*;

use super::content::Content;
use super::deflate::deflate;
use crate::hash::hash;

/// Objects in one object stream: enough to compress well, few enough to be read piecemeal.
const PER_STREAM: usize = 200;

#[derive(Clone)]
struct Stream {
    dict: Content,
    data: Arc<Vec<u8>>,
}

#[derive(Clone)]
enum Object {
    Free,
    Plain(Vec<u8>),
    Stream(Stream),
}

/// All objects of a PDF by number. Number 0 is never used.
#[derive(Clone)]
pub(super) struct Store {
    objects: Vec<Object>,
}

impl Store {
    /// A store whose first free number is `first`.
    pub(super) fn starting_at(first: u32) -> Self {
        Self {
            objects: (0..first.max(1)).map(|_| Object::Free).collect(),
        }
    }

    /// A number for an object that is put later.
    pub(super) fn reserve(&mut self) -> u32 {
        self.objects.push(Object::Free);
        (self.objects.len() - 1) as u32
    }

    /// Adds an object that is not a stream.
    pub(super) fn add(&mut self, content: Content) -> u32 {
        let id = self.reserve();
        self.put(id, content);
        id
    }

    /// Puts an object that is not a stream.
    pub(super) fn put(&mut self, id: u32, content: Content) {
        self.set(id, Object::Plain(content.bytes));
    }

    /// Puts a stream as it is; `dict` is the inside of its dictionary without `/Length`.
    pub(super) fn put_stream(&mut self, id: u32, dict: Content, data: impl Into<Arc<Vec<u8>>>) {
        let data = data.into();
        self.set(id, Object::Stream(Stream { dict, data }));
    }

    /// Puts a stream that has been deflated.
    pub(super) fn put_deflated(&mut self, id: u32, mut dict: Content, data: Vec<u8>) {
        dict.raw("/Filter/FlateDecode");
        self.put_stream(id, dict, data);
    }

    fn set(&mut self, id: u32, object: Object) {
        if let Some(place) = self.objects.get_mut(id as usize) {
            *place = object;
        }
    }

    /// The whole file. `trailer` is the inside of the trailer without `/Size` and `/ID`.
    pub(super) fn into_file(self, trailer: Content) -> Vec<u8> {
        let room = |object: &Object| match object {
            Object::Free => 8,
            Object::Plain(bytes) => bytes.len() / 2 + 8,
            Object::Stream(s) => s.dict.bytes.len() + s.data.len() + 64,
        };
        let room: usize = self.objects.iter().map(room).sum();
        let mut out = Content {
            bytes: Vec::with_capacity(room + 1024),
        };
        out.bytes
            .extend_from_slice(b"%PDF-1.7\n%\xbf\xf7\xa2\xfe\n");
        let mut places = vec![ObjectPlace::Free; self.objects.len()];
        let mut plain = Vec::new();
        for (id, object) in self.objects.into_iter().enumerate() {
            match object {
                Object::Free => {}
                Object::Plain(bytes) => plain.push((id, bytes)),
                Object::Stream(s) => {
                    places[id] = ObjectPlace::At(out.bytes.len());
                    write_stream(&mut out, id, s.dict, &s.data);
                }
            }
        }
        let packed: Vec<_> = plain.par_chunks(PER_STREAM).map(pack).collect();
        for (chunk, (first, data)) in plain.chunks(PER_STREAM).zip(packed) {
            let container = places.len();
            for (index, (id, _)) in chunk.iter().enumerate() {
                places[*id] = ObjectPlace::In { container, index };
            }
            places.push(ObjectPlace::At(out.bytes.len()));
            let mut dict = Content::default();
            dict.raw("/Type/ObjStm/N ")
                .integer(chunk.len() as i64)
                .raw("/First ")
                .integer(first as i64);
            dict.raw("/Filter/FlateDecode");
            write_stream(&mut out, container, dict, &data);
        }
        finish(out, places, trailer)
    }
}

#[derive(Clone, Copy)]
enum ObjectPlace {
    Free,
    At(usize),
    In { container: usize, index: usize },
}

/// The content of an object stream and where its first object starts.
fn pack(objects: &[(usize, Vec<u8>)]) -> (usize, Vec<u8>) {
    let mut head = Content::default();
    let mut body = Vec::new();
    for (id, bytes) in objects {
        head.integer(*id as i64)
            .raw(" ")
            .integer(body.len() as i64)
            .raw(" ");
        body.extend_from_slice(bytes);
        body.push(b' ');
    }
    let first = head.bytes.len();
    head.bytes.extend_from_slice(&body);
    (first, deflate(&head.bytes))
}

fn write_stream(out: &mut Content, id: usize, dict: Content, data: &[u8]) {
    out.integer(id as i64).raw(" 0 obj<<");
    out.bytes.extend_from_slice(&dict.bytes);
    out.raw("/Length ")
        .integer(data.len() as i64)
        .raw(">>stream\n");
    out.bytes.extend_from_slice(data);
    out.raw("\nendstream endobj\n");
}

fn finish(mut out: Content, mut places: Vec<ObjectPlace>, trailer: Content) -> Vec<u8> {
    let start = out.bytes.len();
    let own = places.len();
    places.push(ObjectPlace::At(start));
    let id = hash(&out.bytes).to_be_bytes();
    let mut dict = Content::default();
    dict.raw("/Type/XRef/Size ").integer(places.len() as i64);
    dict.raw("/W[1 4 2]/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 7>>/ID[");
    dict.string(&id).string(&id).raw("]");
    dict.bytes.extend_from_slice(&trailer.bytes);
    write_stream(&mut out, own, dict, &deflate(&rows(&places)));
    out.raw("startxref\n")
        .integer(start as i64)
        .raw("\n%%EOF\n");
    out.bytes
}

/// The rows of the cross-reference stream, each as its difference from the row above (PNG predictor “up”).
fn rows(places: &[ObjectPlace]) -> Vec<u8> {
    let mut out = Vec::with_capacity(places.len() * 8);
    let mut above = [0u8; 7];
    for place in places {
        let (kind, a, b) = match *place {
            ObjectPlace::Free => (0, 0, 0),
            ObjectPlace::At(offset) => (1, offset as u32, 0),
            ObjectPlace::In { container, index } => (2, container as u32, index as u16),
        };
        let mut row = [0u8; 7];
        row[0] = kind;
        row[1..5].copy_from_slice(&a.to_be_bytes());
        row[5..].copy_from_slice(&b.to_be_bytes());
        out.push(2);
        out.extend(row.iter().zip(above).map(|(r, a)| r.wrapping_sub(a)));
        above = row;
    }
    out
}
