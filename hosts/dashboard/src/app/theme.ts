// Light or dark: what the system says, also when it changes its mind, until somebody chooses. The choice is kept in this
// browser. The page is reported by `data-theme` alone, so that styles know each colour once.
export type Theme = "system" | "light" | "dark"

const name = "pontepay.theme"

const dark = matchMedia("(prefers-color-scheme: dark)")

/** What was chosen in this browser. */
export const storedTheme = (): Theme => {
  const stored = localStorage.getItem(name)
  return stored === "light" || stored === "dark" ? stored : "system"
}

const show = (): void => {
  const theme = storedTheme()
  document.documentElement.dataset["theme"] = theme === "system" ? dark.matches ? "dark" : "light" : theme
}

/** Shows the theme from now on, before anything else is shown. */
export const followTheme = (): void => {
  show()
  dark.addEventListener("change", show)
}

/** Shows a theme and keeps it. */
export const chooseTheme = (theme: Theme): void => {
  if (theme === "system") localStorage.removeItem(name)
  else localStorage.setItem(name, theme)
  show()
}
