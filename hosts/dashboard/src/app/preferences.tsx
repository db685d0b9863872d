// The two things that anybody can choose, signed in or not: the language and the theme.
import { createContext } from "preact"
import { useContext, useState } from "preact/hooks"
import { type LanguageCode, useWords } from "../i18n/language.tsx"
import { type Theme, chooseTheme, storedTheme } from "./theme.ts"

interface Language {
  readonly code: LanguageCode
  readonly choose: (code: LanguageCode) => void
}

const LanguageContext = createContext<Language>({ code: "en", choose: () => undefined })
export const LanguageProvider = LanguageContext.Provider

const themes = ["system", "light", "dark"] as const satisfies ReadonlyArray<Theme>

const themeOf = (value: string): Theme => themes.find((theme) => theme === value) ?? "system"

export const Preferences = () => {
  const { choose, code } = useContext(LanguageContext)
  const { language, theme: words } = useWords()
  const [theme, setTheme] = useState<Theme>(storedTheme)
  const chose = (chosen: Theme): void => {
    chooseTheme(chosen)
    setTheme(chosen)
  }
  return (
    <>
      <select
        class="quiet-select"
        aria-label={words.label}
        value={theme}
        onChange={(event) => chose(themeOf(event.currentTarget.value))}
      >
        {themes.map((each) => <option key={each} value={each} selected={each === theme}>{words[each]}</option>)}
      </select>
      <select
        class="quiet-select"
        aria-label={language.label}
        value={code}
        onChange={(event) => choose(event.currentTarget.value === "pt" ? "pt" : "en")}
      >
        <option value="en" lang="en" selected={code === "en"}>English</option>
        <option value="pt" lang="pt-BR" selected={code === "pt"}>Português</option>
      </select>
    </>
  )
}
