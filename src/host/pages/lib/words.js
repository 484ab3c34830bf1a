// The language of the page: the browser's, until somebody switches. Every word stands where it is used, in both.

const KEY = "kitpress.lang";
const spoken = () => (navigator.languages?.some((l) => l.startsWith("ja")) && !navigator.language.startsWith("en") ? "ja" : "en");

let lang = read() ?? (navigator.language?.startsWith("ja") ? "ja" : spoken());

function read() {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "en" || kept === "ja" ? kept : null;
  } catch {
    return null;
  }
}

/** The language in use: `en` or `ja`. */
export const language = () => lang;

/** Uses a language from now on. */
export function speak(next) {
  lang = next === "ja" ? "ja" : "en";
  try {
    localStorage.setItem(KEY, lang);
  } catch {
    // Without a store it holds until the page is left.
  }
  document.documentElement.lang = lang;
}

/** Words in the language of the page; `{}` takes the values in order. */
export function t(en, ja, ...values) {
  let at = 0;
  return (lang === "ja" ? ja : en).replace(/\{\}/g, () => String(values[at++] ?? ""));
}

/** A title that a kit gives in its own languages. */
export function title(of, otherwise = "") {
  if (typeof of === "string") return of;
  return of?.[lang] ?? of?.en ?? Object.values(of ?? {})[0] ?? otherwise;
}

/** Names in a row. */
export const row = (names) => names.join(lang === "ja" ? "、" : ", ");

/** A number with its sign. */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

document.documentElement.lang = lang;
