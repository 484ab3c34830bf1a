//! Who needs which command: the order in which the help and docs/commands.md list them.

/// Commands that one kind of people needs.
pub(super) struct CommandGroup {
    /// What they want.
    pub head: &'static str,
    /// An example, and what it does.
    pub example: (&'static str, &'static str),
    /// The commands, in the order of use.
    pub commands: &'static [&'static str],
}

/// Every command, once.
pub(super) const GROUPS: &[CommandGroup] = &[
    CommandGroup {
        head: "A game tonight",
        example: ("kitpress print catch-and-run", "a PDF to print, in out/"),
        commands: &["kits", "tonight", "rules", "print", "play", "host"],
    },
    CommandGroup {
        head: "At any table",
        example: ("kitpress pick Ann Bob Cho", "who begins?"),
        commands: &["pick", "timer", "score", "shuffle"],
    },
    CommandGroup {
        head: "Evenings and clubs",
        example: (
            "kitpress roster club Ann,Bob,Cho",
            "from now on `--players @club`",
        ),
        commands: &["roster", "tables", "again", "matches", "history"],
    },
    CommandGroup {
        head: "A table step by step, for scripts and for those who like to type",
        example: (
            "kitpress start catch-and-run --players Ann,Bob",
            "then `kitpress do` move by move",
        ),
        commands: &["start", "deal", "do", "show", "undo", "log", "verify"],
    },
    CommandGroup {
        head: "A game of your own",
        example: (
            "kitpress new my-game",
            "then `kitpress watch my-game` while you draw",
        ),
        commands: &[
            "new", "watch", "check", "cards", "preview", "export", "simulate",
        ],
    },
    CommandGroup {
        head: "The printer, and this program",
        example: (
            "kitpress completions --install",
            "the Tab key knows kits and cards",
        ),
        commands: &["calibrate", "completions", "man", "help"],
    },
];
