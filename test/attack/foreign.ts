// Somebody else's ids as an attacker sends them: as they are, claimed in a token of his own, and in disguise; each beside one of
// the same shape that no one has.
import type { Stage } from "./victim.ts"

export interface Pair {
  /** What of the victim it is. */
  readonly what: string
  readonly foreign: string
  readonly missing: string
  /** Whether it opens something for its owner, as it is. */
  readonly isOpenToOwner: boolean
}

const turned = (digit: string): string => (15 - Number.parseInt(digit, 16)).toString(16)

// Hex digits at the end are turned around; other names get another end.
const unknownOf = (id: string): string =>
  /[0-9a-f]{8}$/.test(id)
    ? id.slice(0, -8) + id.slice(-8).replace(/./g, turned)
    : id.slice(0, -2) + (/[a-z]$/.test(id) ? "zz" : "ZZ")

const base64Of = (text: string): string => Buffer.from(text).toString("base64url")
const textOf = (base64: string): string => Buffer.from(base64, "base64url").toString()

/** What a token that carries a proof is about. */
const subjects: Readonly<Record<string, string>> = {
  charge: "depositId",
  receipt: "transactionId",
  upload: "documentId",
  validateLivenessToken: "selfieId"
}

/** A token of the attacker that claims to be about something else, with the proof that he has for his own. */
const claiming = (what: string, own: string, id: string): string => {
  const [, ...rest] = own.split(".")
  if (what !== "validateLivenessToken") return [id, ...rest].join(".")
  const [header = "", claims = "", proof = ""] = own.split(".")
  const other = base64Of(JSON.stringify({ ...JSON.parse(textOf(claims)) as object, sub: id }))
  return `${header}.${other}.${proof}`
}

/** What of the victim is tried, and what is tried beside it. */
export const pairOf = (what: string, { attacker, victim }: Pick<Stage, "attacker" | "victim">): Pair => {
  const [own = "", theirs = "", subject = ""] = [attacker[what], victim[what], victim[subjects[what] ?? ""]]
  if (subject !== "") {
    const [foreign, missing] = [claiming(what, own, subject), claiming(what, own, unknownOf(subject))]
    return { what, foreign, missing, isOpenToOwner: false }
  }
  // Whoever has a session may open it, so what is tried is one that is wrong in a single place.
  if (what.endsWith("ession")) {
    const foreign = theirs.slice(0, -1) + turned(theirs.slice(-1))
    return { what, foreign, missing: unknownOf(theirs), isOpenToOwner: false }
  }
  if (what === "statementCursor") {
    const place = JSON.parse(textOf(theirs)) as { readonly id: string }
    const missing = base64Of(JSON.stringify({ ...place, id: unknownOf(place.id) }))
    return { what, foreign: theirs, missing, isOpenToOwner: false }
  }
  return { what, foreign: theirs, missing: unknownOf(theirs), isOpenToOwner: what !== "eventCursor" }
}

const wide = (text: string): string =>
  text.replace(/[\w-]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0))

/** Ways to write an id that a comparison might take for the id itself. */
export const disguises: Readonly<Record<string, (id: string) => string>> = {
  "in capitals": (id) => id.toUpperCase(),
  "with spaces around it": (id) => ` ${id} `,
  "with a zero byte": (id) => `${id}\u0000`,
  "in full-width letters": wide,
  "with a zero-width joiner": (id) => `${id}\u200d`,
  "escaped twice": (id) => encodeURIComponent(encodeURIComponent(id)).replaceAll("_", "%5F"),
  "under a path": (id) => `./${id}`,
  "with a list of itself": (id) => `["${id}"]`,
  "with an SQL tail": (id) => `${id}' or '1'='1`,
  "as a pattern": (id) => `${id.slice(0, -1)}%`
}
