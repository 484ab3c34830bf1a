//! What the user's surroundings say: the language and the paper of their country.

/// Countries whose printers hold Letter, as Unicode's locale data has it, and what belongs to the United States.
const LETTER: [&str; 19] = [
    "AS", "BZ", "CA", "CL", "CO", "CR", "GT", "GU", "MP", "MX", "NI", "PA", "PH", "PR", "SV", "UM",
    "US", "VE", "VI",
];

/// The user's language: `ja` of `ja_JP.UTF-8`.
pub(super) fn locale() -> String {
    let value = first(&["LC_ALL", "LC_MESSAGES", "LANG"]);
    let language = value.split(['_', '.', '@', '-']).next();
    language.unwrap_or_default().to_lowercase()
}

/// The paper of the user's country.
pub(super) fn paper() -> &'static str {
    paper_of(&first(&["LC_ALL", "LC_PAPER", "LANG"]))
}

/// The first of these variables that says anything.
fn first(names: &[&str]) -> String {
    let set = |name: &&str| std::env::var(name).ok().filter(|v: &String| !v.is_empty());
    names.iter().find_map(set).unwrap_or_default()
}

/// The paper of a locale's country: `letter` for `en_US.UTF-8`, `a4` where none is named.
fn paper_of(locale: &str) -> &'static str {
    let name = locale.split(['.', '@']).next().unwrap_or_default();
    let country = name.split(['_', '-']).skip(1).find(|part| part.len() == 2);
    match country.map(str::to_uppercase) {
        Some(country) if LETTER.contains(&country.as_str()) => "letter",
        _ => "a4",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paper_follows_the_country() {
        for letter in [
            "en_US.UTF-8",
            "en_US",
            "en-US",
            "en_CA.utf8",
            "fr_CA@euro",
            "es_MX",
            "es_CL.UTF-8",
            "fil_PH",
            "es_VE",
            "es_co",
            "es_PR",
            "zh_Hant_US",
        ] {
            assert_eq!(paper_of(letter), "letter", "{letter}");
        }
        for a4 in [
            "",
            "C",
            "POSIX",
            "C.UTF-8",
            "en",
            "US",
            "en_GB.UTF-8",
            "ja_JP.UTF-8",
            "es_ES",
            "de_AT@euro",
            "ca",
            "ca_ES",
            "zh-Hant-TW",
            "en_150",
        ] {
            assert_eq!(paper_of(a4), "a4", "{a4}");
        }
    }
}
