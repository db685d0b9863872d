// What the service says in English sentences of its own, and how a language says it: refusals, reasons, problems. English
// says it as it was said, Portuguese by the code or the sentence; what is not known stays as it was said.
import type { LifecycleWords } from "../../../http/api/dashboard/vocabulary.ts"

export interface Said {
  /** A refusal, by its code. */
  readonly refusal: (code: string | null, sentence: string) => string
  /** Why something waits for a person, with the id that it is reported by; `kind` is that of the record, where it is known. */
  readonly review: (reason: string, kind?: string) => string
  /** What a review or a timeline goes by. */
  readonly evidence: (text: string, kind?: string) => string
  /** Why something did not succeed. */
  readonly problem: (text: string) => string
  /** What is wrong with a field. */
  readonly detail: (message: string) => string
  /** Why an attempt was rejected. */
  readonly rejection: (sentence: string) => string
  /** What an account may do with a flag. */
  readonly flag: (name: string, about: string) => string
  /** A word of a status as it stands beside records of a kind: Portuguese adjectives agree with their nouns. */
  readonly agreed: (word: string, kind?: string) => string
}

/** Reasons of reviews: those that are always the same, and those that name a trigger, a state or a code. */
export interface ReviewWords {
  readonly fixed: Readonly<Record<string, string>>
  readonly impossible: (fact: string, state: string) => string
  readonly undecided: (fact: string) => string
  readonly after: (fact: string, state: string) => string
  readonly stranded: (code: string) => string
  readonly broken: (invariant: string) => string
  readonly retold: string
}

interface Vocabulary {
  readonly lifecycles: LifecycleWords
  readonly status: Readonly<Record<string, string>>
}

/** What a trigger means to a kind of record; where the kind is not known, all that it can mean. */
const meaningIn = ({ lifecycles }: Vocabulary, trigger: string, kind: string | undefined): string | undefined => {
  const all: Readonly<Record<string, { readonly triggers: Readonly<Record<string, string>> }>> = lifecycles
  const own = kind === undefined ? undefined : all[kind]?.triggers[trigger]
  if (own !== undefined) return own
  const meanings = new Set(Object.values(all).flatMap(({ triggers }) => triggers[trigger] ?? []))
  return meanings.size === 0 ? undefined : [...meanings].join(" / ")
}

const stateIn = ({ status }: Vocabulary, state: string): string => `“${status[state] ?? state}”`

/** What evidence is made of besides ids and hashes. */
export interface EvidenceWords {
  readonly during: (fact: string, state: string) => string
  readonly addedAgain: (task: string) => string
  readonly problem: (text: string) => string
}

/** What reviews and timelines go by, in the words of a language: names of triggers and states become words. */
export const evidenceIn = (vocabulary: Vocabulary, words: EvidenceWords) => (text: string, kind?: string): string => {
  const added = /^(.+), added again$/.exec(text)
  if (added?.[1] !== undefined) return words.addedAgain(added[1])
  const [, fact = "", state] = /^(\w+)(?: \d)? in ([A-Z_]+)$/.exec(text) ?? []
  if (state !== undefined) {
    return words.during(meaningIn(vocabulary, fact, kind) ?? fact, stateIn(vocabulary, state))
  }
  // A trigger with its reason, or a webhook with the problem that there was.
  const [, name = "", problem] = /^(\w+)(?: \d)?: (.+)$/s.exec(text) ?? []
  const means = meaningIn(vocabulary, name, kind) ?? (name.startsWith("whk_") ? name : undefined)
  return means === undefined || problem === undefined ? words.problem(text) : `${means}: ${words.problem(problem)}`
}

/** The reasons of reviews in the words of a language. */
export const reviewsIn = (vocabulary: Vocabulary, words: ReviewWords) => (reason: string, kind?: string): string => {
  const means = (trigger: string): string => meaningIn(vocabulary, trigger, kind) ?? trigger
  const stranded = /^stranded: (.+)$/s.exec(reason)
  if (stranded?.[1] !== undefined) return words.stranded(means(stranded[1]))
  const broken = /^an invariant does not hold: (.+)$/.exec(reason)
  if (broken?.[1] !== undefined) return words.broken(broken[1])
  // Reasons are ids of their reviews: what tells two of a kind apart follows a slash.
  const [, text = reason, id] = /^([^/]+)\/(.+)$/s.exec(reason) ?? []
  const said = saidOf(text, words, means, (state) => stateIn(vocabulary, state))
  return id === undefined ? said : `${said} (${id})`
}

const saidOf = (
  text: string,
  words: ReviewWords,
  means: (trigger: string) => string,
  inState: (state: string) => string
): string => {
  const impossible = /^impossible (\w+)(?: \d)? in (\w+)$/.exec(text)
  if (impossible?.[2] !== undefined) return words.impossible(means(impossible[1] ?? ""), inState(impossible[2]))
  const undecided = /^(\w+), to be decided by a person$/.exec(text)
  if (undecided?.[1] !== undefined) return words.undecided(means(undecided[1]))
  const after = /^(\w+) after ([A-Z]+)$/.exec(text)
  if (after?.[2] !== undefined) return words.after(means(after[1] ?? ""), inState(after[2]))
  return text === "event id used again for another fact" ? words.retold : words.fixed[text] ?? text
}
