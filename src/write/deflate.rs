//! Compression with one deflate state a thread: making a fresh one for every small stream costs more than using it.

use std::cell::RefCell;

use flate2::{Compress, Compression, FlushCompress, Status};

/// Higher levels take longer and save less than a hundredth.
const LEVEL: Compression = Compression::new(4);

thread_local! {
    static STATE: RefCell<Compress> = RefCell::new(Compress::new(LEVEL, true));
}

/// `data` as a zlib stream.
pub(super) fn deflate(data: &[u8]) -> Vec<u8> {
    STATE.with_borrow_mut(|state| {
        state.reset();
        let mut out = Vec::with_capacity(data.len() / 2 + 64);
        loop {
            let read = usize::try_from(state.total_in())
                .unwrap_or(data.len())
                .min(data.len());
            match state.compress_vec(&data[read..], &mut out, FlushCompress::Finish) {
                Ok(Status::StreamEnd) => return out,
                // Deflating into memory only ever asks for more room.
                _ => out.reserve(out.capacity().max(64)),
            }
        }
    })
}
