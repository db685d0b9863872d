// What a hosted page does in the browser. It is sent as text, so the function names nothing from outside itself.
import type { Outcomes } from "./words.ts"

/** Where a page sends its session, and what it says then. */
export interface Confirmation {
  readonly path: string
  /** The field of the body that takes the session. */
  readonly field: string
  readonly outcomes: Outcomes
}

/** Sends the session of the address's fragment when the button is pressed, then goes where the answer says. */
export const confirm = ({ field, outcomes, path }: Confirmation): void => {
  const button = document.querySelector("button")
  const status = document.querySelector("[role=status]")
  const session = decodeURIComponent(location.hash.slice(1))
  if (button === null || status === null) return
  const end = (text: string) => {
    status.textContent = text
    button.hidden = true
  }
  const again = (text: string) => {
    status.textContent = text
    button.disabled = false
  }
  const leave = (answer: unknown) => {
    const to = (answer as { readonly data?: { readonly redirectUrl?: unknown } } | undefined)?.data?.redirectUrl
    if (typeof to === "string" && /^https?:\/\//i.test(to)) location.replace(to)
  }
  const send = async () => {
    button.disabled = true
    status.textContent = outcomes.sending
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ [field]: session })
    }).catch(() => undefined)
    if (answer === undefined) return again(outcomes.failed)
    if (answer.status === 429) return again(outcomes.tooMany)
    if (answer.status >= 500) return again(outcomes.failed)
    if (!answer.ok) return end(outcomes.refused)
    end(outcomes.done)
    leave(await answer.json().catch(() => undefined))
  }
  if (session === "") return end(outcomes.noSession)
  button.disabled = false
  button.addEventListener("click", () => void send())
}
