// Text as a BR Code can carry it: printable ASCII, so that characters, bytes and lengths are the same number (BCB BR
// Code manual). Invariant: folding folded text changes nothing.

/** Text without accents and without anything that is not printable ASCII; `*` goes too, since `***` has a meaning. */
export const foldAscii = (text: string): string =>
  text.normalize("NFD").replace(/[^\x20-\x7e]|\*/g, "").replace(/ {2,}/g, " ").trim()
