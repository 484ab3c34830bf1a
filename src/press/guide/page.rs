//! The first page of a print: what it takes to have the game on the table tonight. A kit of the program's own,
//! `sheets/guide`, is filled in with what was counted; beside each line lies the kit's own face, made small.
//!
//! The page that shows how the game is made goes behind it, on the same leaf. What was on that page's back would have a
//! leaf to itself then: it goes behind the last page of the rules where that has nothing behind it.

use serde_json::{Map, Value, json};

use super::super::draw::{FaceExtras, draw as draw_face};
use super::super::faces::{Drawing, FacePlan};
use super::super::{DrawnFace, PrintOptions};
use super::{Outlay, PilePart, Work, ranges, words};
use crate::clean::quoted;
use crate::diag::{Problem, Problems};
use crate::impose::{Job, Placement, Sheet, Turn, goes_whole};
use crate::kit::{Card, Kit, Material, Source};
use crate::say;
use crate::say::{Say, Tongue};
use crate::scene::Studio;
use crate::template::Engine;
use crate::units::{Mm, Rect, Size};

/// What `--only` and reports call the guide.
pub const GUIDE: &str = "guide";
/// Its size where the kit has no page to go behind it.
const SIZE: Size = Size {
    w: Mm(186.0),
    h: Mm(258.0),
};
/// Lines of components at most; the last one tells how many more there are.
const LINES: usize = 16;
/// Where the lines of components begin, and how much of the page lies below them.
const TOP: f64 = 84.0;
const FOOT: f64 = 97.0;
/// A line is at most this high.
const LINE: f64 = 8.4;
/// The height of all tools and things.
const DRAWER: f64 = 32.0;
/// From the edge of the page to what is on it.
const EDGE: f64 = 8.0;
/// The kit's own faces are small: so wide for a line's height.
const SMALL: f64 = 1.4;
/// The letters of a title at most.
const TITLE: usize = 34;

/// A guide that is to be printed.
pub(in crate::press) struct GuidePlan {
    /// The number that its face will have.
    pub face: usize,
    /// The component that stands for it: one past the kit's own.
    pub component: usize,
    size: Size,
    /// The page behind it, and the component that it is of.
    making: Option<(usize, usize)>,
    /// A page of the same component that lies behind the rules.
    poster: Option<usize>,
}

/// Whether a print has a guide: prints of a part have none unless it is named.
fn is_wanted(options: &PrintOptions) -> bool {
    let whole = options.since.is_none() && options.cards.is_empty() && !options.paper.is_strip();
    let named = options.only.iter().any(|o| o == GUIDE);
    whole && (named || options.guide && options.only.is_empty())
}

/// Whether a print of a kit has a guide when nobody says: those that ship have one, where there is room for it.
pub fn by_default(kit: &Kit, options: &PrintOptions) -> bool {
    let shipped = matches!(kit.source, Source::Shipped(_));
    let taken = kit.components.iter().any(|c| c.id == GUIDE);
    shipped && !taken && !options.paper.is_strip() && room(kit, options).is_some()
}

/// The size of a kit's guide, if it goes on one page of the paper.
fn room(kit: &Kit, options: &PrintOptions) -> Option<Size> {
    let making = kit.guide.making.as_ref();
    let making = making.and_then(|id| kit.components.iter().find(|c| c.id == *id));
    let size = making.map_or(SIZE, |c| c.size);
    let large = size.w >= SIZE.w && size.h >= SIZE.h;
    let size = if large { size } else { SIZE };
    goes_whole(size, &options.layout()).then_some(size)
}

/// Puts a guide before all other jobs; the page that shows how the game is made moves behind it, and what it leaves alone
/// behind the rules.
pub(in crate::press) fn plan(
    kit: &Kit,
    options: &PrintOptions,
    jobs: &mut Vec<Job>,
    face: usize,
) -> Result<Option<GuidePlan>, Problem> {
    let own = kit.components.iter().any(|c| c.id == GUIDE);
    if !is_wanted(options) || own && !options.guide {
        return Ok(None);
    }
    if own {
        let what = say!(
            "a component of the kit is called `{}`, as its guide would be",
            GUIDE
        );
        return Err(Problem::new(what).hint(say!(
            "give the component another id, or print without `--guide`"
        )));
    }
    let Some(size) = room(kit, options) else {
        let what = say!("the guide does not fit on {} paper", options.paper.name);
        return Err(Problem::new(what).hint(say!("print without it: `--no-guide`")));
    };
    let component = kit.components.len();
    let making = kit.guide.making.as_ref();
    let making = making.and_then(|id| kit.components.iter().position(|c| c.id == *id));
    let making = making.and_then(|index| Some((take_first(jobs, index, size)?, index)));
    let poster = making.and_then(|(_, index)| lay_behind(kit, options, jobs, index, size));
    let mut pages = vec![face];
    pages.extend(making.map(|(face, _)| face));
    jobs.insert(
        0,
        Job::Sheets {
            component,
            size,
            pages,
        },
    );
    Ok(Some(GuidePlan {
        face,
        component,
        size,
        making,
        poster,
    }))
}

/// Takes the first page of a component's sheets, if it is as large as the guide.
fn take_first(jobs: &mut Vec<Job>, index: usize, wanted: Size) -> Option<usize> {
    let at = jobs.iter().position(|job| {
        matches!(job, Job::Sheets { component, size, pages }
            if *component == index && *size == wanted && !pages.is_empty())
    })?;
    let Job::Sheets { pages, .. } = &mut jobs[at] else {
        return None;
    };
    let first = pages.remove(0);
    if pages.is_empty() {
        jobs.remove(at);
    }
    Some(first)
}

/// Lays what is left of a component, if it is one page, behind the last page of a text of that size whose back would be
/// empty.
fn lay_behind(
    kit: &Kit,
    options: &PrintOptions,
    jobs: &mut Vec<Job>,
    index: usize,
    wanted: Size,
) -> Option<usize> {
    if !options.backs.on_both_sides() {
        return None;
    }
    let left = |job: &Job| match job {
        Job::Sheets {
            component,
            size,
            pages,
        } if *component == index && *size == wanted && pages.len() == 1 => Some(pages[0]),
        _ => None,
    };
    let at = jobs.iter().position(|job| left(job).is_some())?;
    let poster = left(&jobs[at])?;
    let is_text =
        |of: usize| of != index && kit.components.get(of).is_some_and(|c| c.flow.is_some());
    let behind = jobs.iter_mut().rev().find_map(|job| match job {
        Job::Sheets {
            component,
            size,
            pages,
        } if is_text(*component) && *size == wanted && pages.len() % 2 == 1 => Some(pages),
        _ => None,
    })?;
    behind.push(poster);
    jobs.remove(at);
    Some(poster)
}

impl GuidePlan {
    /// Whether a page is a side of its leaf.
    pub(in crate::press) fn has(&self, sheet: &Sheet) -> bool {
        let making = self.making.map(|(face, _)| face);
        let mut items = sheet.items.iter();
        items.any(|i| i.face == self.face || Some(i.face) == making)
    }

    /// Says of each page that was moved whose it is.
    pub(in crate::press) fn name_pages(&self, sheets: &mut [Sheet]) {
        let Some((making, component)) = self.making else {
            return;
        };
        for sheet in sheets {
            let moved = |face: usize| face == making || Some(face) == self.poster;
            if sheet.items.iter().any(|i| moved(i.face)) {
                sheet.components = vec![component];
            }
        }
    }
}

/// Draws the guide, and lays small faces of the kit on its page.
pub(in crate::press) fn draw(
    plan: &GuidePlan,
    engine: &Engine<'_>,
    options: &PrintOptions,
    outlay: &Outlay,
    faces: &[DrawnFace],
    sheets: &mut [Sheet],
    keep_svg: bool,
) -> Result<DrawnFace, Problems> {
    let kit = engine.kit();
    let tongue = Tongue::of(&options.lang);
    let page = GuidePage {
        kit,
        options,
        outlay,
        tongue,
        size: plan.size,
        drawn: engine.studio(),
    };
    let mut own = Kit::load_from(Source::sheet(GUIDE)?, &[])?;
    own.components[0].size = plan.size;
    own.components[0].cards = vec![Card {
        name: kit.id.clone(),
        number: None,
        fields: page.fields(plan.making.is_some()),
        count: 1,
        from: (String::new(), 0),
    }];
    let studio = Studio::new(&own, options.ink)?.with_fonts(engine.studio().fonts().clone());
    let own_engine = Engine::new(&own, tongue.code(), &studio)?.anyway(true);
    let component = &own.components[0];
    let request = FacePlan {
        component: 0,
        size: plan.size,
        drawing: Drawing::Card {
            template: &component.front[0],
            card: &component.cards[0],
            copy: 1,
            page: (1, 1),
            panel: None,
        },
    };
    let keep = FaceExtras {
        svg: keep_svg,
        digester: None,
    };
    let mut face = draw_face(&own_engine, request, &keep)?;
    face.component = plan.component;
    // A title that is too long is better than no page.
    face.flaws = Problems::default();
    let on = sheets
        .iter_mut()
        .find(|s| s.items.iter().any(|i| i.face == plan.face));
    if let Some(sheet) = on
        && let Some(at) = sheet
            .items
            .iter()
            .find(|i| i.face == plan.face)
            .map(|i| i.at)
    {
        let small = page.small_faces(faces, at);
        sheet.items.extend(small);
    }
    Ok(face)
}

/// A guide being filled in.
struct GuidePage<'a> {
    kit: &'a Kit,
    options: &'a PrintOptions,
    outlay: &'a Outlay,
    tongue: Tongue,
    size: Size,
    drawn: &'a Studio<'a>,
}

impl GuidePage<'_> {
    /// How high a line of the table is.
    fn pitch(&self) -> f64 {
        let lines = self.lines().len().max(1) as f64;
        ((self.size.h.0 - TOP - FOOT) / lines).min(LINE)
    }

    /// The components that have a line of their own.
    fn lines(&self) -> &[PilePart] {
        let all = &self.outlay.parts;
        match all.len() <= LINES {
            true => all,
            false => &all[..LINES - 1],
        }
    }

    /// The kit's own faces, one beside each line.
    fn small_faces(&self, faces: &[DrawnFace], on: Rect) -> Vec<Placement> {
        let pitch = self.pitch();
        let (w, h) = (pitch * SMALL, pitch - 0.9);
        let place = |(i, part): (usize, &PilePart)| {
            let component = &self.kit.components[part.component];
            let own = |f: &DrawnFace| f.component == part.component;
            let front = |f: &DrawnFace| own(f) && component.front.contains(&f.file);
            let face = faces
                .iter()
                .position(front)
                .or_else(|| faces.iter().position(own))?;
            let size = faces[face].size;
            let scale = (w / size.w.0).min(h / size.h.0);
            let (fw, fh) = (size.w.0 * scale, size.h.0 * scale);
            let x = on.x.0 + EDGE + (w - fw) / 2.0;
            let y = on.y.0 + TOP + pitch * i as f64 + (pitch - fh) / 2.0;
            Some(Placement {
                face,
                at: Rect::mm(x, y, fw, fh),
                turn: Turn::None,
                bleed: Mm(0.0),
                clip: None,
            })
        };
        self.lines().iter().enumerate().filter_map(place).collect()
    }

    fn say(&self, words: Say) -> String {
        self.plain(&words.text(self.tongue))
    }

    /// A phrase that stands by itself begins with a capital letter.
    fn head(&self, words: Say) -> String {
        let text = words.text(self.tongue);
        let mut letters = text.chars();
        let first: String = letters
            .next()
            .iter()
            .flat_map(|c| c.to_uppercase())
            .collect();
        self.plain(&format!("{first}{}", letters.as_str()))
    }

    /// Plain words for a text box: nothing in them is markup, and letters that no font has are left out.
    fn plain(&self, text: &str) -> String {
        self.drawn.fonts().plain(text)
    }

    fn pages(&self, pages: &[usize]) -> String {
        let comma = say!(", ").text(self.tongue);
        ranges(pages, "–", &comma)
    }

    /// All that the template asks for.
    fn fields(&self, has_making: bool) -> Map<String, Value> {
        let (kit, lang) = (self.kit, self.options.lang.as_str());
        let (accent, font) = self.looks();
        let facts = [
            Some(("players", words::players(kit.players))),
            kit.minutes.map(|m| ("clock", words::duration(m))),
            kit.age.map(|a| ("age", words::age(a))),
        ];
        let facts: Vec<Value> = facts
            .into_iter()
            .flatten()
            .map(|(icon, text)| json!({"icon": icon, "text": self.say(text)}))
            .collect();
        let needs: Vec<Value> = words::needs(kit, self.outlay, lang)
            .into_iter()
            .map(
                |(icon, text)| json!({"icon": icon.unwrap_or_default(), "text": self.plain(&text)}),
            )
            .collect();
        let heads = [
            say!("what"),
            say!("pieces"),
            say!("pages"),
            say!("print it on"),
        ];
        let heads = heads.map(|w| self.head(w));
        let step = DRAWER / needs.len().div_ceil(2).max(4) as f64;
        let fields = json!({
            "title": self.plain(kit.title.get(lang)),
            "lead": self.head(say!("on the table tonight")),
            "accent": accent,
            "font": font,
            "facts": facts,
            "piles": self.piles(),
            "how": self.how(),
            "heads": heads,
            "top": TOP,
            "pitch": self.pitch(),
            "small": self.pitch() * SMALL,
            "lines": self.table(),
            "more": self.more(),
            "needs_head": self.head(say!("from the drawer")),
            "needs": needs,
            "step": step,
            "work_head": self.head(say!("scissors and glue")),
            "work": self.work(),
            "rule": self.head(words::rule_of_thumb(&self.outlay.work)),
            "screen_head": self.head(say!("with a screen")),
            "screen": self.screen().join("\n"),
            "begin_head": self.head(say!("begin")),
            "begin": self.begin(),
            "foot": match has_making {
                true => self.head(self.making_place()),
                false => String::new(),
            },
        });
        match fields {
            Value::Object(fields) => fields,
            _ => Map::new(),
        }
    }

    /// Where the pictures are that show how it is made.
    fn making_place(&self) -> Say {
        match self.options.backs.on_both_sides() {
            true => say!("how to make it, in pictures: on the other side"),
            false => say!("how to make it, in pictures: on the next page"),
        }
    }

    /// The colour and the font that the kit's rules have, as far as it says.
    fn looks(&self) -> (String, String) {
        let styles = self.kit.components.iter().filter_map(|c| c.flow.as_ref());
        let style = |key: &str| {
            let mut found = styles.clone().filter_map(|f| f.style.get(key)?.as_str());
            found.next().map(str::to_owned)
        };
        let first = || self.kit.palette.first().map(|s| s.color.clone());
        let accent = style("accent").or_else(first);
        let font = style("title_font");
        (
            accent.unwrap_or_else(|| "#1f2d46".into()),
            font.unwrap_or_else(|| "Dela Gothic One".into()),
        )
    }

    fn piles(&self) -> Vec<Value> {
        let of = |material: Material| {
            let pile = self.outlay.pile(material);
            let passes = match pile.first.is_empty() {
                true => words::pages(&pile.pages, self.tongue),
                false => self.passes(pile),
            };
            json!({
                "kind": material.name(),
                "count": pile.sheets.to_string(),
                "head": self.plain(words::sheets(material, pile.sheets).text(self.tongue).as_str()),
                "sides": match pile.sheets {
                    0 => String::new(),
                    _ => self.head(words::both_sides(pile)),
                },
                "pages": match pile.sheets {
                    0 => String::new(),
                    _ => self.head(passes),
                },
            })
        };
        vec![of(Material::Card), of(Material::Paper)]
    }

    /// The pages of each pass of paper that is put in again by hand.
    fn passes(&self, pile: &super::PaperPile) -> Say {
        let twice = |n: &usize| pile.first.contains(n) || pile.second.contains(n);
        let once: Vec<usize> = pile.pages.iter().copied().filter(|n| !twice(n)).collect();
        let (first, second) = (self.pages(&pile.first), self.pages(&pile.second));
        let twice = match pile.first.len() {
            1 => say!("page {}, behind it {}", first, second),
            _ => say!("pages {}, behind them {}", first, second),
        };
        match once.is_empty() {
            true => twice,
            false => say!("{}; then {}", twice, self.pages(&once)),
        }
    }

    fn how(&self) -> String {
        let sure = say!("measure the line at the foot of this page: 50 mm");
        let paper = say!("card is paper of 160 to 250 g/m²; thinner cards go into sleeves");
        let how = [words::how(self.options.backs), sure, paper];
        let stop = say!(". ").text(self.tongue);
        let how: Vec<String> = how.into_iter().map(|w| self.head(w)).collect();
        format!("{}{}", how.join(&stop), stop.trim_end())
    }

    fn table(&self) -> Vec<Value> {
        let line = |part: &PilePart| {
            let component = &self.kit.components[part.component];
            let title = shortened(component.title.get(&self.options.lang));
            let material = Material::ALL.iter().find(|(name, _)| *name == part.on);
            json!({
                "title": self.plain(&title),
                "pieces": part.pieces.to_string(),
                "pages": self.pages(&part.pages),
                "on": part.on,
                "word": material.map(|(_, m)| self.head(words::material(*m))).unwrap_or_default(),
                "screen": match part.screen {
                    true => self.head(say!("or on a screen")),
                    false => String::new(),
                },
            })
        };
        self.lines().iter().map(line).collect()
    }

    fn more(&self) -> String {
        match self.outlay.parts.len() - self.lines().len() {
            0 => String::new(),
            rest => self.head(say!("and {} more", rest)),
        }
    }

    fn work(&self) -> Value {
        let Work {
            cuts,
            metres,
            minutes,
            ..
        } = self.outlay.work;
        json!({
            "minutes": minutes.to_string(),
            "unit": self.say(say!("about {} min", minutes)),
            "text": match cuts {
                0 => self.head(words::work(self.outlay)),
                _ => self.head(say!("{} {cut|cuts}, {} m", cuts, metres)),
            },
        })
    }

    fn screen(&self) -> Vec<String> {
        let lang = &self.options.lang;
        let mut out = Vec::new();
        if let Some(titles) = words::on_screen(self.kit, self.outlay, lang) {
            let what = say!(
                "a screen can keep these, and they stay unprinted: {}",
                titles
            );
            out.push(self.head(what));
            if let Some(sheets) = self.outlay.spared.filter(|n| *n > 0) {
                out.push(self.head(words::spared(sheets)));
            }
        }
        if self.kit.table.is_some() {
            out.push(self.head(say!(
                "a laptop on the table, or everybody's phone: it deals, knows the rules and counts"
            )));
        } else {
            out.push(self.head(say!("this game needs none")));
        }
        out
    }

    fn begin(&self) -> Value {
        let named = named(self.kit);
        let commands = words::commands(self.kit, self.outlay, &named);
        let told = [say!("at one screen"), say!("on everybody's phone")];
        let lines: Vec<Value> = commands
            .iter()
            .zip(told)
            .map(|(c, w)| json!({"words": self.head(w), "command": self.plain(c)}))
            .collect();
        let none = match lines.is_empty() {
            true => self.head(say!("read the rules, sort the pieces, and go")),
            false => String::new(),
        };
        json!({"lines": lines, "none": none})
    }
}

/// How commands name a kit.
pub fn named(kit: &Kit) -> String {
    match &kit.source {
        Source::Shipped(_) => kit.id.clone(),
        Source::Folder { shown, .. } => quoted(&shown.display().to_string()),
    }
}

fn shortened(title: &str) -> String {
    match title.chars().count() > TITLE {
        true => title.chars().take(TITLE - 1).chain(['…']).collect(),
        false => title.to_owned(),
    }
}
