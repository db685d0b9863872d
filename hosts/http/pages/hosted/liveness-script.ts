// What the liveness page does in the browser. It is sent as text, so the function names nothing from outside itself.
import type { ask } from "./ask.ts"
import type { film } from "./camera.ts"
import type { LivenessWords } from "./liveness-words.ts"

interface LivenessScript {
  /** Where a capture is confirmed, and where is told how far it has come. */
  readonly path: string
  readonly statePath: string
  readonly words: LivenessWords
}

/** Films whoever opened the page, then confirms the capture with the token of the address. */
export const confirmLiveness = (
  { path, statePath, words }: LivenessScript,
  helpers: { readonly ask: typeof ask; readonly film: typeof film }
): void => {
  const button = document.querySelector("button")
  const status = document.querySelector("[role=status]")
  const video = document.querySelector("video")
  const token = decodeURIComponent(location.hash.slice(1))
  if (button === null || status === null || video === null) return
  for (const link of document.querySelectorAll("nav a")) {
    link.setAttribute("href", `${link.getAttribute("href") ?? ""}${location.hash}`)
  }
  const camera = helpers.film(video)
  const end = (text: string) => {
    camera.stop()
    video.hidden = true
    button.hidden = true
    status.textContent = text
  }
  const again = (text: string) => {
    button.disabled = false
    status.textContent = text
  }
  const turnOn = async () => {
    await camera.start()
    video.hidden = false
    button.textContent = words.capture
    again(words.look)
  }
  const capture = async () => {
    status.textContent = words.checking
    if (!await camera.isLive()) return again(words.notSeen)
    const answer = await helpers.ask(path, { validateLivenessToken: token })
    if (answer === undefined || answer.status >= 500) return again(words.failed)
    if (answer.status === 429) return again(words.tooMany)
    end(answer.status < 300 ? words.done : words.refused)
  }
  // A page that is opened again tells what came of it. What is not known now is reported when it is sent.
  const open = async () => {
    const answer = await helpers.ask(statePath, { validateLivenessToken: token })
    const { status } = (answer?.body["data"] ?? {}) as { readonly status?: string }
    if (status === "DONE") return end(words.done)
    if (answer?.status === 400 || status === "EXPIRED") return end(words.refused)
    again("")
  }
  if (token === "") return end(words.noSession)
  button.addEventListener("click", () => {
    button.disabled = true
    const next = video.hidden ? turnOn().catch(() => again(words.noCamera)) : capture()
    void next
  })
  void open()
}
