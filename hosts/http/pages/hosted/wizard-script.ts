// What the hosted forms do in the browser. It is sent as text, so the function names nothing from outside itself. What is
// typed stays in the page until it is sent, and nowhere else.
import type { PageAnswer, ask } from "./ask.ts"
import type { film } from "./camera.ts"
import type { betweenPresses } from "./press.ts"
import type { stepHistory } from "./step-history.ts"
import type { FieldKind, PageName } from "./wizard-fields.ts"
import type { readField } from "./wizard-read.ts"
import type { WizardWords } from "./wizard-words.ts"

export interface Wizard {
  readonly page: PageName
  readonly words: WizardWords
  /** Where everything is sent; each task has its own path below. */
  readonly path: string
  readonly validatePath: string
  /** Bytes of a document. */
  readonly largest: number
  /** Pause between two questions how it stands. */
  readonly everyMs: number
}

/** Leads through the steps, sends them, and shows what came of it. */
export const runWizard = (
  { everyMs, largest, page, path, validatePath, words }: Wizard,
  helpers: {
    readonly ask: typeof ask
    readonly betweenPresses: typeof betweenPresses
    readonly film: typeof film
    readonly readField: typeof readField
    readonly stepHistory: typeof stepHistory
  }
): void => {
  type Input = HTMLInputElement | HTMLSelectElement
  const { ask } = helpers
  const session = decodeURIComponent(location.hash.slice(1))
  const one = <E extends Element>(selector: string): E | null => document.querySelector<E>(selector)
  const message = one("#message")
  const about = one<HTMLElement>("#about")
  const progress = one<HTMLElement>("#progress")
  const forms = [...document.querySelectorAll<HTMLFormElement>("form[data-step]")]
  const video = one<HTMLVideoElement>("video")
  const camera = video === null ? undefined : helpers.film(video)
  const documents = { identity: "", selfie: "" }
  /** Something would be lost with the page. */
  let isTyped = false
  for (const link of document.querySelectorAll("nav a")) {
    link.setAttribute("href", `${link.getAttribute("href") ?? ""}${location.hash}`)
  }

  const say = (text: string, isBad = false) => {
    if (message === null) return
    message.textContent = text
    message.toggleAttribute("data-bad", isBad)
  }
  const problemOf = (answer: PageAnswer | undefined): string => {
    if (answer === undefined || answer.status >= 500) return words.failed
    if (answer.status === 429) return words.tooMany
    return words.over
  }

  const errorOf = (name: string) => document.getElementById(`e-${name}`)
  const fieldOf = (name: string) => document.getElementById(`f-${name}`)
  const mark = (name: string, text: string) => {
    const error = errorOf(name)
    if (error !== null) error.textContent = text
    if (text === "") fieldOf(name)?.removeAttribute("aria-invalid")
    else fieldOf(name)?.setAttribute("aria-invalid", "true")
  }
  const inputsOf = (form: HTMLFormElement) => [...form.querySelectorAll<Input>("[data-kind]")]
  const typed = (name: string): string => (fieldOf(name) as Input | null)?.value ?? ""
  const readInput = (input: Input): string | undefined => {
    const country = typed(input.name === "state" ? "country" : "countryOfTaxId").trim().toUpperCase() || "BRA"
    const today = new Date().toISOString().slice(0, 10)
    return helpers.readField(input.dataset["kind"] as FieldKind, input.value, country, today)
  }
  const wrongOf = (input: Input): string => {
    const isEmpty = input.value.trim() === ""
    const isOptional = input.dataset["optional"] === "true"
    const isRight = isEmpty ? isOptional : readInput(input) !== undefined
    if (isRight) return ""
    return isEmpty ? words.required : words.invalid[input.dataset["kind"] as FieldKind]
  }
  const check = (input: Input): boolean => {
    const wrong = wrongOf(input)
    mark(input.name, wrong)
    return wrong === ""
  }
  const checkAll = (form: HTMLFormElement): boolean => {
    const wrong = inputsOf(form).filter((input) => !check(input))
    wrong[0]?.focus()
    return wrong.length === 0
  }
  const values = (of: ReadonlyArray<HTMLFormElement>): Record<string, string> =>
    Object.fromEntries(
      of.flatMap(inputsOf).flatMap((input) => {
        const value = input.value.trim() === "" ? undefined : readInput(input)
        return value === undefined ? [] : [[input.name, value]]
      })
    )

  const show = (step: number) => {
    if (about !== null) about.hidden = step < 0
    forms.forEach((form, index) => form.hidden = index !== step)
    if (progress !== null) {
      progress.hidden = step < 0
      const text = `${words.step} ${step + 1}/${forms.length}`
      const bar = progress.querySelector("progress")
      const label = progress.querySelector("p")
      if (bar !== null) bar.value = step + 1
      if (label !== null) label.textContent = text
    }
    if (step >= 0) forms[step]?.querySelector<HTMLElement>("legend")?.focus()
    if (step !== forms.length - 1) camera?.stop()
  }
  const steps = helpers.stepHistory(show)
  const close = () => {
    isTyped = false
    steps.end()
    camera?.stop()
    show(-1)
  }

  const upload = (url: string, file: File, bar: HTMLProgressElement | null): Promise<number> =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest()
      request.open("PUT", new URL(url).pathname)
      request.setRequestHeader("content-type", file.type)
      request.setRequestHeader("if-none-match", "*")
      request.upload.addEventListener("progress", ({ loaded, total }) => {
        if (bar !== null) bar.value = total === 0 ? 0 : loaded / total
      })
      request.addEventListener("load", () => resolve(request.status))
      request.addEventListener("error", () => resolve(0))
      if (bar !== null) bar.hidden = false
      request.send(file)
    })
  const fileOf = (name: string): File | undefined => (fieldOf(name) as HTMLInputElement | null)?.files?.[0]
  const wrongFileOf = (name: string, isOptional: boolean): string => {
    const file = fileOf(name)
    if (file === undefined) return isOptional ? "" : words.noFile
    if (!["image/jpeg", "image/png", "application/pdf"].includes(file.type)) return words.wrongFile
    return file.size > largest ? words.largeFile : ""
  }
  const checkFile = (name: string, isOptional: boolean): boolean => {
    const wrong = wrongFileOf(name, isOptional)
    mark(name, wrong)
    if (wrong !== "") fieldOf(name)?.focus()
    return wrong === ""
  }
  /** The id of a document with these files; undefined when something is wrong, which is said at the first of them. */
  const send = async (documentType: string, names: ReadonlyArray<string>): Promise<string | undefined> => {
    const [first = ""] = names
    const files = names.flatMap((name) => fileOf(name) ?? [])
    const bar = one<HTMLProgressElement>(`#p-${first}`)
    const made = await ask(`${path}/document`, { session, documentType, isDoubleSided: files.length > 1 })
    if (made?.status !== 200) {
      mark(first, problemOf(made))
      return undefined
    }
    const to = made.body["data"] as {
      readonly documentId: string
      readonly uploadUrlFront: string
      readonly uploadUrlBack?: string
    }
    for (const [index, url] of [to.uploadUrlFront, to.uploadUrlBack].entries()) {
      const file = files[index]
      if (file === undefined || url === undefined) continue
      const status = await upload(url, file, bar)
      if (status === 200) continue
      if (bar !== null) bar.hidden = true
      mark(names[index] ?? first, status === 415 ? words.wrongFile : status === 413 ? words.largeFile : words.failed)
      return undefined
    }
    return to.documentId
  }

  const capture = async () => {
    const button = one<HTMLButtonElement>("#film")
    const prompt = one("#prompt")
    if (button === null || prompt === null || camera === undefined || video === null) return
    button.disabled = true
    mark("selfie", "")
    const tell = (text: string) => {
      prompt.textContent = text
      button.disabled = false
    }
    if (video.hidden) {
      const isOn = await camera.start().then(() => true, () => false)
      video.hidden = !isOn
      if (isOn) button.textContent = words.camera.capture
      return tell(isOn ? words.camera.look : words.camera.noCamera)
    }
    prompt.textContent = words.camera.checking
    if (!await camera.isLive()) return tell(words.camera.notSeen)
    const made = await ask(`${path}/document`, { session, documentType: "SELFIE-FROM-LIVENESS" })
    if (made?.status !== 200) return tell(problemOf(made))
    const { documentId, validateLivenessToken } = made.body["data"] as {
      readonly documentId: string
      readonly validateLivenessToken: string
    }
    const confirmed = await ask(validatePath, { validateLivenessToken })
    if (confirmed?.status !== 200) return tell(problemOf(confirmed))
    documents.selfie = documentId
    camera.stop()
    video.hidden = true
    button.textContent = words.camera.turnOn
    tell(words.captured)
  }

  const back = (step: number, name: string, text: string) => {
    say("")
    steps.go(step)
    mark(name, text)
    fieldOf(name)?.focus()
  }
  const refused = (answer: PageAnswer) => {
    const details = answer.body["details"] as ReadonlyArray<{ readonly field: string }> | undefined
    const field = details?.[0]?.field ?? ""
    if (field === "uploadedDocumentId") return back(forms.length - 2, "front", words.documentRefused)
    if (field === "uploadedSelfieId") return back(forms.length - 1, "selfie", words.selfieRefused)
    const step = forms.findIndex((form) => inputsOf(form).some(({ name }) => name === field))
    if (step === -1) return say(words.failed, true)
    back(step, field, field === "email" ? words.otherEmail : words.refusedField)
  }
  const leave = (to: unknown): boolean => {
    const isWeb = typeof to === "string" && /^https?:\/\//i.test(to)
    if (isWeb) location.replace(to)
    return isWeb
  }
  const submit = async () => {
    const identified = page === "company"
      ? {}
      : { uploadedDocumentId: documents.identity, uploadedSelfieId: documents.selfie }
    const reject = one<HTMLInputElement>("#f-sandboxReject")?.checked === true ? { sandboxReject: true } : {}
    say(words.sending)
    const answer = await ask(`${path}/${page}`, { session, ...values(forms), ...identified, ...reject })
    if (answer?.status === 400) return refused(answer)
    if (answer?.status === 404) {
      // Handed in already, perhaps by a try whose answer was lost, or over: the page says which.
      close()
      return follow()
    }
    if (answer?.status !== 200) return say(problemOf(answer), true)
    const { isComplete, redirectUrl } = answer.body["data"] as {
      readonly isComplete: boolean
      readonly redirectUrl: unknown
    }
    close()
    if (leave(redirectUrl)) return
    say(isComplete ? words.statuses.WAITING : words.otherPage)
    setTimeout(() => void follow(), everyMs)
  }

  const next = async (step: number) => {
    const form = forms[step]
    if (form === undefined || !checkAll(form)) return
    if (fieldOf("front") !== null && form.contains(fieldOf("front"))) {
      if (!checkFile("front", documents.identity !== "") || !checkFile("back", true)) return
      if (fileOf("front") !== undefined) {
        const documentType = (fieldOf("documentType") as HTMLSelectElement | null)?.value ?? "ID"
        const id = await send(documentType, ["front", "back"])
        if (id === undefined) return
        documents.identity = id
      }
    }
    if (form.contains(video) && documents.selfie === "") {
      mark("selfie", words.captureFirst)
      return one<HTMLElement>("#film")?.focus()
    }
    return step === forms.length - 1 ? submit() : steps.go(step + 1)
  }

  const prove = async (form: HTMLFormElement) => {
    const task = form.dataset["proof"] ?? ""
    if (!checkAll(form) || !checkFile(task, false)) return
    const documentId = await send("PROOF", [task])
    if (documentId === undefined) return
    const answer = await ask(`${path}/${task}`, { session, documentId, ...values([form]) })
    if (answer?.status !== 200) return mark(task, answer?.status === 400 ? words.refusedField : problemOf(answer))
    await follow()
  }
  const showProofs = (proofs: Readonly<Record<string, keyof WizardWords["proofStatuses"]>> | null) => {
    const section = one<HTMLElement>("#proofs")
    if (section === null || proofs === null) return
    section.hidden = false
    for (const form of section.querySelectorAll<HTMLFormElement>("form[data-proof]")) {
      const status = proofs[form.dataset["record"] ?? ""] ?? "NONE"
      const shown = form.querySelector("[data-status]")
      if (shown !== null) shown.textContent = words.proofStatuses[status]
      const isOpen = status === "NONE" || status === "REJECTED"
      for (const part of form.querySelectorAll<HTMLElement>("[data-open]")) part.hidden = !isOpen
    }
  }

  const follow = async () => {
    const answer = await ask(`${path}/state`, { session })
    if (answer?.status !== 200) {
      show(-1)
      return say(problemOf(answer), true)
    }
    const { extras, proofs, redirectUrl, status } = answer.body["data"] as {
      readonly status: keyof WizardWords["statuses"] | "OPEN"
      readonly redirectUrl: unknown
      readonly extras: ReadonlyArray<string>
      readonly proofs: Readonly<Record<string, keyof WizardWords["proofStatuses"]>> | null
    }
    for (const part of document.querySelectorAll<HTMLElement>("[data-simulated]")) {
      part.hidden = !extras.includes("sandboxReject")
    }
    if (status === "OPEN") {
      say("")
      return steps.begin()
    }
    show(-1)
    say(words.statuses[status], status !== "WAITING" && status !== "APPROVED")
    showProofs(proofs)
    const link = one<HTMLAnchorElement>("#go-on")
    if (link !== null && typeof redirectUrl === "string" && /^https?:\/\//i.test(redirectUrl)) {
      link.href = redirectUrl
      link.hidden = false
    }
    const isMoving = status === "WAITING" || Object.values(proofs ?? {}).includes("WAITING")
    if (isMoving) setTimeout(() => void follow(), everyMs)
  }

  const busy = (form: HTMLFormElement, work: () => Promise<void> | void) => async (event: Event) => {
    event.preventDefault()
    const buttons = [...form.querySelectorAll("button")]
    for (const button of buttons) button.disabled = true
    await work()
    for (const button of buttons) button.disabled = false
  }
  forms.forEach((form, step) => {
    form.addEventListener("submit", (event) => void busy(form, () => next(step))(event))
    form.querySelector("[data-back]")?.addEventListener("click", () => history.back())
    form.addEventListener("input", () => isTyped = true)
  })
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-proof]")) {
    form.addEventListener("submit", (event) => void busy(form, () => prove(form))(event))
  }
  addEventListener("beforeunload", (event) => {
    if (isTyped) event.preventDefault()
  })
  const settle = helpers.betweenPresses()
  for (const input of document.querySelectorAll<Input>("[data-kind]")) {
    input.addEventListener("change", () => settle(() => void check(input)))
    input.addEventListener("input", () => {
      if (input.hasAttribute("aria-invalid") && wrongOf(input) === "") check(input)
    })
  }
  for (const input of document.querySelectorAll<HTMLInputElement>("input[type=file]")) {
    const name = input.id.slice("f-".length)
    input.addEventListener("change", () => mark(name, wrongFileOf(name, true)))
  }
  one("#film")?.addEventListener("click", () => void capture())
  if (session !== "") return void follow()
  show(-1)
  say(words.noSession, true)
}
