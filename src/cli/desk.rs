//! What lies on the desk while a table is guided: the text so far, the line being typed, the menu, what was said.

use std::time::Duration;

use super::alone::AloneAsk;
use super::asked::Due;
use super::cells::clean;
use super::editor::Editor;
use super::layout::ScreenContent;
use super::menu::MenuItem;
use super::paint;
use super::scroll::Scroll;
use super::session::{Reply, Session};
use super::table_args;
use super::walk::{self, Typed, Walk};
use crate::diag::Problems;
use crate::host::SharedForm;
use crate::play::choice::{Choice, join};
use crate::play::rules::Asked;
use crate::play::seats;
use crate::play::view::Viewer;
use crate::say;

/// What an item of the menu does.
pub(super) enum Pick {
    /// Goes on with this.
    Choice(Choice),
    /// The text is whole.
    Done,
    /// An order to the table.
    Order(String),
    /// Whether a move is meant.
    Sure(bool),
    /// All answers are right.
    Make,
    /// An answer is to be changed.
    Change(usize),
    /// A part of a form that phones answer as well is answered here.
    Part(usize),
    /// Nothing: phones come first.
    Wait,
}

/// What came of a pick, or of a line.
pub(super) enum Taken {
    /// This.
    Reply(Reply),
    /// The text has to go on.
    Open,
    /// This is chosen alone.
    Alone(AloneAsk),
    /// This is asked of one seat, and typed.
    Ask(Asked),
}

/// What lies on the desk.
#[derive(Default)]
pub(super) struct Desk {
    /// What was said last.
    pub said: Vec<String>,
    /// Whether that was a refusal.
    pub refused: bool,
    /// What is being typed.
    pub editor: Editor,
    /// The text so far, by choices.
    pub walk: Walk,
    /// The item of the menu that is chosen.
    pub chosen: usize,
    /// How far the table is scrolled.
    pub scroll: Scroll,
    /// Whether somebody was asked whether to leave.
    pub leaving: bool,
    /// The part of a long move that was asked for last.
    pub asked: Option<usize>,
    /// Since when the game is over.
    pub ended: Option<Duration>,
    /// When a phone has moved last.
    pub moved: Option<Duration>,
}

impl Desk {
    /// A desk with something to be read.
    pub(super) fn new(said: Vec<String>) -> Self {
        Self {
            said,
            ..Self::default()
        }
    }

    /// Shows why not.
    pub(super) fn refuse(&mut self, problems: &Problems) {
        self.said = problems.to_string().lines().map(str::to_owned).collect();
        self.refused = true;
    }

    /// Begins with whatever is due; what was said of it before stays.
    pub(super) fn begin(&mut self, session: &Session) {
        self.asked = session.open();
        self.chosen = 0;
        let lacking = session.so_far();
        let goes_on = |said: &String| !session.choices(Viewer::Public, said).is_empty();
        self.walk = lacking.filter(goes_on).map(Walk::from).unwrap_or_default();
        self.settle(session);
    }

    /// A phone has moved, or a line was refused: what was begun here goes on, as long as it leads anywhere.
    pub(super) fn goes_on(&mut self, session: &Session) {
        let (walk, chosen) = (std::mem::take(&mut self.walk), self.chosen);
        self.begin(session);
        let text = walk.text();
        if !text.is_empty() && !session.choices(Viewer::Public, text).is_empty() {
            (self.walk, self.chosen) = (walk, chosen);
        }
    }

    /// Takes the steps that have no alternative.
    pub(super) fn settle(&mut self, session: &Session) {
        // Where phones come first, nothing is begun by itself.
        if self.walk.text().is_empty() && waits(session).is_some() {
            return;
        }
        self.walk
            .settle(|so_far| session.choices(Viewer::Public, so_far));
    }

    /// Whether arrow keys walk the menu: nothing is typed, or an order is looked for.
    pub(super) fn walks_menu(&self) -> bool {
        self.editor.is_empty() || self.editor.text().starts_with(['/', '／'])
    }

    /// What can be chosen now.
    pub(super) fn picks(&self, session: &Session) -> Vec<(MenuItem, Pick)> {
        let typed = self.editor.text();
        if typed.starts_with(['/', '／']) {
            let orders = session.orders(typed).into_iter();
            return orders
                .map(|item| {
                    let pick = Pick::Order(item.typed.clone());
                    (item, pick)
                })
                .collect();
        }
        match session.due() {
            Due::Over => over(session),
            Due::Sure => vec![
                (
                    MenuItem::new(say!("no, not yet").to_string(), "n"),
                    Pick::Sure(false),
                ),
                (
                    MenuItem::new(say!("yes, it is meant").to_string(), "y"),
                    Pick::Sure(true),
                ),
            ],
            Due::Review(form) => {
                let make = MenuItem::new(say!("everything is right: go on").to_string(), "y");
                let change = |(part, (_, text)): (usize, (bool, String))| {
                    let label = say!("change {}", text).to_string();
                    let typed = session.part_named(&form.parts[part]);
                    (MenuItem::new(label, typed), Pick::Change(part))
                };
                let answers = session.shown_answers(&form).into_iter().enumerate();
                std::iter::once((make, Pick::Make))
                    .chain(answers.map(change))
                    .collect()
            }
            Due::Part(..) | Due::Move | Due::Shared(_) if self.walk.text().is_empty() => {
                let mut picks = waits(session).unwrap_or_default();
                picks.extend(self.choices(session));
                picks
            }
            Due::Part(..) | Due::Move | Due::Shared(_) => self.choices(session),
        }
    }

    fn choices(&self, session: &Session) -> Vec<(MenuItem, Pick)> {
        let done = self.walk.whole.then(|| {
            let item = MenuItem::new(say!("that is all").to_string(), "");
            (item, Pick::Done)
        });
        let choices = session
            .choices(Viewer::Public, self.walk.text())
            .into_iter();
        let item = |choice: Choice| {
            let item = MenuItem {
                at: choice.at,
                ..MenuItem::new(
                    choice.label.to_string(),
                    session.in_words(&typed_form(&choice.text)),
                )
            };
            (item, Pick::Choice(choice))
        };
        done.into_iter().chain(choices.map(item)).collect()
    }

    /// Takes what was picked.
    pub(super) fn take(&mut self, session: &mut Session, pick: Pick) -> Taken {
        match pick {
            Pick::Choice(choice) => self.choose(session, &choice),
            Pick::Part(part) => match session.part_asks(part) {
                Some(Ok(ask)) => Taken::Alone(ask),
                Some(Err(asked)) => Taken::Ask(asked),
                None => Taken::Open,
            },
            Pick::Wait => Taken::Open,
            Pick::Done => Taken::Reply(session.take(self.walk.text())),
            Pick::Order(order) => Taken::Reply(session.obey(&order)),
            Pick::Sure(true) | Pick::Make => Taken::Reply(session.obey("y")),
            Pick::Sure(false) => Taken::Reply(session.obey("n")),
            Pick::Change(part) => {
                session.change(part);
                self.begin(session);
                Taken::Open
            }
        }
    }

    fn choose(&mut self, session: &mut Session, choice: &Choice) -> Taken {
        if let Some(seat) = choice.alone {
            return Taken::Alone(AloneAsk {
                seat: Some(seat),
                part: None,
                start: join(self.walk.text(), &choice.text),
            });
        }
        self.walk.go(choice);
        self.chosen = 0;
        if choice.ends && !choice.more {
            return Taken::Reply(session.take(self.walk.text()));
        }
        self.go_on_behind(session)
    }

    /// Goes on with the text, and with what was already said behind the piece that it lacked.
    fn go_on_behind(&mut self, session: &mut Session) -> Taken {
        let rest = session.answers.rest();
        match walk::read(session, &self.walk, rest, false) {
            Some(Typed::Whole(text)) => return Taken::Reply(session.take(&text)),
            Some(Typed::Open(walk)) => {
                self.walk = walk;
                session.answers.unsay();
            }
            None => {}
        }
        self.settle(session);
        Taken::Open
    }

    /// What was typed: as choices, else as a line.
    pub(super) fn hear(&mut self, session: &mut Session, line: &str) -> Taken {
        let order = session.order(line.trim()).is_some();
        let slash = line.trim_start().starts_with(['/', '／']);
        if slash || order && !self.offers(session, line) {
            return Taken::Reply(session.obey(line));
        }
        let short = session.open().is_some();
        let walks = [self.walk.clone(), Walk::default()];
        let read = |w: &Walk| walk::read(session, w, line, short);
        match walks.iter().find_map(read) {
            Some(Typed::Whole(text)) => return Taken::Reply(session.take(&text)),
            Some(Typed::Open(walk)) if !short && session.table.allows(walk.text()) => {
                return Taken::Reply(session.take(walk.text()));
            }
            Some(Typed::Open(walk)) => return self.go(session, walk),
            None => {}
        }
        // The start of a choice is a step towards a move, unless it is one as it stands.
        let begun = |w: &Walk| walk::read(session, w, line, true);
        match walks.iter().find_map(begun) {
            Some(Typed::Open(walk)) if !session.means_move(line) => {
                if !short && session.table.allows(walk.text()) {
                    return Taken::Reply(session.take(walk.text()));
                }
                return self.go(session, walk);
            }
            _ => {}
        }
        let say: fn(&mut Session, &str) -> Reply = match order {
            true => Session::take,
            false => Session::obey,
        };
        Taken::Reply(self.go_on(session, line, say))
    }

    /// Whether something that can be chosen now begins like a line: `b` is Bob where his name is asked for.
    fn offers(&self, session: &Session, line: &str) -> bool {
        let first = seats::fold(line.split_whitespace().next().unwrap_or_default());
        let choices = session.choices(Viewer::Public, self.walk.text());
        let begins = |c: &Choice| seats::fold(&typed_form(&c.text)).starts_with(&first);
        choices.iter().any(|c| c.alone.is_none() && begins(c))
    }

    /// Goes on with a text.
    fn go(&mut self, session: &mut Session, walk: Walk) -> Taken {
        self.walk = walk;
        self.chosen = 0;
        self.go_on_behind(session)
    }

    /// A text may go on with words that are no choices: points, cards by their first letters.
    fn go_on(
        &self,
        session: &mut Session,
        line: &str,
        say: fn(&mut Session, &str) -> Reply,
    ) -> Reply {
        let so_far = self.walk.text();
        if so_far.is_empty() {
            return say(session, line);
        }
        let asked = session.open();
        let joined = session.obey(&join(so_far, line));
        if !matches!(joined, Reply::Refused(_)) || session.open() != asked {
            return joined;
        }
        let alone = say(session, line);
        // Who begins the move anew is told about that.
        let anew = seats::fold(line).split(' ').next() == seats::fold(so_far).split(' ').next();
        match alone {
            Reply::Refused(_) if !anew => joined,
            alone => alone,
        }
    }

    /// One step back: of the text, else to the answer before; false when there is neither.
    pub(super) fn back(&mut self, session: &mut Session) -> bool {
        self.chosen = 0;
        let walked = self.walk.back();
        let went = walked || session.back();
        if went && !walked {
            self.begin(session);
        }
        if self.walk.text().is_empty() {
            session.answers.unsay();
        }
        self.settle(session);
        went
    }

    /// What the menu shows.
    pub(super) fn items(&self, session: &Session) -> Vec<MenuItem> {
        let picks = self.picks(session).into_iter();
        picks.map(|(item, _)| item).collect()
    }

    /// Chooses what begins like what is typed.
    pub(super) fn follow_typing(&mut self, session: &Session) {
        let word = self.editor.text().split_whitespace().next_back();
        let typed = seats::fold(word.unwrap_or_default());
        if self.editor.text().starts_with(['/', '／']) || typed.is_empty() {
            self.chosen = 0;
            return;
        }
        let begins = |item: &MenuItem| {
            seats::fold(&item.typed).starts_with(&typed)
                || seats::fold(&item.label).starts_with(&typed)
        };
        let found = self.items(session).iter().position(begins);
        self.chosen = found.unwrap_or(self.chosen);
    }

    /// Everything for the screen.
    pub(super) fn content(&self, session: &Session, w: usize) -> ScreenContent {
        let table = &session.table;
        let view = table.view(Viewer::Public);
        let mut board = paint::lines(&view);
        let info = board.split_off(view.board.min(board.len()));
        let prefix = session.in_words(self.walk.text());
        let items = self.items(session);
        let room = ScreenContent::typing_room(&prefix, w);
        ScreenContent {
            title: clean(&table_args::headline(table)),
            clock: session.clock_line(),
            notices: table_args::notices(table),
            board,
            prose: view.prose,
            spots: view.spots,
            focus: view.focus,
            info,
            log: log(session),
            said: self.said.clone(),
            refused: self.refused,
            need: session.prompt(),
            answers: answers(session),
            typed: Some(self.editor.window(room)),
            chosen: self.chosen.min(items.len().saturating_sub(1)),
            items,
            prefix,
            keys: keys(session),
            alone: false,
        }
    }
}

/// What would be typed instead of a choice, without the comma that joins it.
fn typed_form(text: &str) -> String {
    text.trim_start_matches([',', ' ']).to_owned()
}

/// What comes before the moves where phones play: the parts of a form that are answered here, and waiting. None where
/// nothing is waited for.
fn waits(session: &Session) -> Option<Vec<(MenuItem, Pick)>> {
    let Due::Shared(shared) = session.due() else {
        let by_phone = session.turn_by_phone();
        return by_phone.map(|name| {
            let label = say!("wait for {}'s phone", name).to_string();
            vec![(MenuItem::new(label, ""), Pick::Wait)]
        });
    };
    let here = (0..shared.away.len()).filter(|part| !shared.away[*part]);
    let (given, open): (Vec<usize>, Vec<usize>) = here.partition(|part| shared.answered[*part]);
    let item = |part: usize, change: bool| {
        let name = session.part_name(&shared, part);
        let label = match (shared.form.parts[part].seat, change) {
            (_, true) => say!("change {}", name),
            (Some(_), false) => say!("hand the screen to {}", name),
            (None, false) => say!("answer for the table"),
        };
        (MenuItem::new(label.to_string(), ""), Pick::Part(part))
    };
    let waiting = open.is_empty().then(|| {
        let label = say!("wait for the phones").to_string();
        (MenuItem::new(label, ""), Pick::Wait)
    });
    let open = open.into_iter().map(|part| item(part, false));
    let given = given.into_iter().map(|part| item(part, true));
    Some(open.chain(waiting).chain(given).collect())
}

/// What can be done after the end.
fn over(session: &Session) -> Vec<(MenuItem, Pick)> {
    let order = |label: crate::say::Say, order: &str| {
        (
            MenuItem::new(label.to_string(), order),
            Pick::Order(order.to_owned()),
        )
    };
    let mut out = Vec::new();
    if session.table.outcome().is_some() {
        out.push(order(say!("once more, seats moved on"), "/again"));
    }
    out.push(order(say!("leave"), "/quit"));
    out.push(order(say!("the last moves"), "/log"));
    out.push(order(say!("take the last move back"), "/undo"));
    out
}

/// The answers of the long move that is due, those that are missing too.
fn answers(session: &Session) -> Vec<String> {
    let (form, open) = match session.due() {
        Due::Shared(shared) => return shared_answers(session, &shared),
        Due::Part(form, part) if form.parts.len() > 1 => (form, Some(part)),
        Due::Review(form) => (form, None),
        _ => return Vec::new(),
    };
    let all = session.shown_answers(&form).into_iter().enumerate();
    all.map(|(part, (given, text))| match given {
        true => format!("✓ {text}"),
        false if open == Some(part) => format!("▸ {text}"),
        false => format!("· {text}"),
    })
    .collect()
}

/// Who has answered a form that phones answer as well; never what.
fn shared_answers(session: &Session, shared: &SharedForm) -> Vec<String> {
    let told = |part: usize| {
        let name = session.part_name(shared, part);
        let name = match shared.away[part] {
            true => say!("{} (phone)", name).to_string(),
            false => name,
        };
        match (shared.answered[part], shared.away[part]) {
            (true, _) => format!("✓ {name}"),
            (false, false) => format!("▸ {name}"),
            (false, true) => format!("· {name}"),
        }
    };
    (0..shared.away.len()).map(told).collect()
}

/// What happened last, as everybody may hear it.
fn log(session: &Session) -> Vec<String> {
    const LINES: usize = 60;
    let entries = session.table.log().iter().rev().filter(|e| !e.undone);
    let mut out: Vec<String> = Vec::new();
    for entry in entries.take(LINES) {
        out.extend(table_args::public_events(entry).into_iter().rev());
        if out.len() > LINES {
            break;
        }
    }
    out.reverse();
    out
}

/// Which keys do what, and how hidden cards are looked at: at length, and ever shorter.
fn keys(session: &Session) -> Vec<String> {
    let hidden = session.table.outcome().is_none()
        && (0..session.table.seats().len()).any(|s| session.has_secret(s));
    let all = match hidden {
        true => [
            say!(
                "arrows choose · enter takes · backspace goes back · or type · /hands NAME shows a hand again · / more"
            ),
            say!("arrows, enter, backspace · or type · /hands NAME shows a hand · / more"),
            say!("arrows enter · /hands NAME · / more"),
        ],
        false => [
            say!(
                "arrows choose · enter takes · backspace goes back · or type · / for undo, log, timer, quit"
            ),
            say!("arrows, enter, backspace · or type · / for undo, log, timer, quit"),
            say!("arrows enter backspace · / more"),
        ],
    };
    all.iter().map(ToString::to_string).collect()
}
