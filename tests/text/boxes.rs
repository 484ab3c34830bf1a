//! Text boxes against the rules of setting, not against yesterday's output.

use std::sync::Arc;

use kitpress::scene::Art;
use kitpress::text::{
    Align, BoxSpec, FontBook, Icons, LaidBox, NoIcons, Rgb, TextError, VAlign, lay_box, lay_line,
};
use kitpress::units::{PT_PER_MM, Pt};
use proptest::prelude::*;

/// One point in millimetres.
const PT: f32 = (1.0 / PT_PER_MM) as f32;

struct Fish;
impl Icons for Fish {
    fn icon(&self, name: &str, _: Rgb) -> Option<Arc<Art>> {
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10"/></svg>"#;
        let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).ok()?;
        (name == "fish").then(|| Arc::new(Art::new(1, tree)))
    }
}

fn book() -> &'static FontBook {
    FontBook::bundled()
}

fn spec(text: &str, w: f32, h: f32) -> BoxSpec<'_> {
    BoxSpec {
        text,
        w,
        h,
        size: Pt(10.0),
        min_size: Pt(10.0),
        ..BoxSpec::default()
    }
}

fn lay(spec: &BoxSpec<'_>) -> LaidBox {
    lay_box(spec, book(), &Fish).unwrap_or_else(|e| panic!("{}: {e}", spec.text))
}

/// The text of every line, top to bottom.
fn lines(laid: &LaidBox) -> Vec<String> {
    let mut out: Vec<(f32, String)> = Vec::new();
    for run in &laid.block.runs {
        match out.last_mut() {
            Some((y, text)) if *y == run.y => text.push_str(&run.text),
            _ => out.push((run.y, run.text.clone())),
        }
    }
    out.into_iter().map(|l| l.1).collect()
}

/// Left and right end of every line, with the spaces that end it left out.
fn extents(laid: &LaidBox) -> Vec<(f32, f32)> {
    let mut out: Vec<(f32, f32, f32)> = Vec::new();
    for run in &laid.block.runs {
        let end = run.x + run.glyphs.iter().map(|g| g.advance).sum::<f32>() * run.size / 1000.0;
        match out.last_mut() {
            Some(l) if l.0 == run.y => l.2 = end,
            _ => out.push((run.y, run.x, end)),
        }
    }
    out.into_iter().map(|l| (l.1, l.2)).collect()
}

fn ems(n: f32) -> f32 {
    n * 10.0 * PT
}

#[test]
fn a_line_that_fits_stays_one_line() {
    let laid = lay(&spec("A quiet cat", 60.0, 10.0));
    assert_eq!(lines(&laid), ["A quiet cat"]);
    assert_eq!(laid.size, Pt(10.0));
    assert_eq!(laid.block.runs.len(), 1);
}

#[test]
fn glyph_lengths_cover_the_text() {
    for text in ["Tofu fish", "か\u{3099}んばれ AV", "a\u{301}b 3枚"] {
        for run in &lay(&spec(text, 60.0, 10.0)).block.runs {
            let sum: usize = run.glyphs.iter().map(|g| usize::from(g.len)).sum();
            assert_eq!(sum, run.text.len(), "{text}");
        }
    }
}

#[test]
fn forbidden_characters_never_start_a_line() {
    let closers = "」』）〕］｝〉》】、。，．！？・：；ー～々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ％";
    let mut cases = 0;
    for ch in closers.chars() {
        for before in 3..8 {
            let text = format!("{}{ch}{}", "国".repeat(before), "国".repeat(9));
            let laid = lay(&spec(&text, ems(5.0) + 0.01, 60.0));
            for line in lines(&laid) {
                assert!(!line.starts_with(ch), "`{ch}` starts a line of {text}");
            }
            cases += 1;
        }
    }
    assert!(cases >= 180, "{cases}");
}

#[test]
fn opening_brackets_never_end_a_line() {
    for ch in "「『（〔［｛〈《【".chars() {
        for before in 1..8 {
            let text = format!("{}{ch}{}", "国".repeat(before), "国".repeat(9));
            for line in lines(&lay(&spec(&text, ems(5.0) + 0.01, 60.0))) {
                assert!(!line.ends_with(ch), "`{ch}` ends a line of {text}");
            }
        }
    }
}

#[test]
fn what_belongs_together_stays_together() {
    for (text, whole) in [
        ("猫が道で3枚引いた", "3枚"),
        ("猫たちが12人いた家", "12人"),
        ("猫たちに2つあげた", "2つ"),
        ("静かだった……夜の道", "……"),
        ("静かだった――夜の道", "――"),
        ("猫がチョコレートを食べる", "チョコレート"),
        ("第3章の猫の話をする", "第3章"),
    ] {
        for w in 7..10 {
            let laid = lay(&spec(text, ems(w as f32), 60.0));
            assert!(
                lines(&laid).iter().any(|l| l.contains(whole)),
                "{:?}",
                lines(&laid)
            );
        }
    }
}

#[test]
fn japanese_breaks_at_phrases() {
    let laid = lay(&BoxSpec {
        align: Align::Center,
        ..spec("カードを2枚引く。", ems(6.0), 60.0)
    });
    assert_eq!(lines(&laid), ["カードを", "2枚引く。"]);
    let laid = lay(&spec("となりの人に、手札を1枚わたす。", ems(9.0), 60.0));
    assert_eq!(lines(&laid), ["となりの人に、", "手札を1枚わたす。"]);
}

/// The words of `text` that its lines part.
fn parted<'a>(laid: &LaidBox, text: &str, words: &[&'a str]) -> Vec<&'a str> {
    let lines = lines(laid);
    assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
    let whole = |word: &&&str| lines.iter().any(|l| l.contains(**word));
    words.iter().filter(|w| !whole(w)).copied().collect()
}

#[test]
fn japanese_words_stay_whole() {
    // Sentences of our kits, at the width they are printed at, and words that were parted there once.
    #[rustfmt::skip]
    let cases: &[(&str, f32, Align, &[&str])] = &[
        ("おみやげを選んでいるうちに、学校のバスが出た。運転手さんは、笑顔で手をふっている。", 12.1, Align::Center, &["うちに"]),
        ("つまずいて、クラス全員分のカレーを放り投げた。なべは今、まだ空中にある。", 12.1, Align::Center, &["放り投げた。", "クラス全員分の"]),
        ("カラスが、弁当のからあげをうばっていった。そして、仲間を十二羽つれてもどってきた。", 12.1, Align::Center, &["からあげを", "つれて"]),
        ("ワックスをぬりたてのろう下で、足がすべった。止まらない。行く手には、トロフィーのガラスケース。", 12.1, Align::Center, &["ろう下で、", "行く手には、"]),
        ("助走のとちゅうで、とび箱が十五段だと気づいた。足は、もう止まらない。", 12.1, Align::Center, &["とび箱が"]),
        ("友だちに回した手紙が、先生につかまった。読み上げる気まんまんだ。中身は先生の似顔絵である。", 12.1, Align::Center, &["読み上げる"]),
        ("飼育小屋の戸をしめわすれた。十一羽のウサギが、校長先生のチューリップをめざしている。", 12.1, Align::Center, &["しめわすれた。"]),
        ("自由研究の火山が、ふん火をやめない。あわは、審査員のくつまでとどいた。", 12.6, Align::Center, &["ふん火を"]),
        ("派閥　下の表の枚数をまぜ、1人に1枚ずつふせて配ります。のこりは使いません。終わるまで、だれも見てはいけません。自分のカードも！", 24.2, Align::Left, &["終わるまで、"]),
        ("カウントで失敗しても、出したアイテムは捨てて引き直します。", 25.1, Align::Left, &["引き直します。"]),
        ("使ったアイテムを捨てて、同じ枚数を引きます。山がなくなったら、捨て札をまぜて新しい山にします。次は、左どなりの人の番です。", 26.2, Align::Left, &["枚数を"]),
        ("君のけったボールが、校長室のまどをつきやぶった。足音が近づいてくる。", 12.1, Align::Center, &["校長室の"]),
        ("寝ぐせが一本、まっすぐ天をさしている。よりによって、今日はクラス写真の日だ。", 12.1, Align::Center, &["クラス写真の"]),
        ("目の前で校門がしまった。当番の先生は、わざとらしく空を見ている。", 12.1, Align::Center, &["わざとらしく"]),
        ("フィールドシート：温度は−10〜+10。2ページをはり合わせます。", 25.1, Align::Left, &["はり合わせます。"]),
        ("毎ターン、全員がアクションカードを1枚ずつ、こっそり出します。プラスの数だけ卵はあたたまり、マイナスの数だけ冷えます。10ターンのあいだ適温を守れたら、ひなの誕生、バース（BIRTH）！　守れなければバースト。だれかのライフがへって、はじめからやり直しです。だれか1人でもライフがなくなったら、全員の負けです。", 26.3, Align::Left, &["やり直しです。"]),
        ("表になっているカードのことは、何でも話せます。自分の手札や、これから出すカードは、言ったりほの\u{2060}めかしたりしてはいけません。手札を順番にならべると、カードをぬく場所で数がばれてしまいます。ばらばらに持ちましょう。", 26.3, Align::Left, &["ほのめかしたり"]),
        ("ねこをかく：同じように、自分がわに1匹、相手がわに1匹。ねこがスタートした列が、そのねこの家の列です。", 24.0, Align::Left, &["相手がわに"]),
        ("となりのマンホールにもぐり、同じ横列の同じ色のマンホールから出て、さらに1マス進みます。ここまでで1手番です。線のないマンホールどうしでだけ使え、使うと両方ともふさがります。", 26.0, Align::Left, &["もぐり、"]),
        ("上の線で半分に折り、のりづけせずにテントのように開いておく。ドアのわくの上にかける（3びきが重なってもよい）。取るときは持ち上げるだけ。", 11.5, Align::Center, &["持ち上げるだけ。"]),
        ("おさかなカードは1点が20まい、2点が15まい、3点が10まい。ほかに、学校になるへや5つと、いろカード4まい。魚16ぴきのうち、プレイヤーの色が3びきずつ、のこり4ひきの白い魚は学校をとめるのに使います。へやの折り方と、ペンギンを何にはるかは「学校の組み立て方」を見てください。紙だけのペンギンは、はじけません。", 27.7, Align::Left, &["折り方と、"]),
        ("ペンギンがかべのそばにあるときは、はじく前にいちばん近い赤い線の上（あいている所）へ動かしてもかまいません。ペンギンのまん中を線に合わせます。ドアにひっかかったら、上から見てペンギンが見えているほうのへやの赤い線をえらびます。", 27.7, Align::Left, &["合わせます。"]),
        ("手番　おにの左どなりから時計回り。手番では1回はじくだけ。にげる子の最初の手番は、教室（1）の赤い丸から。まだ丸の上にいたら、丸から出るまではじき直します。次の手番からは、今いる場所からはじきます。", 27.7, Align::Left, &["はじき直します。"]),
        ("アイテムカード　40枚：猫、チョコレート、骨格模型など。", 25.1, Align::Left, &["骨格模型など。"]),
        ("口いっぱいに牛乳をふくんだとたん、となりの席で変顔が始まった。正面には先生がすわっている。", 12.1, Align::Center, &["ふくんだ"]),
    ];
    for &(text, width, align, words) in cases {
        let laid = lay(&BoxSpec {
            align,
            ..spec(text, ems(width), 200.0)
        });
        let none: [&str; 0] = [];
        let text = text.replace('\u{2060}', "");
        assert_eq!(parted(&laid, &text, words), none, "{:?}", lines(&laid));
    }
}

#[test]
fn phrases_in_hiragana_stay_whole() {
    // Sentences for children, with bars between phrases as a reader set them, nine letters a line.
    let (mut ends, mut inside) = (0, Vec::new());
    for marked in include_str!("../data/phrases.txt").lines() {
        let text = marked.replace('|', "");
        let mut at = 0;
        let phrases = marked.split('|').map(|phrase| {
            at += phrase.chars().count();
            at
        });
        let phrases: Vec<usize> = phrases.collect();
        let lines = lines(&lay(&spec(&text, ems(9.0), 200.0)));
        assert_eq!(lines.concat(), text);
        at = 0;
        for line in &lines[..lines.len() - 1] {
            at += line.chars().count();
            ends += 1;
            if !phrases.contains(&at) {
                inside.push(lines.join("|"));
            }
        }
    }
    // 34 of 255 with the list of words that told phrases before the model did.
    assert!(
        inside.len() <= 26,
        "{} of {ends}: {inside:#?}",
        inside.len()
    );
}

#[test]
fn no_japanese_word_is_parted_to_spare_a_line() {
    // Room for four lines, of which three would do.
    let text = "助走のとちゅうで、とび箱が十五段だと気づいた。足は、もう止まらない。";
    let laid = lay(&BoxSpec {
        align: Align::Center,
        ..spec(text, ems(12.1), ems(1.0 + 3.0 * 1.6))
    });
    let words = [
        "とちゅうで、",
        "とび箱が",
        "十五段だと",
        "気づいた。",
        "止まらない。",
    ];
    assert_eq!(parted(&laid, text, &words), [""; 0], "{:?}", lines(&laid));
}

#[test]
fn a_long_text_shrinks_a_little_before_a_japanese_word_is_parted() {
    let text = "イベントを1枚めくって読みあげます。山に見えている次のカードの数字が、使うアイテムの枚数です。";
    let tight = BoxSpec {
        min_size: Pt(5.0),
        ..spec(text, ems(10.2), ems(1.0 + 4.0 * 1.6))
    };
    let laid = lay(&tight);
    assert_eq!(
        parted(&laid, text, &["めくって", "読みあげます。"]),
        [""; 0]
    );
    assert!(
        laid.size >= Pt(9.5) && laid.size < Pt(10.0),
        "{:?}",
        laid.size
    );
    // Where it may not shrink, it fits as it always did.
    let fixed = lay(&BoxSpec {
        min_size: Pt(10.0),
        ..tight
    });
    assert_eq!((fixed.size, fixed.lines), (Pt(10.0), 5));
}

#[test]
fn authors_say_where_a_line_may_end() {
    let first = |text: &str| lines(&lay(&spec(text, ems(8.4), 200.0))).remove(0);
    // A zero-width space is a place to break, even inside a word; a word joiner never is.
    assert_eq!(first("カスタ\u{200B}ネットモドキ"), "カスタ");
    let phrase = "青い紙を\u{2060}五枚と\u{200B}はさみ";
    assert_eq!(first(phrase), "青い紙を五枚と");
    assert_eq!(first("青い紙を五枚あつめる"), "青い紙を五枚");
    assert_eq!(first("青い紙を五枚\u{2060}あつめる"), "青い紙を");
}

#[test]
fn centred_lines_are_balanced() {
    let laid = lay(&BoxSpec {
        align: Align::Center,
        ..spec("The cat who sat on the warm mat", 33.0, 30.0)
    });
    let widths: Vec<f32> = extents(&laid).iter().map(|(a, b)| b - a).collect();
    assert_eq!(widths.len(), 2, "{:?}", lines(&laid));
    assert!((widths[0] - widths[1]).abs() < 8.0, "{widths:?}");
    for (a, b) in extents(&laid) {
        assert!(((a + b) / 2.0 - 16.5).abs() < 0.01);
    }
}

#[test]
fn bold_and_italic_are_their_own_runs() {
    let laid = lay(&spec("take **two** *fish* now", 60.0, 10.0));
    let looks: Vec<(String, u16, bool)> = laid
        .block
        .runs
        .iter()
        .map(|r| (r.text.clone(), book().face(r.font).weight, r.slant))
        .collect();
    assert_eq!(
        looks,
        [
            ("take ".into(), 400, false),
            ("two".into(), 700, false),
            (" ".into(), 400, false),
            ("fish".into(), 400, true),
            (" now".into(), 400, false),
        ]
    );
}

#[test]
fn japanese_italic_is_bold() {
    let laid = lay(&spec("*猫*", 60.0, 10.0));
    assert_eq!(
        (
            book().face(laid.block.runs[0].font).weight,
            laid.block.runs[0].slant
        ),
        (700, false)
    );
}

#[test]
fn missing_letters_come_from_another_font() {
    // Zen Maru Gothic has no Latin Extended-A.
    let laid = lay(&spec("w mieście Łódź", 60.0, 10.0));
    assert_eq!(lines(&laid), ["w mieście Łódź"]);
    let runs = &laid.block.runs;
    assert_eq!(
        runs.last().map(|r| r.text.as_str()),
        Some("Łódź"),
        "a word keeps to one font"
    );
    assert_ne!(runs.first().map(|r| r.font), runs.last().map(|r| r.font));
}

#[test]
fn tags_of_tables_from_elsewhere_are_understood() {
    let text = "<b>Bold</b> and <i>slanted</i><br>next";
    let laid = lay(&spec(text, 60.0, 20.0));
    assert_eq!(lines(&laid), ["Bold and slanted", "next"]);
    assert!(
        laid.block
            .runs
            .iter()
            .any(|r| r.slant && r.text == "slanted")
    );
}

#[test]
fn right_to_left_is_refused_by_name() {
    let err = lay_box(&spec("ok שלום", 60.0, 10.0), book(), &NoIcons).unwrap_err();
    assert_eq!(err, TextError::RightToLeft { ch: 'ש' });
}

#[test]
fn a_character_no_font_has_is_an_error() {
    let err = lay_box(&spec("ok 🦜", 60.0, 10.0), book(), &NoIcons).unwrap_err();
    assert_eq!(err, TextError::MissingGlyph { ch: '🦜' });
    assert_eq!(err.to_string(), "no font has the character `🦜` (U+1F99C)");
}

#[test]
fn unknown_font_and_icon_are_errors() {
    let err = lay_box(
        &BoxSpec {
            family: "Comic",
            ..spec("a", 9.0, 9.0)
        },
        book(),
        &NoIcons,
    )
    .unwrap_err();
    assert_eq!(err.to_string(), "unknown font `Comic`");
    assert!(
        err.hint()
            .is_some_and(|h| h.to_string().contains("Zen Maru Gothic"))
    );
    let err = lay_box(&spec("get :fihs:", 60.0, 9.0), book(), &Fish).unwrap_err();
    assert_eq!(
        err,
        TextError::UnknownIcon {
            name: "fihs".into()
        }
    );
}

#[test]
fn shrinks_only_as_far_as_needed() {
    let text = "Take two cards from the deck and give one to your left neighbour.";
    let laid = lay(&BoxSpec {
        min_size: Pt(5.0),
        ..spec(text, 36.0, 12.0)
    });
    assert!(
        laid.size < Pt(10.0) && laid.size >= Pt(5.0),
        "{}",
        laid.size
    );
    assert!(laid.height <= 12.01 && laid.width <= 36.01);
    let larger = Pt(laid.size.0 + 0.25);
    assert!(
        lay_box(
            &BoxSpec {
                size: larger,
                min_size: larger,
                ..spec(text, 36.0, 12.0)
            },
            book(),
            &NoIcons
        )
        .is_err()
    );
}

#[test]
fn overflow_says_what_would_fit() {
    let text = "Take two cards from the deck and give one to your left neighbour.";
    let tight = BoxSpec {
        size: Pt(9.0),
        min_size: Pt(8.0),
        ..spec(text, 30.0, 8.0)
    };
    let Err(TextError::Overflow {
        tried,
        fits: Some(fits),
        wide,
        high,
        lines,
    }) = lay_box(&tight, book(), &NoIcons)
    else {
        panic!("should not fit");
    };
    assert_eq!(tried, Pt(8.0));
    assert!(
        fits < Pt(8.0) && wide.0 == 0.0 && high.0 > 0.0 && lines == 1,
        "{fits} {wide} {high} {lines}"
    );
    lay(&BoxSpec {
        size: fits,
        min_size: fits,
        ..spec(text, 30.0, 8.0)
    });
}

#[test]
fn a_word_wider_than_its_box_is_an_error_with_the_excess() {
    let err = lay_box(&spec("Incomprehensibilities", 20.0, 40.0), book(), &NoIcons).unwrap_err();
    let TextError::Overflow {
        wide,
        fits: Some(fits),
        ..
    } = err
    else {
        panic!("{err}")
    };
    let natural = lay_line("Incomprehensibilities", 10.0 * PT, Rgb::default(), book())
        .unwrap()
        .width;
    assert!((wide.0 - f64::from(natural - 20.0)).abs() < 0.01);
    assert!(fits.0 <= 10.0 * 20.0 / f64::from(natural));
}

#[test]
fn short_titles_shrink_before_a_word_is_cut() {
    let laid = lay(&BoxSpec {
        min_size: Pt(7.0),
        ..spec("チョコレート", ems(5.5), 30.0)
    });
    assert_eq!(lines(&laid), ["チョコレート"]);
    assert!(laid.size < Pt(10.0));
}

#[test]
fn icons_stand_in_the_line() {
    let laid = lay(&spec("Get :fish:. Go", 60.0, 10.0));
    let icon = &laid.block.icons[0];
    assert!((icon.h - 1.05 * ems(1.0)).abs() < 0.001 && (icon.w - 2.0 * icon.h).abs() < 0.001);
    let baseline = laid.block.runs[0].y;
    assert!(icon.y < baseline && icon.y + icon.h > baseline - 0.7 * ems(1.0));
    assert_eq!(laid.block.runs[1].text, ". Go");
    assert!((laid.block.runs[1].x - (icon.x + icon.w)).abs() < 0.001);
}

#[test]
fn icons_keep_their_punctuation_and_number() {
    for w in 12..30 {
        let laid = lay(&spec("Take 3:fish:! and :fish:, then rest", w as f32, 60.0));
        for run in laid
            .block
            .runs
            .iter()
            .filter(|r| r.text.starts_with(['!', ',']))
        {
            assert!(run.x > 1.0, "{:?}", lines(&laid));
        }
        let three = laid
            .block
            .runs
            .iter()
            .find(|r| r.text.contains('3'))
            .unwrap();
        let baseline_mid = three.y - 0.36 * ems(1.0);
        let icon = &laid.block.icons[0];
        assert!(
            (icon.y + icon.h / 2.0 - baseline_mid).abs() < 0.3,
            "number and icon on one line"
        );
    }
}

#[test]
fn japanese_and_latin_get_a_thin_space() {
    let width = |t: &str| lay_line(t, 1.0, Rgb::default(), book()).unwrap().width;
    let gap = width("猫A猫") - width("A") - 2.0;
    assert!((2.0 / 8.0..=2.0 / 6.0 + 0.001).contains(&gap), "{gap}");
    // Not where a space is written, nor beside brackets.
    let written = width("猫 A") - width("A") - 1.0 - width(" ");
    assert!(written.abs() < 0.01, "{written}");
    assert!((width("あ（A）あ") - width("A") - 4.0).abs() < 0.01);
}

#[test]
fn punctuation_pairs_are_tightened() {
    let width = |t: &str| lay_line(t, 1.0, Rgb::default(), book()).unwrap().width;
    for (text, expected) in [
        ("国」「国", 3.5),
        ("国、「国", 3.5),
        ("国。」国", 3.5),
        ("国（「国", 3.5),
        ("国」国", 3.0),
    ] {
        assert!(
            (width(text) - expected).abs() < 0.01,
            "{text}: {}",
            width(text)
        );
    }
}

#[test]
fn brackets_are_flush_at_the_edges() {
    let laid = lay(&spec("「国国」", 60.0, 10.0));
    assert!((laid.block.runs[0].x + 0.5 * ems(1.0)).abs() < 0.001);
    assert!((laid.width - ems(3.0)).abs() < 0.001);
}

#[test]
fn justified_lines_end_at_the_edge_but_the_last() {
    let text = "Every player takes three cards and keeps one of them; the others go back into the deck face down.";
    let laid = lay(&BoxSpec {
        align: Align::Justify,
        ..spec(text, 50.0, 60.0)
    });
    let ends = extents(&laid);
    for (_, right) in &ends[..ends.len() - 1] {
        assert!((right - 50.0).abs() < 0.05, "{ends:?}");
    }
    assert!(ends.last().unwrap().1 < 50.0);
    let ja =
        "全員が三枚のカードを取り、その中から一枚だけを手元に残して、ほかは裏向きで山札にもどす。";
    let laid = lay(&BoxSpec {
        align: Align::Justify,
        ..spec(ja, ems(13.3), 60.0)
    });
    let full = extents(&laid).iter().filter(|e| e.1 > ems(13.2)).count();
    assert!(full + 1 >= laid.lines, "{:?}", extents(&laid));
}

#[test]
fn justify_never_tears_a_line_apart() {
    let laid = lay(&BoxSpec {
        align: Align::Justify,
        ..spec("ab incomprehensible", 28.0, 60.0)
    });
    for run in &laid.block.runs {
        assert!(run.glyphs.iter().all(|g| g.advance < 1200.0));
    }
}

#[test]
fn hanging_items_hang() {
    let laid = lay(&spec("- one two three four five six\n- seven", 25.0, 60.0));
    let lefts: Vec<f32> = extents(&laid).iter().map(|e| e.0).collect();
    assert_eq!(lefts[0], 0.0);
    assert!(lefts[1] > 1.0 && *lefts.last().unwrap() == 0.0, "{lefts:?}");
    assert!(lines(&laid)[0].starts_with("• one"));
}

#[test]
fn middle_is_optical() {
    let h = 10.0;
    let laid = lay(&BoxSpec {
        valign: VAlign::Middle,
        ..spec("H", 20.0, h)
    });
    let face = book().face(laid.block.runs[0].font);
    let cap = face.cap_height / face.units_per_em * ems(1.0);
    assert!((laid.block.runs[0].y - cap / 2.0 - h / 2.0).abs() < 0.01);
    let laid = lay(&BoxSpec {
        valign: VAlign::Middle,
        ..spec("国", 20.0, h)
    });
    assert!((laid.block.runs[0].y - 0.38 * ems(1.0) - h / 2.0).abs() < 0.01);
}

#[test]
fn leading_follows_the_script() {
    let distance = |text: &str| {
        let laid = lay(&spec(text, 50.0, 60.0));
        (laid.block.runs.last().unwrap().y - laid.block.runs[0].y) / ems(1.0)
    };
    assert!((distance("a\nb") - 1.35).abs() < 0.001);
    assert!((distance("国\n国") - 1.6).abs() < 0.001);
}

#[test]
fn soft_hyphens_show_only_where_used() {
    let laid = lay(&spec("in\u{AD}comprehen\u{AD}sible", 60.0, 20.0));
    assert_eq!(lines(&laid), ["incomprehensible"]);
    let laid = lay(&spec("incomprehen\u{AD}sibilities", 25.0, 20.0));
    assert_eq!(lines(&laid), ["incomprehen\u{AD}", "sibilities"]);
}

#[test]
fn nonsense_sizes_are_refused() {
    for size in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(
            lay_box(
                &BoxSpec {
                    size: Pt(size),
                    ..spec("a", 9.0, 9.0)
                },
                book(),
                &NoIcons
            ),
            Err(TextError::BadSize { .. })
        ));
    }
    assert!(lay_box(&spec("a", -1.0, 9.0), book(), &NoIcons).is_err());
    assert!(lay_box(&spec("a", f32::NAN, f32::NAN), book(), &NoIcons).is_err());
    assert_eq!(lay(&spec("", 9.0, 9.0)).block.runs.len(), 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn nothing_is_lost_and_nothing_leaves_the_box(
        words in prop::collection::vec("[a-zA-Z0-9]{1,7}|[あ-んア-ン国猫人一二]{1,5}|[、。「」（）！ー…]|[.,()]{1,2}", 1..25),
        spaced in any::<bool>(),
        w in 28f32..60.0,
        align in prop::sample::select(vec![Align::Left, Align::Center, Align::Right, Align::Justify]),
    ) {
        let text = words.join(if spaced { " " } else { "" });
        let spec = BoxSpec { text: &text, w, h: 400.0, size: Pt(9.0), min_size: Pt(2.0), align, ..BoxSpec::default() };
        if let Ok(laid) = lay_box(&spec, book(), &NoIcons) {
            let got: String = laid.block.runs.iter().map(|r| r.text.as_str()).collect();
            prop_assert_eq!(&got, text.trim());
            for run in &laid.block.runs {
                let sum: usize = run.glyphs.iter().map(|g| usize::from(g.len)).sum();
                prop_assert_eq!(sum, run.text.len());
            }
            let half = laid.size.0 as f32 * PT * 0.51;
            for (a, b) in extents(&laid) {
                prop_assert!(a > -half && b < w + half, "{} {} of {}", a, b, w);
            }
        } else {
            prop_assert!(!spaced || words.iter().any(|x| x.chars().count() > 0));
        }
    }
}
