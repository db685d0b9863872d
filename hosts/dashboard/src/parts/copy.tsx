// Text to be copied; whether it was is said beside the button and to screen readers.
import { useState } from "preact/hooks"
import { useWords } from "../i18n/language.tsx"
import { Icon } from "./icon.tsx"

export const CopyButton = ({ of, text }: { readonly text: string; readonly of: string }) => {
  const { common } = useWords()
  const [isCopied, setIsCopied] = useState(false)
  // Browsers give the clipboard to pages of a secure origin alone; elsewhere the text is there to be selected.
  if (!isSecureContext) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(() => {
      setIsCopied(true)
      setTimeout(() => setIsCopied(false), 2_000)
    }, () => undefined)
  return (
    <button type="button" class="button" data-kind="quiet" data-size="small" onClick={() => void copy()}>
      <Icon name={isCopied ? "good" : "copy"} />
      <span aria-live="polite">{isCopied ? common.copied : common.copy}</span>
      <span class="hidden-text">{of}</span>
    </button>
  )
}

/** A secret, to be copied. */
export const Secret = ({ hint, of, text }: { readonly of: string; readonly hint: string; readonly text: string }) => (
  <div class="field">
    <span class="label">{of}</span>
    <div class="secret">
      <code>{text}</code>
      <CopyButton of={of} text={text} />
    </div>
    <span class="hint">{hint}</span>
  </div>
)
