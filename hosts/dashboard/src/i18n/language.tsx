// Which language is spoken: the browser's until somebody chooses; the choice is kept in this browser. A browser loads the words
// of the language that it shows, and those of another one when that is chosen.
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Words } from "./words.ts"

export type LanguageCode = "en" | "pt"

/** The words of a language, loaded. */
export const wordsOf = async (code: LanguageCode): Promise<Words> =>
  code === "pt" ? (await import("./pt.ts")).pt : (await import("./en.ts")).en

const name = "pontepay.language"

/** What was chosen in this browser, else what it prefers. */
export const preferredLanguage = (): LanguageCode => {
  const stored = localStorage.getItem(name)
  if (stored === "en" || stored === "pt") return stored
  return navigator.language.toLowerCase().startsWith("pt") ? "pt" : "en"
}

export const keepLanguage = (code: LanguageCode): void => localStorage.setItem(name, code)

const WordsContext = createContext<Words | undefined>(undefined)
export const WordsProvider = WordsContext.Provider

/** The words of the language that is spoken. */
export const useWords = (): Words => {
  const words = useContext(WordsContext)
  if (words === undefined) throw new Error("no language is spoken here")
  return words
}

interface LifecycleOfKind {
  readonly triggers: Readonly<Record<string, string>>
  readonly guards: Readonly<Record<string, string>>
}

const still: LifecycleOfKind = { triggers: {}, guards: {} }

/** What triggers and guards of a kind of record mean; what is new is said as the service says it. */
export const useLifecycle = (kind: string) => {
  const all: Readonly<Record<string, LifecycleOfKind>> = useWords().lifecycles
  const { guards, triggers } = all[kind] ?? still
  return {
    meaning: (trigger: string, means: string): string => wordFor(triggers, trigger, means),
    condition: (guard: string): string => wordFor(guards, guard)
  }
}

/** A word by a name that the service sends; where the name is new, what else is known of it. */
export const wordFor = (words: Readonly<Record<string, string>>, sent: string, otherwise = sent): string =>
  words[sent] ?? otherwise
