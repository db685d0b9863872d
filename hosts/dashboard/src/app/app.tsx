// The whole dashboard: the language around the login, and the pages for whoever got through it.
import { useEffect, useState } from "preact/hooks"
import { type LanguageCode, WordsProvider, keepLanguage, wordsOf } from "../i18n/language.tsx"
import type { Words } from "../i18n/words.ts"
import { Announcer } from "../parts/announce.tsx"
import { Door } from "./door.tsx"
import { LanguageProvider } from "./preferences.tsx"

/** A language that is spoken: its words are there. */
export interface Spoken {
  readonly code: LanguageCode
  readonly words: Words
}

export const App = ({ first }: { readonly first: Spoken }) => {
  const [{ code, words }, setSpoken] = useState(first)
  useEffect(() => {
    document.documentElement.lang = words.tag
  }, [words])
  const choose = (chosen: LanguageCode): void => {
    keepLanguage(chosen)
    // Where its words cannot be loaded, it is spoken the next time.
    wordsOf(chosen).then((loaded) => setSpoken({ code: chosen, words: loaded }), () => undefined)
  }
  return (
    <LanguageProvider value={{ code, choose }}>
      <WordsProvider value={words}>
        <Announcer>
          <Door />
        </Announcer>
      </WordsProvider>
    </LanguageProvider>
  )
}
