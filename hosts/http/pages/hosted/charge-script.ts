// What the page of a charge does in the browser. It is sent as text, so the function names nothing from outside itself.
import type { ChargeWords } from "./charge-words.ts"

export interface ChargeScript {
  readonly words: Pick<ChargeWords, "statuses" | "about" | "copied" | "copyByHand" | "offline" | "over">
  readonly status: keyof ChargeWords["statuses"]
  readonly remainingMs: number
  /** Pause between two questions how far it has come. */
  readonly everyMs: number
  /** The same while it has expired or failed: it can still be paid or returned, though hardly at once. */
  readonly slowlyMs: number
}

/** Counts down, copies the code, and follows the charge until it has ended. */
export const followCharge = ({ everyMs, remainingMs, slowlyMs, status, words }: ChargeScript): void => {
  const main = document.querySelector("main")
  const headline = document.querySelector("#status")
  const about = document.querySelector("#about")
  const timer = document.querySelector("#timer")
  const code = document.querySelector<HTMLTextAreaElement>("#code")
  const copying = document.querySelector("#copying")
  const connection = document.querySelector("#connection")
  if (main === null || headline === null || about === null) return
  const gone = "GONE"
  const isOver = (at: string): boolean => at === "DELIVERED" || at === "REFUNDED" || at === gone
  let shown: string = status
  let endsAt = performance.now() + remainingMs
  const tell = (text: string) => {
    if (connection !== null) connection.textContent = text
  }
  const show = (next: keyof ChargeWords["statuses"]) => {
    if (next === shown) return
    shown = next
    main.dataset["status"] = next
    headline.textContent = words.statuses[next]
    about.textContent = words.about[next]
  }
  // The page is not there any more, and will not be again.
  const finish = () => {
    shown = gone
    main.dataset["status"] = gone
    headline.textContent = words.over.headline
    about.textContent = words.over.about
  }
  const count = () => {
    const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000))
    const parts = [Math.floor(left / 3_600), Math.floor(left / 60) % 60, left % 60]
    if (timer !== null) timer.textContent = parts.map((part) => String(part).padStart(2, "0")).join(":")
    if (left === 0 && shown === "WAITING") show("EXPIRED")
  }
  const ask = async () => {
    const answer = await fetch(`${location.pathname}/status`)
    tell("")
    if (answer.status === 404) return finish()
    if (!answer.ok) return
    const { data } = await answer.json() as {
      readonly data: { readonly status: keyof ChargeWords["statuses"]; readonly remainingMs: number }
    }
    endsAt = performance.now() + data.remainingMs
    show(data.status)
  }
  // No answer, and one of somebody between that cannot be read, pass.
  const look = () => ask().catch(() => tell(words.offline))
  const goOn = () => {
    if (isOver(shown)) return
    setTimeout(() => void follow(), shown === "EXPIRED" || shown === "FAILED" ? slowlyMs : everyMs)
  }
  const follow = async () => {
    if (isOver(shown)) return
    if (document.visibilityState === "visible") await look()
    goOn()
  }
  document.querySelector("#copy")?.addEventListener("click", () => {
    if (code === null || copying === null) return
    code.select()
    const copied = navigator.clipboard?.writeText(code.value) ?? Promise.reject(new Error("no clipboard"))
    copied.then(() => copying.textContent = words.copied, () => copying.textContent = words.copyByHand)
  })
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && !isOver(shown)) void look()
  })
  count()
  setInterval(count, 1_000)
  goOn()
}
