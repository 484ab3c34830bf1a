//! Whether a JPEG holds all of its picture: its Huffman codes are walked through, without making pixels of them.
//!
//! Decoders fill up what is missing with grey, and take the room for all pixels before they know. This takes no room
//! that the data has not paid for.

/// Scans of one picture, at most; usual are one to fourteen.
const MAX_SCANS: usize = 200;

/// Bits that may be missing at the end of a scan: some writers are a little short.
const SLACK: u32 = 32;

/// Whether the data of all scans is there. Only for pictures with Huffman codes.
pub fn is_whole(bytes: &[u8]) -> bool {
    walk(bytes).is_some()
}

fn walk(bytes: &[u8]) -> Option<()> {
    let mut picture = Picture::default();
    let (mut at, mut scans) = (2, 0);
    loop {
        let [mark, code] = bytes.get(at..at + 2)?.try_into().ok()?;
        if mark != 0xff {
            return None;
        }
        match code {
            0xff => at += 1,
            0x01 | 0xd0..=0xd8 => at += 2,
            0xd9 => return (scans > 0 && picture.is_covered()).then_some(()),
            _ => {
                let length = usize::from(u16::from_be_bytes(
                    bytes.get(at + 2..at + 4)?.try_into().ok()?,
                ));
                let segment = bytes.get(at + 4..at + 2 + length)?;
                at += 2 + length;
                match code {
                    0xc4 => picture.tables(segment)?,
                    0xc0..=0xc2 => picture.frame(segment, code == 0xc2)?,
                    0xdd => {
                        let every = segment.get(..2)?.try_into().ok()?;
                        picture.restart = usize::from(u16::from_be_bytes(every));
                    }
                    0xda => {
                        scans += 1;
                        if scans > MAX_SCANS {
                            return None;
                        }
                        at += picture.scan(segment, bytes.get(at..)?)?;
                    }
                    _ => {}
                }
            }
        }
    }
}

/// A Huffman table.
#[derive(Clone)]
struct Table {
    /// For every nine bits: how many of them a code takes (0: more than nine), and what it means.
    short: Vec<(u8, u8)>,
    /// For every length, the first code behind those of that length, shifted to 16 bits.
    limit: [u32; 17],
    /// For every length, what to add to a code to have the place of its meaning.
    delta: [i32; 17],
    meanings: Vec<u8>,
}

impl Table {
    fn new(counts: &[u8], meanings: &[u8]) -> Self {
        let mut table = Self {
            short: vec![(0, 0); 512],
            limit: [0; 17],
            delta: [0; 17],
            meanings: meanings.to_vec(),
        };
        let (mut code, mut place) = (0u32, 0);
        for length in 1..=16 {
            table.delta[length] = place - code as i32;
            for _ in 0..counts[length - 1] {
                let meaning = meanings.get(place as usize).copied().unwrap_or(0);
                if length <= 9 {
                    let first = (code as usize) << (9 - length);
                    let same = table.short.iter_mut().skip(first).take(1 << (9 - length));
                    same.for_each(|s| *s = (length as u8, meaning));
                }
                code += 1;
                place += 1;
            }
            table.limit[length] = code << (16 - length);
            code <<= 1;
        }
        table
    }
}

/// The tables that a scan uses for a component: of constant parts, and of the rest.
type Tables = (Option<Table>, Option<Table>);

/// A component of the picture, such as its lightness.
#[derive(Clone)]
struct Component {
    id: u8,
    /// Blocks across and down in a unit of all components.
    blocks: (usize, usize),
    /// Whether a scan had it.
    covered: bool,
    /// Which coefficients of each block are known not to be zero; only in progressive pictures.
    known: Vec<u64>,
}

#[derive(Default)]
struct Picture {
    size: (usize, usize),
    progressive: bool,
    components: Vec<Component>,
    /// Of constant parts, and of the rest.
    tables: [[Option<Table>; 4]; 2],
    /// Units between restarts; 0 for none.
    restart: usize,
}

impl Picture {
    fn is_covered(&self) -> bool {
        self.components.iter().all(|c| c.covered)
    }

    fn tables(&mut self, mut segment: &[u8]) -> Option<()> {
        while let Some((kind, rest)) = segment.split_first() {
            let counts = rest.get(..16)?;
            let total: usize = counts.iter().map(|c| usize::from(*c)).sum();
            let meanings = rest.get(16..16 + total)?;
            let class = self.tables.get_mut(usize::from(kind >> 4))?;
            *class.get_mut(usize::from(kind & 15))? = Some(Table::new(counts, meanings));
            segment = &rest[16 + total..];
        }
        Some(())
    }

    fn frame(&mut self, segment: &[u8], progressive: bool) -> Option<()> {
        let two = |i: usize| {
            let pair = segment.get(i..i + 2)?.try_into().ok()?;
            Some(usize::from(u16::from_be_bytes(pair)))
        };
        self.size = (two(3)?, two(1)?);
        self.progressive = progressive;
        let components = segment.get(6..)?.chunks_exact(3).map(|c| Component {
            id: c[0],
            blocks: (usize::from(c[1] >> 4), usize::from(c[1] & 15)),
            covered: false,
            known: Vec::new(),
        });
        self.components = components.collect();
        let sound = |c: &Component| (1..=4).contains(&c.blocks.0) && (1..=4).contains(&c.blocks.1);
        let sized = self.size.0 > 0 && self.size.1 > 0 && !self.components.is_empty();
        (sized && self.components.iter().all(sound)).then_some(())
    }

    /// Walks through a scan; how many bytes it takes.
    fn scan(&mut self, head: &[u8], data: &[u8]) -> Option<usize> {
        let (count, rest) = head.split_first()?;
        let chosen = rest.get(..usize::from(*count) * 2)?;
        let [from, to, how] = rest.get(chosen.len()..chosen.len() + 3)?.try_into().ok()?;
        let mut parts = Vec::new();
        for pair in chosen.chunks_exact(2) {
            let place = self.components.iter().position(|c| c.id == pair[0])?;
            let table = |class: usize, n: u8| self.tables[class].get(usize::from(n)).cloned();
            let tables = (
                table(0, pair[1] >> 4).flatten(),
                table(1, pair[1] & 15).flatten(),
            );
            parts.push((place, tables));
        }
        let pass = match (self.progressive, from, how >> 4) {
            (false, ..) => Pass::Whole,
            (true, 0, 0) => Pass::Constant,
            (true, 0, _) => Pass::ConstantBit,
            (true, _, 0) => Pass::Rest(from, to.min(63)),
            (true, _, _) => Pass::RestBit(from, to.min(63)),
        };
        if matches!(pass, Pass::Rest(..) | Pass::RestBit(..)) {
            self.remember(parts.first()?.0)?;
        }
        let mut bits = Bits::new(data);
        self.units(&parts, pass, &mut bits)?;
        for (place, _) in &parts {
            self.components[*place].covered = true;
        }
        Some(bits.end())
    }

    /// Makes room for what is known of a component, once a scan has paid for it.
    fn remember(&mut self, place: usize) -> Option<()> {
        let (across, down) = self.alone(place);
        let component = &mut self.components[place];
        if !component.covered {
            return None;
        }
        component.known.resize(across * down, 0);
        Some(())
    }

    /// The most blocks that a component has across and down in a unit.
    fn most(&self) -> (usize, usize) {
        let most = |of: fn(&Component) -> usize| self.components.iter().map(of).max().unwrap_or(1);
        (most(|c| c.blocks.0), most(|c| c.blocks.1))
    }

    /// Blocks of a component that is alone in its scan.
    fn alone(&self, place: usize) -> (usize, usize) {
        let (most, own) = (self.most(), self.components[place].blocks);
        let blocks =
            |pixels: usize, own: usize, most: usize| (pixels * own).div_ceil(most).div_ceil(8);
        (
            blocks(self.size.0, own.0, most.0),
            blocks(self.size.1, own.1, most.1),
        )
    }

    fn units(&mut self, parts: &[(usize, Tables)], pass: Pass, bits: &mut Bits<'_>) -> Option<()> {
        let most = self.most();
        let alone = parts.len() == 1;
        let (across, down) = match parts {
            [(place, _)] => self.alone(*place),
            _ => (
                self.size.0.div_ceil(8 * most.0),
                self.size.1.div_ceil(8 * most.1),
            ),
        };
        let mut run = 0;
        for unit in 0..across * down {
            if self.restart > 0 && unit > 0 && unit % self.restart == 0 {
                bits.restart()?;
                run = 0;
            }
            for (place, tables) in parts {
                let component = &mut self.components[*place];
                let blocks = match alone {
                    true => 1,
                    false => component.blocks.0 * component.blocks.1,
                };
                let mut none = 0;
                let known = component.known.get_mut(unit).unwrap_or(&mut none);
                for _ in 0..blocks {
                    bits.block(pass, tables, known, &mut run)?;
                }
            }
        }
        Some(())
    }
}

/// What a scan holds of each block.
#[derive(Clone, Copy)]
enum Pass {
    /// Everything.
    Whole,
    /// The constant part.
    Constant,
    /// One more bit of the constant part.
    ConstantBit,
    /// Coefficients from and to.
    Rest(u8, u8),
    /// One more bit of them.
    RestBit(u8, u8),
}

/// The bits of a scan.
struct Bits<'d> {
    data: &'d [u8],
    at: usize,
    held: u64,
    count: u32,
    /// Bits that were asked for beyond the end.
    missing: u32,
}

impl<'d> Bits<'d> {
    fn new(data: &'d [u8]) -> Self {
        Self {
            data,
            at: 0,
            held: 0,
            count: 0,
            missing: 0,
        }
    }

    /// Holds at least 32 bits.
    fn fill(&mut self) -> Option<()> {
        while self.count <= 48 {
            let byte = match (self.data.get(self.at), self.data.get(self.at + 1)) {
                (Some(0xff), Some(0)) => {
                    self.at += 2;
                    0xff
                }
                (Some(0xff), _) | (None, _) => {
                    self.missing += 8;
                    0
                }
                (Some(byte), _) => {
                    self.at += 1;
                    *byte
                }
            };
            self.held = self.held << 8 | u64::from(byte);
            self.count += 8;
        }
        // What is held and not yet used was not asked for.
        (self.missing <= self.count + SLACK).then_some(())
    }

    fn take(&mut self, n: u32) -> Option<u32> {
        if self.count < n {
            self.fill()?;
        }
        self.count -= n;
        Some(((self.held >> self.count) & ((1 << n) - 1)) as u32)
    }

    fn code(&mut self, table: &Table) -> Option<u8> {
        if self.count < 16 {
            self.fill()?;
        }
        let next = (self.held >> (self.count - 16)) as u32 & 0xffff;
        let (length, meaning) = table.short[(next >> 7) as usize];
        if length > 0 {
            self.count -= u32::from(length);
            return Some(meaning);
        }
        let length = (10..=16).find(|l| next < table.limit[*l])?;
        self.count -= length as u32;
        let code = (next >> (16 - length)) as i32;
        let place = usize::try_from(code + table.delta[length]).ok()?;
        table.meanings.get(place).copied()
    }

    /// Goes past a restart marker.
    fn restart(&mut self) -> Option<()> {
        (self.held, self.count, self.missing) = (0, 0, 0);
        let [mark, code] = self.data.get(self.at..self.at + 2)?.try_into().ok()?;
        self.at += 2;
        (mark == 0xff && (0xd0..=0xd7).contains(&code)).then_some(())
    }

    /// Where the marker behind the scan stands.
    fn end(&self) -> usize {
        let rest = &self.data[self.at..];
        let marker = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0 | 0xd0..=0xd7);
        let skipped = rest.windows(2).position(marker);
        self.at + skipped.unwrap_or(rest.len())
    }

    /// Walks through one block.
    fn block(
        &mut self,
        pass: Pass,
        (constant, rest): &Tables,
        known: &mut u64,
        run: &mut u32,
    ) -> Option<()> {
        match pass {
            Pass::Whole => {
                self.constant(constant.as_ref()?)?;
                self.whole(rest.as_ref()?)
            }
            Pass::Constant => self.constant(constant.as_ref()?),
            Pass::ConstantBit => self.take(1).map(|_| ()),
            Pass::Rest(from, to) => self.rest(rest.as_ref()?, from, to, known, run),
            Pass::RestBit(from, to) => self.rest_bit(rest.as_ref()?, from, to, known, run),
        }
    }

    fn constant(&mut self, table: &Table) -> Option<()> {
        let length = self.code(table)?;
        self.take(u32::from(length.min(16))).map(|_| ())
    }

    fn whole(&mut self, table: &Table) -> Option<()> {
        let mut k = 1;
        while k < 64 {
            let code = self.code(table)?;
            match (code >> 4, code & 15) {
                (15, 0) => k += 16,
                (_, 0) => break,
                (zeros, length) => {
                    k += zeros + 1;
                    self.take(u32::from(length))?;
                }
            }
        }
        (k <= 64).then_some(())
    }

    fn rest(
        &mut self,
        table: &Table,
        from: u8,
        to: u8,
        known: &mut u64,
        run: &mut u32,
    ) -> Option<()> {
        if *run > 0 {
            *run -= 1;
            return Some(());
        }
        let mut k = from;
        while k <= to {
            let code = self.code(table)?;
            match (code >> 4, code & 15) {
                (15, 0) => k += 16,
                (zeros, 0) => {
                    *run = (1 << zeros) - 1 + self.take(u32::from(zeros))?;
                    break;
                }
                (zeros, length) => {
                    k += zeros;
                    *known |= 1u64.checked_shl(u32::from(k))?;
                    self.take(u32::from(length))?;
                    k += 1;
                }
            }
        }
        Some(())
    }

    fn rest_bit(
        &mut self,
        table: &Table,
        from: u8,
        to: u8,
        known: &mut u64,
        run: &mut u32,
    ) -> Option<()> {
        let is_known = |known: u64, k: u8| known >> k & 1 == 1;
        let mut k = from;
        while *run == 0 && k <= to {
            let code = self.code(table)?;
            let (mut zeros, new) = (code >> 4, code & 15 > 0);
            if !new && zeros < 15 {
                *run = (1 << zeros) + self.take(u32::from(zeros))?;
                break;
            }
            if new {
                self.take(1)?;
            }
            while k <= to {
                if is_known(*known, k) {
                    self.take(1)?;
                } else if zeros == 0 {
                    break;
                } else {
                    zeros -= 1;
                }
                k += 1;
            }
            if new && k <= to {
                *known |= 1 << k;
            }
            k += 1;
        }
        if *run > 0 {
            while k <= to {
                if is_known(*known, k) {
                    self.take(1)?;
                }
                k += 1;
            }
            *run -= 1;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn photograph() -> Vec<u8> {
        let (w, h) = (90u32, 70u32);
        let noise = |i: u32| (i.wrapping_mul(2_654_435_761) >> 24) as u8;
        let rgb: Vec<u8> = (0..w * h * 3).map(noise).collect();
        super::super::encode(w, h, false, &rgb, 90)
    }

    #[test]
    fn whole_pictures_are_told_from_cut_ones() {
        let whole = photograph();
        assert!(is_whole(&whole));
        for share in [3, 10, 50, 90, 99] {
            let mut cut = whole[..whole.len() * share / 100].to_vec();
            cut.extend([0xff, 0xd9]);
            assert!(!is_whole(&cut), "{share} %");
        }
    }

    #[test]
    fn a_size_that_the_data_cannot_fill_is_told() {
        let mut large = photograph();
        let frame = large.windows(2).position(|w| w == [0xff, 0xc0]);
        let frame = frame.expect("a frame");
        large[frame + 5..frame + 9].copy_from_slice(&[0x1f, 0x40, 0x1f, 0x40]);
        assert!(!is_whole(&large));
    }
}
