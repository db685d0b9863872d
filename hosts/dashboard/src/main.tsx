// Where the dashboard begins: reads what this browser prefers, and shows the page.
import { render } from "preact"
import { App } from "./app/app.tsx"
import { followTheme } from "./app/theme.ts"

followTheme()
const place = document.getElementById("app")
if (place !== null) render(<App />, place)
