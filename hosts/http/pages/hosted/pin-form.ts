// What the PIN page does in the browser. It is sent as text, so the function names nothing from outside itself.
import type { limits } from "../../../../core/base/limits/limits.ts"
import type { pinProblem } from "../../../../core/customers/wallet/pin.ts"
import type { ask } from "./ask.ts"
import type { Language } from "./language.ts"
import type { PinWords } from "./pin-words.ts"

interface PinScript {
  readonly language: Language
  readonly path: string
  /** How long a PIN is. */
  readonly form: typeof limits.pin
  readonly words: PinWords
}

interface PinHelpers {
  readonly ask: typeof ask
  readonly pinProblem: typeof pinProblem
}

/** Takes the PIN twice, and the current one where there is one, and sends them with the session of the address. */
export const pinForm = ({ form: lengths, language, path, words }: PinScript, helpers: PinHelpers): void => {
  const form = document.querySelector("form")
  const button = document.querySelector("button")
  const status = document.querySelector("[role=status]")
  const [, task, session] = /^#(set|change)\.([0-9a-f]+)$/.exec(location.hash) ?? []
  if (form === null || button === null || status === null) return
  for (const link of document.querySelectorAll("nav a")) {
    link.setAttribute("href", `${link.getAttribute("href") ?? ""}${location.hash}`)
  }
  const say = (text: string, isBad = false) => {
    status.textContent = text
    status.className = isBad ? "error" : ""
  }
  const end = (text: string, isBad = false) => {
    say(text, isBad)
    form.hidden = true
    if (isBad) document.querySelector("#about")?.setAttribute("hidden", "")
  }
  const inputOf = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)
  const valueOf = (name: string): string => inputOf(name)?.value ?? ""
  const mark = (name: string, text: string) => {
    const error = document.querySelector(`#e-${name}`)
    if (error !== null) error.textContent = text
    inputOf(name)?.setAttribute("aria-invalid", String(text !== ""))
  }
  const wrong = (name: string, text: string) => {
    mark(name, text)
    inputOf(name)?.focus()
  }
  const again = (text: string) => {
    say(text, text !== "")
    button.disabled = false
  }
  // A lock lasts hours, a wallet in use moments.
  const refusedFor = (seconds: number): string => {
    const until = new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" })
    return seconds > 60
      ? words.locked.replace("{until}", until.format(Date.now() + seconds * 1_000))
      : words.busy
  }
  const isAbout = (body: Readonly<Record<string, unknown>>, name: string): boolean => {
    const details = body["details"]
    return Array.isArray(details) && details.some((each: { readonly field?: unknown }) => each.field === name)
  }
  const send = async () => {
    for (const name of ["currentPin", "pin", "again"]) mark(name, "")
    const pin = valueOf("pin")
    const problemOf = (typed: string) => helpers.pinProblem(typed, lengths)
    if (task === "change" && problemOf(valueOf("currentPin")) === "form") return wrong("currentPin", words.form)
    const problem = problemOf(pin)
    if (problem !== undefined) return wrong("pin", words[problem])
    if (pin !== valueOf("again")) return wrong("again", words.differ)
    button.disabled = true
    say(words.sending)
    const currentPin = task === "change" ? { currentPin: valueOf("currentPin") } : {}
    const answer = await helpers.ask(path, { session, pin, ...currentPin })
    if (answer === undefined || answer.status >= 500) return again(words.failed)
    if (answer.status < 300) return end(words.done)
    if (answer.status === 429) return again(refusedFor(answer.retryAfter ?? 0))
    const isRefused = isAbout(answer.body, "pin")
    if (answer.body["errorCode"] !== "INVALID_PIN" && !isRefused) return end(words.over, true)
    again("")
    if (isRefused) return wrong("pin", words.guessable)
    wrong("currentPin", words.wrong)
  }
  // No one types a PIN into a page that cannot take it. What is not known now is reported when it is sent.
  const open = async () => {
    const answer = await helpers.ask(`${path}/session`, { session })
    if (answer?.status === 400) return end(words.over, true)
    say("")
    form.hidden = false
    button.disabled = false
  }
  if (session === undefined) return end(words.noSession, true)
  if (task === "set") form.querySelector<HTMLElement>("[data-field=currentPin]")?.setAttribute("hidden", "")
  document.querySelector("#show")?.addEventListener("change", (event) => {
    const isShown = (event.target as HTMLInputElement).checked
    for (const name of ["currentPin", "pin", "again"]) {
      inputOf(name)?.setAttribute("type", isShown ? "text" : "password")
    }
  })
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void send()
  })
  void open()
}
