// What stands around every form before the frame: the brand above it, language and theme below.
import type { ComponentChildren } from "preact"
import { useEffect } from "preact/hooks"
import { useWords } from "../i18n/language.tsx"
import { Mark } from "../parts/icon.tsx"
import { Preferences } from "./preferences.tsx"

export const LoginBox = ({ children, title }: {
  /** What the tab says. */
  readonly title: string
  readonly children: ComponentChildren
}) => {
  const words = useWords()
  useEffect(() => {
    document.title = words.title(title)
  }, [title, words])
  return (
    <main class="login">
      <div class="login-box">
        <div class="brand">
          <Mark />Pontepay
        </div>
        <div class="panel">{children}</div>
        <div class="login-foot">
          <Preferences />
        </div>
      </div>
    </main>
  )
}
