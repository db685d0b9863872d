// The whole dashboard: the language around the login, and the pages for whoever got through it.
import { useEffect, useState } from "preact/hooks"
import { type LanguageCode, WordsProvider, keepLanguage, languages, preferredLanguage } from "../i18n/language.tsx"
import { Announcer } from "../parts/announce.tsx"
import { Door } from "./door.tsx"
import { LanguageProvider } from "./preferences.tsx"

export const App = () => {
  const [code, setCode] = useState<LanguageCode>(preferredLanguage)
  const words = languages[code]
  useEffect(() => {
    document.documentElement.lang = words.tag
  }, [words])
  const choose = (chosen: LanguageCode): void => {
    keepLanguage(chosen)
    setCode(chosen)
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
