// What is heard and felt: short tones, a buzz, a voice. All of it is off until somebody switches it on, and a browser that
// does not allow it stays silent.

import { announce } from "./dom.js";
import { language } from "./words.js";

const KEY = "kitpress.sound";
let audio = null;
let voice = false;

const read = () => {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
};
let sound = read();

/** Whether tones are on. */
export const soundOn = () => sound;

/** Switches tones; called from a press, as browsers want it. */
export function setSound(on) {
  sound = on;
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // It holds until the page is left.
  }
  if (on) ring("tick");
}

const TUNES = { tick: [[880, 0.06]], turn: [[660, 0.1], [880, 0.14]], warn: [[520, 0.12], [520, 0.12]], end: [[440, 0.2], [330, 0.35]] };

function play(tune) {
  audio ??= new (window.AudioContext ?? window.webkitAudioContext)();
  let at = audio.currentTime;
  for (const [pitch, long] of TUNES[tune] ?? []) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.12, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + long);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + long);
    at += long;
  }
}

/** A tone and a buzz, and words for those who listen to the page. */
export function ring(tune, words) {
  if (words) announce(words);
  if (!sound) return;
  try {
    play(tune);
    if (tune !== "tick") navigator.vibrate?.(tune === "turn" ? 60 : [120, 60, 120]);
  } catch {
    // Not allowed here.
  }
}

/** Whether what happens is read out. */
export const voiceOn = () => voice;

/** Whether this browser can read out. */
export const canSpeak = () => "speechSynthesis" in window;

/** Switches the reader. */
export function setVoice(on) {
  voice = on;
  if (on || !canSpeak()) return;
  waiting.length = 0;
  speechSynthesis.cancel();
}

const waiting = [];
let speaking = false;

/** Reads lines out, one after the other; one may ask for silence behind it. */
export function narrate(lines) {
  if (!voice || !canSpeak()) return;
  waiting.push(...lines.map((line) => (typeof line === "string" ? { text: line, pause: 0 } : line)));
  if (!speaking) next();
}

function next() {
  const line = waiting.shift();
  speaking = Boolean(line);
  if (!line) return;
  const words = new SpeechSynthesisUtterance(line.text);
  words.lang = language() === "ja" ? "ja-JP" : "en-GB";
  let done = false;
  const goOn = () => {
    if (done) return;
    done = true;
    setTimeout(next, line.pause * 1000);
  };
  words.addEventListener("end", goOn);
  // Switched off, or not to be spoken here: the next is not held up.
  words.addEventListener("error", goOn);
  speechSynthesis.speak(words);
}
