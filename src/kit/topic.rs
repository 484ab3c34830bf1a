//! What `check` gives advice on; a kit says which of it is not wanted.

/// What advice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// Text that is too small.
    SmallText,
    /// Text too near a cut.
    NearCut,
    /// Colours that stop at a cut.
    NoBleed,
    /// Pictures with too few pixels.
    CoarsePicture,
    /// Colours that some people cannot tell apart.
    Colours,
    /// Saving ink saves nothing.
    NoSaving,
    /// Files that nothing uses.
    Unused,
    /// Drawings that hold what SVG does not know, or has left out.
    Drawing,
}

impl Topic {
    /// All topics with the names that JSON uses.
    pub const ALL: [(&'static str, Topic); 8] = [
        ("small-text", Topic::SmallText),
        ("near-cut", Topic::NearCut),
        ("no-bleed", Topic::NoBleed),
        ("coarse-picture", Topic::CoarsePicture),
        ("colours", Topic::Colours),
        ("no-saving", Topic::NoSaving),
        ("unused", Topic::Unused),
        ("drawing", Topic::Drawing),
    ];

    /// The name that JSON uses.
    pub fn name(self) -> &'static str {
        let named = Self::ALL.iter().find(|(_, topic)| *topic == self);
        named.map_or("", |(name, _)| name)
    }
}
