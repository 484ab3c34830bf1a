//! Where Japanese phrases end: words with the particles and endings that hang on them.
//!
//! Kanji and katakana show by themselves where most words are. What stands in hiragana is read as the cheapest row of
//! particles, endings and common words; what none of them explains hangs on what is before it. A place inside a word
//! costs so much that a line ends there only if nothing else fits.

use std::sync::LazyLock;

use super::breaks::Break;
use super::chars::Class;
use super::markup::Char;

/// A place inside a word.
pub(crate) const WORD: f32 = 120.0;
/// Between a word and its particle.
const PARTICLE: f32 = 75.0;
/// Between the parts of a compound.
const PART: f32 = 70.0;
/// Perhaps between phrases, perhaps not.
const PERHAPS: f32 = 30.0;
/// Between a verb and its helper: 見て|ください.
const HELPER: f32 = 10.0;
/// Between phrases.
const PHRASE: f32 = 1.5;

/// What a piece of hiragana is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Nothing known: most often what follows a kanji (行**く**) or an ending.
    Unknown,
    /// A particle: a phrase may end after it.
    Particle,
    /// An ending of a verb or an adjective: likewise.
    Ending,
    /// A word that is complete.
    Word,
    /// The beginning of a verb or an adjective.
    Stem,
    /// What follows a stem.
    Tail,
    /// A verb that follows another one's て.
    Helper,
    /// する, which makes a verb of the noun before it.
    Do,
}

const PARTICLES: &str = "\
    を は が に で と も の へ や から まで より だけ ずつ など しか ほど くらい ぐらい ばかり のみ さえ すら \
    こそ でも では には とは とも にも のは のに ので への からは からも までは までに までの ては ても て って たら なら \
    ならば ば ながら たり だり けど けれど けれども として によって により による について につき にとって において \
    ごと ごとに ごとの おき おきに どうし がわ たち だらけ れば ければ なければ なくて ないで ずに つつ とか だの かも なのか \
    とも までも だけで だけの だけは だけが だけに ほどの などの などは などを じゃ ちゃ や かの";

/// Particles that are the inside of a word more often.
const DOUBTFUL: &str = "か ね よ";

const ENDINGS: &str = "\
    ます ました ません ませんでした まして ましょう です でした でしょう だ だった だろう た ない なかった なく たい \
    たく たがる そうな そうに そうだ ような ように ようだ ようと らしい らしく らしき られる られた られ られて られない れる れた せる \
    させる させた させて った んだ ず ぬ な のです んです じゃない かった くない べき なさい すぎ すぎる すぎた すぎて \
    ぶくろ ぴき びき さん くん ちゃん さま みたいな みたいに みたい っぱなし っぽい だらけ まみれ ぶり げに ましょ";

/// Words that explain what is before them.
const FORMAL: &str = "うち とき ところ こと もの ほう ため とおり たび わけ はず まま ままで あと";

const WORDS: &str = "\
    この その あの どの これ それ あれ どれ ここ そこ あそこ どこ こちら そちら あちら どちら こっち そっち あっち どっち \
    こう そう どう こんな そんな あんな どんな このまま そのまま そのとき そのあと このとき だれ なに なん なぜ いつ いつも \
    いつか いくつ いくら みんな みな すべて ぜんぶ すこし すぐ すぐに もう まだ まだまだ また まず もし もしも もっと \
    もっとも ずっと とても ちょっと ちょうど きっと やっと ただ ただし しかし そして それから それで それでも それぞれ \
    だから なので さらに しかも たとえば つまり なお または および まったく ほとんど たくさん いっしょ いっせい いっぱい \
    いちばん いちど いっぽう ふたたび はじめ はじめて さいしょ さいご おわり つぎ まえ あと うしろ うえ なか そと となり \
    よこ まわり あいだ つもり ほか うら おもて みぎ ひだり ひと \
    ひとり ふたり ひとつ ふたつ みっつ よっつ ひとりひとり あなた わたし ぼく じぶん あいて ゆっくり しっかり ぴったり \
    はっきり そっくり びっくり こっそり ばっちり ぎりぎり かならず けっして ぜったい たいてい たぶん なるべく ちゃんと \
    そっと ふと ぱっと むり だめ じゅんばん じゅんび とちゅう とたん いろいろ ばらばら さかさま ななめ まっすぐ ひみつ \
    ふつう いま きょう きのう あした あさって けさ こんど こんや さっき やがて とつぜん そもそも わざと わざわざ もちろん \
    やはり やっぱり まるで たまに たまたま ときどき だんだん どんどん そろそろ ぐるぐる いきなり あらかじめ かわり \
    かわりに おかげ せい くせ よそ あたり てまえ おく むこう まんなか すみ そば ちかく とおく てっぺん かたち いろ あな \
    ねこ いぬ とり うさぎ さる くま さかな くだもの たべもの のみもの ひとこと たまご ひな むし はな くじ かばん ぼうし はさみ めがね ほうき うちわ いす つくえ \
    へや まど かべ はし はしっこ ふち なべ やかん くつ うわばき ろうか そうじ おに おにごっこ おやつ おもちゃ おにぎり \
    おなか ごはん からあげ たいこ なわとび あそび しくみ こぶし みどり きいろ あか あお しろ くろ なまえ なかま ともだち \
    こども おとな おとこ おんな おとうさん おかあさん せんせい ひげ つけひげ かんむり しゃっくり まくら みやげ おみやげ \
    ひこうき かち まけ とくい とくしゅ どうぐ のり のりしろ はば ふた ふくろ はこ やま いえ みち まち うみ かわ そら ほし \
    つき みず おちゃ おかし おかね おわん さら りんご みかん ふりだし あがり まちがい じゃんけん さいころ こま かるた \
    すごろく はんい ほこり らんぼう おおぜい ふだん いったん いっかい うっかり がっかり さっぱり すっかり のんびり \
    ぼんやり にっこり こっち いわく わく らん なし のこり えんりょ いごこち きもち かっこう げんき だいじ たいせつ \
    かんたん べんり しずか にぎやか りっぱ きれい すき きらい じゅん さいかい すじ おさかな おしり じょうず へた さま ところで まい ぐう ちょき ぱあ ぶじ けっこう \
    いっき むかし ころ ひま じゃま せりふ ことば うそ ほんとう うた おと におい あじ おなじ はるか";

const STEMS: &str = "\
    あが あける あけ あそぶ あそん あたる あたり あたっ あたため あたたま あつい あつ あつかう あつかい あつま あつめ あまっ あまる あまり \
    あらわ あわせ あわて いれ いけ うけ うごか うごき うごく うばっ うばい うばう うつ うま えらび えらぶ えらん おいか おいつ \
    おえ おおい おおく おこな おさえ おさま おさめ おしえ おちる おちた おちて おとす おとし おどろ おぼえ おもい おもう \
    おもっ おもしろ おりる おりて おわる おわり おわっ おわれ おわら かいて かいた かいてあ かき かく かきま かぎり かぎる かぎら かかれ かえし かえす かえる かえり かえっ かかる かかっ かかれ \
    かかり かかえ かくす かくし かくれ かける かけ かこむ かこみ かこん かさね かぞえ かたづけ かたむ かなえ かぶせ かぶっ かぶる \
    かまい かまう かまわ かよ かわる かわっ かわいい がんば きまる きまっ きまり きめ きれる きれい くずれ くずす くばる くばり \
    くばっ くらべ くりかえ くわえ けって けった けす こえる こえて こえた こえま こたえ こぼし こぼす こぼれ こまる こまっ こまか \
    こわい こわす こわし こわれ こわさ こわせ さがす さがし さがる さける さけて さげ ささえ さしだ さしこ さわる さわっ さわり \
    しずま したがう したがい したがえ したがっ したがわ したがお しめす しめし しめる しめて しめた しめわす しめき しらべ しるし しる \
    しら さめ さけぶ さけん さむい さむ すすむ すすみ すすん すすめ すてる すてて すてた すてま すてら すべる すべっ すべり すわる すわっ すわり ずらす \
    ずらし ずれ そだて そなえ そびえ そろう そろい そろえ そろっ たおす たおれ たしか たす たした たたかう たたかい たたく \
    たたい たたむ たたん たてる たてて たのむ たのし たのん たべ たまる たまっ ためす ためし ためる たりる たりな たりま たりれ \
    だす だした だして だしま ちがう ちがい ちがっ ちがえ ちかい ちかづ ちぎ ちいさ つかう つかい つかっ つかえ つかま つかむ つかん \
    つかみ ついて ついた つき つきあ つきやぶ つく つくる つくり つくっ つける つけ つたえ つづく つづき つづけ つづい つなぐ つなぎ つなげ つない \
    つながっ つながる つながり つぶす つぶし つぶる つぶれ つまずい つまず つまる つまっ つむ つもる つもっ つよい つよく つよ つれ つるつる \
    できる できた できま でき できな できれ でる でた でて でます とける とじる とじて とじこ とどく とどい とどか とどけ となりあ となりど \
    とばす とばし とびこ とびだ とびつ とぶ とんで とんだ とまる とまっ とまり とめ とらえ とる とった とって とっても とります とりの とりだ とりか とれ とれる どなり \
    なおす なおし なおる ながい ながく ながめ ながれ なくす なくし なくなる なくなっ なくなり なくなれ なくなら なげ なまけ なやみ なやむ なやん \
    ならべ ならぶ ならび ならん なる なった なって なります なり なれ ならな なれば にげ にぎ ぬいて ぬいた ぬい ぬく ぬける ぬけ ぬった \
    ぬって ぬりつぶ ぬりたて ぬり ぬる ねむ ねらう ねらい ねらっ のこす のこし のこる のこっ のこら のせ のばす のばし のびる のべ \
    のぼる のぼり のぼっ のむ のんで のんだ のる のって のった はいる はいっ はいり はいら はいれ はがす はがし はがれ はこぶ \
    はこび はこん はさむ はさみ はさん はさま はしる はしっ はしり はじく はじき はじい はじけ はじま はじめ はずす はずし はずれ はなす はなれ \
    はまる はまって はまった はまっ はまり はまら はめ はらう はらい はらっ はりつ はりあ はる はって はった はります はり ばれ ぶらさ ひかる ひかっ ひき ひく ひいて ひいた ひけ ひっくり \
    ひっかか ひっかけ ひっぱ ひらく ひらい ひらき ひろい ひろう ひろっ ひろが ふえ ふく ふいて ふくむ ふくみ ふくめ ふくん ふさが ふさぐ ふせ \
    ふやす ふやし ふりむ ふりま ふる ふって ふった ふれ へった へって へらす へらし へる へり ほうりな ほのめか まん まがる まがっ まがり まぎれ まける \
    まけた まけて まざ まぜ まちがえ まちがっ まつ まって まとめ まとま まねる まねし まもる まもり まもっ まよう まよい まよっ まわる まわっ \
    まわり まわし まわす みえ みせ みたす みたし みたさ みちび みつか みつけ みつめ みなす むかう むかい むかっ むける むけ むす めくる めくり めくっ めくら めくれ \
    めざす めざし もぐ もどす もどし もどさ もどる もどっ もどり もどら もどれ もどせ もち もつ もって もった もとめ もとづ やすむ やすみ やすん やった やって やっつ \
    やぶる やぶれ やぶっ やぶり やめ やり やりなお やる やれ ゆずる ゆずっ ゆるす ゆるし ゆれる よけ よごす よごれ よぶ よばれ よむ よんで よろこ わかる わかっ わから \
    わかり わかれ わける わけて わけま わすれ わたす わたし わたる わたっ わらう わらい わらっ わる わって わった うれし おいし おおき \
    おそい おそく おもた かなし かわいら くやし さびし しかた すごい すごく すばや すばらし たかい たかく ただし たのもし つまらな ながい ひくい ひろい \
    ふるい まるい まるく むずかし やさし よい よく よさ よかっ わるい わるく いい いや えらい はやい はやく めでた うるさ あかる くらい くらく あわ いかす いかし いえる いえば いう いって いった いわれ いわ";

const HELPERS: &str = "\
    いる いて いた います いました いません いない いなけれ いたら いれば いよう いく いき いけ いった いって おく おき おいて \
    おいた おけば しまう しまった しまって しまい しまわ くる きた きて きます きました くれる くれた くれて くれま もらう もらい \
    もらった もらって もらえ もらわ みる みて みた みよう みましょう みます ある あり あった あって あれば あげる あげて \
    あげた あげま ください くださ ほしい ほしく いただく いただき いただけ おり おります やる";

const DOES: &str = "\
    する して した します しました しません しない しなけれ しよう しましょう しろ すれば させ され せず しては しても してから できる できた できます できません できない";

/// Kanji whose い ends an adjective: 赤い, not 言い.
const ADJECTIVES: &str = "赤青白黒多高低長短近遠強弱早速良悪古若広狭深浅太細重軽暑寒熱安甘辛丸固硬痛濃薄鋭鈍臭偉怖眠緩苦荒淡無";

/// Kanji after a number and its counter that belong to them: 2枚以上, 3人用.
const AFTER_COUNTER: &str = "目以分間半台用前後中内上下未程位月年日時代制組式型戦着者番類";

/// What counts after a number.
const COUNTERS: &str =
    "枚人回点匹羽本個組列段度秒分時日月年歳円冊台頭種票勝敗位手周歩倍色番行面箱皿杯袋束";

/// The second half of many a long katakana word.
const TAILS: [&str; 24] = [
    "カード",
    "ボード",
    "シート",
    "タイル",
    "ゲーム",
    "ポイント",
    "チップ",
    "トークン",
    "ルール",
    "セット",
    "ページ",
    "ケース",
    "ブック",
    "マップ",
    "プレイヤー",
    "ターン",
    "ラウンド",
    "マーカー",
    "スペース",
    "ボックス",
    "アイテム",
    "イベント",
    "ミッション",
    "コマンド",
];

/// A word of kana, as numbers from ぁ on.
struct Entry {
    kana: Vec<u8>,
    kind: Kind,
    cost: u16,
}

/// All words by their first kana.
struct Lexicon(Vec<Vec<Entry>>);

const FIRST: u32 = 0x3041;
const KANA: usize = 0x60;

fn kana(ch: char) -> u8 {
    (ch as u32).wrapping_sub(FIRST).min(KANA as u32 - 1) as u8
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut all: Vec<Vec<Entry>> = (0..KANA).map(|_| Vec::new()).collect();
    for (list, kind, cost) in [
        (PARTICLES, Kind::Particle, 2),
        (DOUBTFUL, Kind::Particle, 4),
        (FORMAL, Kind::Word, 2),
        (ENDINGS, Kind::Ending, 2),
        (WORDS, Kind::Word, 3),
        (STEMS, Kind::Stem, 3),
        (HELPERS, Kind::Helper, 3),
        (DOES, Kind::Do, 3),
    ] {
        for word in list.split_ascii_whitespace() {
            let kana: Vec<u8> = word.chars().map(kana).collect();
            all[usize::from(kana[0])].push(Entry { kana, kind, cost });
        }
    }
    Lexicon(all)
});

/// The best way to read hiragana up to a place.
#[derive(Clone, Copy)]
struct Node {
    cost: u16,
    from: u8,
    kind: Kind,
}

const FAR: Node = Node {
    cost: u16::MAX,
    from: 0,
    kind: Kind::Unknown,
};

/// Longer runs are read in pieces.
const LONGEST: usize = 48;

/// What stands before a run of hiragana.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Nothing, a space, or punctuation that ends a phrase: a word begins.
    Nothing,
    /// A closing bracket, a picture, a letter: something that particles hang on.
    Thing,
    /// Such a thing and a space.
    Spaced,
    Digit,
    Kanji,
    /// A number's counter.
    Counter,
    Katakana,
}

/// Prices the places in and around kana and kanji anew. Those that the author asked for stay as they are.
pub(crate) fn price(chars: &[Char], breaks: &mut [Break]) {
    let mut start = 0;
    while start < chars.len() {
        let class = Class::of(chars[start].ch);
        let len = chars[start..]
            .iter()
            .take_while(|c| Class::of(c.ch) == class)
            .count();
        let end = start + len;
        match class {
            Class::Hiragana => {
                for from in (start..end).step_by(LONGEST) {
                    hiragana(chars, from, end.min(from + LONGEST), breaks);
                }
            }
            Class::Katakana => katakana(chars, start, end, breaks),
            Class::Kanji => kanji(chars, start, end, breaks),
            _ => {}
        }
        start = end;
    }
}

fn set(breaks: &mut [Break], at: usize, price: f32) {
    if let Some(Break::At(p)) = breaks.get_mut(at)
        && *p != super::breaks::WISHED
    {
        *p = price;
    }
}

fn class_at(chars: &[Char], at: Option<usize>) -> Class {
    at.and_then(|i| chars.get(i))
        .map_or(Class::Space, |c| Class::of(c.ch))
}

fn katakana(chars: &[Char], start: usize, end: usize, breaks: &mut [Break]) {
    if class_at(chars, Some(end)) == Class::Kanji {
        set(breaks, end, PART);
    }
    for at in start + 1..end {
        let rest = || chars[at..end].iter().map(|c| c.ch);
        let tail = at >= start + 2 && TAILS.iter().any(|t| rest().eq(t.chars()));
        set(breaks, at, if tail { PART } else { WORD });
    }
}

fn is_numeral(ch: char) -> bool {
    "一二三四五六七八九十百千万何数".contains(ch)
}

/// Where the counter of a number ends, if the run of kanji is one.
fn counter_end(chars: &[Char], start: usize, end: usize) -> Option<usize> {
    let after_digit = class_at(chars, start.checked_sub(1)) == Class::Digit;
    let numerals = chars[start..end]
        .iter()
        .take_while(|c| is_numeral(c.ch))
        .count();
    if !after_digit && (numerals == 0 || numerals == end - start) {
        return None;
    }
    let counter = chars
        .get(start + numerals)
        .filter(|_| start + numerals < end);
    if !counter.is_some_and(|c| COUNTERS.contains(c.ch)) {
        return None;
    }
    let mut at = start + numerals + 1;
    while at < end && AFTER_COUNTER.contains(chars[at].ch) {
        at += 1;
    }
    Some(at)
}

fn kanji(chars: &[Char], start: usize, end: usize, breaks: &mut [Break]) {
    let counter = counter_end(chars, start, end);
    let from = counter.unwrap_or(start);
    for at in start + 1..end {
        let even = end - from >= 4 && at > from && (at - from).is_multiple_of(2);
        let price = match () {
            () if Some(at) == counter => 3.0,
            () if at < from => WORD,
            () if even => PART,
            () => WORD,
        };
        set(breaks, at, price);
    }
    if class_at(chars, Some(end)) == Class::Katakana {
        let counted = counter == Some(end);
        set(breaks, end, if counted { PERHAPS } else { PART });
    }
}

fn hiragana(chars: &[Char], start: usize, end: usize, breaks: &mut [Break]) {
    let before = match class_at(chars, start.checked_sub(1)) {
        Class::Kanji => {
            let first = chars[..start]
                .iter()
                .rposition(|c| Class::of(c.ch) != Class::Kanji)
                .map_or(0, |i| i + 1);
            if counter_end(chars, first, start) == Some(start) {
                Before::Counter
            } else {
                Before::Kanji
            }
        }
        Class::Katakana => Before::Katakana,
        Class::Digit => Before::Digit,
        Class::Letter | Class::Icon | Class::Other => Before::Thing,
        Class::Close if !matches!(chars[start - 1].ch, '、' | '。' | '，' | '．') => {
            Before::Thing
        }
        Class::Space => match class_at(chars, start.checked_sub(2)) {
            Class::Icon | Class::Letter | Class::Digit | Class::Other => Before::Spaced,
            _ => Before::Nothing,
        },
        _ => Before::Nothing,
    };
    let n = end - start;
    let mut run = [0u8; LONGEST];
    for (to, c) in run.iter_mut().zip(&chars[start..end]) {
        *to = kana(c.ch);
    }
    let mut nodes = [FAR; LONGEST + 1];
    read(&run[..n], before, &mut nodes);
    // Walk back over the pieces, each with the one before it.
    let mut at = n;
    let mut next: Option<(usize, Kind)> = None;
    loop {
        let node = nodes[at];
        let here = Place {
            run: &run[..n],
            at,
            last: node.kind,
            from: usize::from(node.from),
            before,
            stem: start.checked_sub(1).map(|i| chars[i].ch),
        };
        match next {
            Some((to, kind)) => {
                if let Some(price) = here.price(kind) {
                    set(breaks, start + at, price);
                }
                for inner in at + 1..to {
                    set(breaks, start + inner, WORD);
                }
            }
            None if start + at == chars.len() => {}
            None => {
                if let Some(price) = here.price_at_end(chars[end].ch) {
                    set(breaks, end, price);
                }
            }
        }
        if at == 0 {
            break;
        }
        next = Some((at, node.kind));
        at = usize::from(node.from);
    }
}

/// Reads hiragana as the cheapest row of known words.
fn read(run: &[u8], before: Before, nodes: &mut [Node]) {
    const UNKNOWN: u16 = 5;
    const OKURIGANA: u16 = 2;
    nodes[0].cost = 0;
    for at in 0..run.len() {
        let Node { cost, kind, .. } = nodes[at];
        let follows_kanji = before == Before::Kanji && at < 3 && kind == Kind::Unknown;
        let mut reach = |to: usize, more: u16, kind: Kind| {
            let total = cost.saturating_add(more);
            if total < nodes[to].cost {
                nodes[to] = Node {
                    cost: total,
                    from: at as u8,
                    kind,
                };
            }
        };
        let rest = &run[at..];
        for entry in &LEXICON.0[usize::from(rest[0])] {
            if !rest.starts_with(&entry.kana) {
                continue;
            }
            let len = entry.kana.len();
            let extra = match entry.kind {
                // Nothing for them to hang on.
                Kind::Particle | Kind::Ending if at == 0 && before == Before::Nothing => 3,
                Kind::Ending if kind == Kind::Particle => 2,
                Kind::Particle if kind == Kind::Particle => 1,
                // After a kanji okurigana is likelier than a new word.
                Kind::Word | Kind::Stem | Kind::Helper if at == 0 && before == Before::Kanji => {
                    if len < 3 {
                        2
                    } else {
                        1
                    }
                }
                _ => 0,
            };
            reach(at + len, entry.cost + extra, entry.kind);
        }
        match kind {
            _ if follows_kanji => reach(at + 1, OKURIGANA, Kind::Unknown),
            Kind::Stem | Kind::Helper | Kind::Tail => reach(at + 1, UNKNOWN - 2, Kind::Tail),
            _ => reach(at + 1, UNKNOWN, Kind::Unknown),
        }
    }
}

/// A place in a run of hiragana.
struct Place<'a> {
    run: &'a [u8],
    at: usize,
    /// What ends here, and where it begins.
    last: Kind,
    from: usize,
    before: Before,
    /// The character before the run.
    stem: Option<char>,
}

impl Place<'_> {
    fn kana_before(&self, back: usize) -> Option<char> {
        let i = self.at.checked_sub(back)?;
        char::from_u32(FIRST + u32::from(*self.run.get(i)?))
    }

    /// The price of a break here, before a piece of that kind; `None` to leave it.
    fn price(&self, next: Kind) -> Option<f32> {
        use Kind::*;
        if self.at == 0 {
            return Some(match (self.before, next) {
                (Before::Spaced, Particle | Ending) => PARTICLE,
                (Before::Nothing | Before::Spaced, _) => return None,
                (Before::Thing, Word | Stem) => 5.0,
                (Before::Counter, Word | Stem | Helper) => 4.0,
                (Before::Katakana | Before::Kanji, Word) => PERHAPS,
                (Before::Katakana | Before::Kanji, Stem) => PART,
                (_, Particle) | (Before::Thing, _) => PARTICLE,
                (_, Do) => PART,
                _ => WORD,
            });
        }
        let last = self.kana_before(1)?;
        let upcoming = self.kana_before(0)?;
        Some(match (self.last, next) {
            _ if last == 'を' => 1.0,
            (Particle, Helper) if matches!(last, 'て' | 'で') => HELPER,
            (Particle, Do) if "にともはがでりか".contains(last) => 6.0,
            (Particle | Ending, Word | Stem | Helper) if !self.noun_of_verb() => PHRASE,
            (Particle, Ending | Particle) if upcoming == 'な' && "がのはも".contains(last) => {
                9.0
            }
            (Particle, Unknown) if matches!(upcoming, 'お' | 'ご') => 4.0,
            (Particle, Unknown) if self.sure_particle() && self.run.len() - self.at > 2 => 8.0,
            (Word, Word | Stem) => 4.0,
            (Word, Helper) => 9.0,
            (Word, Do) => PART,
            (Word, Particle) => PARTICLE,
            (Unknown, Word | Stem | Do) if self.is_same() => PHRASE,
            (Helper | Stem | Do | Tail, Helper) if matches!(last, 'て' | 'で') => HELPER,
            (Helper | Stem | Do | Tail, Word | Stem) if "てでもはらば".contains(last) => {
                PHRASE
            }
            (Helper | Stem | Do | Tail | Unknown, Word | Stem | Helper) if ends_verb(last) => 3.0,
            (Helper | Stem | Do | Tail | Unknown, Word | Stem | Helper) if joins_verb(last) => PART,
            (Particle, Word | Stem | Helper) => PART,
            _ => WORD,
        })
    }

    /// 同じ.
    fn is_same(&self) -> bool {
        self.at == 1 && self.stem == Some('同')
    }

    /// 捨て札, 立て札, 当てはまる: て that is not the particle.
    fn noun_of_verb(&self) -> bool {
        self.at == 1
            && self.before == Before::Kanji
            && self.kana_before(1) == Some('て')
            && self.stem.is_some_and(|c| "捨立当建育".contains(c))
    }

    /// Whether a particle hangs on something that is a word for sure.
    fn sure_particle(&self) -> bool {
        self.from == 0
            && matches!(
                self.before,
                Before::Katakana | Before::Counter | Before::Thing | Before::Spaced | Before::Digit
            )
    }

    /// The price of a break between this run and what follows it; `None` to leave it.
    fn price_at_end(&self, next: char) -> Option<f32> {
        use Kind::*;
        let class = Class::of(next);
        if !matches!(
            class,
            Class::Kanji | Class::Katakana | Class::Digit | Class::Letter
        ) {
            return None;
        }
        let kanji = class == Class::Kanji;
        let last = self.kana_before(1)?;
        let alone = self.at == 1 && self.before == Before::Kanji;
        let price = match self.last {
            Particle if last == 'を' => 0.5,
            // 4か所; 行く手; うら向き, すき間, まい数.
            _ if last == 'か' && "所月国条".contains(next) => WORD,
            _ if last == 'か' => 5.0,
            _ if alone && (self.stem, last, next) == (Some('行'), 'く', '手') => WORD,
            Word | Unknown | Stem | Tail
                if "目数間向返具用番形".contains(next)
                    && !"のなたるず".contains(last)
                    && !self.is_same() =>
            {
                PART
            }
            _ if kanji && self.noun_of_verb() => PART,
            _ if self.is_same() => PHRASE,
            Particle | Ending => PHRASE,
            Word => 2.0,
            Unknown if matches!(last, 'お' | 'ご') => WORD,
            Helper | Do | Stem | Tail if matches!(last, 'て' | 'で') => PHRASE,
            Stem | Tail | Unknown if last == 'ん' && kanji => WORD,
            _ if last == 'い' => {
                let adjective = match self.stem {
                    Some(c) if alone => ADJECTIVES.contains(c),
                    Some('向' | '違') => false,
                    _ => true,
                };
                if adjective { PHRASE } else { PART }
            }
            _ if joins_verb(last) && kanji => PART,
            _ if joins_verb(last) && class == Class::Katakana => PERHAPS,
            _ if joins_verb(last) => 5.0,
            Stem | Tail | Helper | Do => 2.5,
            _ if ends_verb(last) && self.before == Before::Kanji => 2.5,
            // ろう下, ふん火.
            _ if kanji => WORD,
            _ => 8.0,
        };
        Some(price)
    }
}

/// Kana that a verb ends with: 行く, 出す.
fn ends_verb(ch: char) -> bool {
    "うくぐすつぬぶむるただ".contains(ch)
}

/// Kana that a verb ends with where another one follows: 読み上げる, 引き直す.
fn joins_verb(ch: char) -> bool {
    "いきぎしちにびみりえけげせてねべめれじ".contains(ch)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::breaks::find;
    use crate::text::markup::plain;

    /// The price of ending a line where the bar stands.
    fn price(marked: &str) -> f32 {
        let at = marked.chars().position(|c| c == '|').expect("a bar");
        let (chars, breaks) = find(&plain(&marked.replace('|', "")).chars);
        assert_eq!(chars.len(), marked.chars().count() - 1, "{marked}");
        breaks[at].price().unwrap_or(f32::INFINITY)
    }

    #[test]
    fn a_place_costs_what_it_parts() {
        let tiers: [(f32, &[&str]); 6] = [
            (PHRASE, &["猫が|寝た", "赤い|カード", "カードを見て|つぎへ"]),
            (HELPER, &["見て|ください", "読んで|いる", "引いて|みる"]),
            (PERHAPS, &["カード|ぜんぶ"]),
            (PART, &["読み|上げる", "引き|直す", "計算|する"]),
            (PARTICLE, &["猫|が", "カード|を", "これ|から"]),
            (WORD, &["め|くる", "猫は歩|く"]),
        ];
        let mut lowest = 0.0;
        for (tier, places) in tiers {
            assert!(tier > lowest, "{tier} is more than {lowest}");
            lowest = tier;
            let wrong = places.iter().filter(|p| price(p) != tier);
            let wrong: Vec<_> = wrong.map(|p| (p, price(p))).collect();
            assert!(wrong.is_empty(), "{tier}: {wrong:?}");
        }
    }
}
