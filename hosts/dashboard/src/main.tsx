// Where the dashboard begins: reads what this browser prefers, and shows the page.
import { render } from "preact"
import { App } from "./app/app.tsx"
import { followTheme } from "./app/theme.ts"
import { preferredLanguage, wordsOf } from "./i18n/language.tsx"

followTheme()
const place = document.getElementById("app")
const code = preferredLanguage()
const words = await wordsOf(code)
if (place !== null) render(<App first={{ code, words }} />, place)
