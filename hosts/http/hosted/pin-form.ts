// What the PIN page does in the browser. It is sent as text, so the function names nothing from outside itself.
import type { PinWords } from "./pin-words.ts"

/** Takes the PIN twice, and the one of today where there is one, and sends them with the session of the address. */
export const pinForm = ({ path, words }: { readonly path: string; readonly words: PinWords }): void => {
  const form = document.querySelector("form")
  const button = document.querySelector("button")
  const status = document.querySelector("[role=status]")
  const [, task, session] = /^#(set|change)\.([0-9a-f]+)$/.exec(location.hash) ?? []
  if (form === null || button === null || status === null) return
  const say = (text: string) => {
    status.textContent = text
  }
  const end = (text: string) => {
    say(text)
    form.hidden = true
  }
  const valueOf = (name: string): string => form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? ""
  const again = (text: string) => {
    say(text)
    button.disabled = false
  }
  const send = async () => {
    const pin = valueOf("pin")
    if (!/^\d{6}$/.test(pin)) return say(words.sixDigits)
    if (pin !== valueOf("again")) return say(words.differ)
    button.disabled = true
    say(words.sending)
    const currentPin = task === "change" ? { currentPin: valueOf("currentPin") } : {}
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ session, pin, ...currentPin })
    }).catch(() => undefined)
    if (answer?.ok === true) return end(words.done)
    const problem = await answer?.json().catch(() => undefined) as { readonly errorCode?: unknown } | undefined
    if (answer === undefined || answer.status >= 500) return again(words.failed)
    if (answer.status === 429) return again(words.locked)
    return problem?.errorCode === "INVALID_PIN" ? again(words.wrong) : end(words.over)
  }
  if (session === undefined) return end(words.noSession)
  if (task === "set") form.querySelector<HTMLElement>("[data-field=currentPin]")?.setAttribute("hidden", "")
  button.disabled = false
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void send()
  })
}
