// The hosted forms: identity, company, representative, and the proofs of a company (spec "KYC and KYB"; 0145). The session
// is in the fragment of the address, which browsers send to no one: the page asks for what belongs to it.
import { hostedAttempt } from "../../api/definition/hosted.ts"
import { validateLiveness } from "../../api/definition/kyc-document.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import type { TextAnswer } from "../../api/request/wire.ts"
import { ask } from "./ask.ts"
import { film } from "./camera.ts"
import { namedCountries } from "./countries.ts"
import type { Language } from "./language.ts"
import { escaped } from "../html/html.ts"
import { fields } from "./look.ts"
import { pageAnswer } from "./page.ts"
import { cameraLook, simulatedCamera } from "./liveness.ts"
import { betweenPresses } from "./press.ts"
import { stepHistory } from "./step-history.ts"
import { type Field, type PageName, revenue, steps } from "./wizard-fields.ts"
import { readField } from "./wizard-read.ts"
import { runWizard } from "./wizard-script.ts"
import { type WizardWords, wizardWords } from "./wizard-words.ts"

const style = `
${fields}
#message:not(:empty) { padding: .75rem; border-radius: .625rem; background: var(--soft); font-weight: 600 }
#message[data-bad] { border: .125rem solid; background: none; color: var(--bad) }
#progress p { margin: 0 0 .25rem; font-weight: 600 }
progress { width: 100%; height: .5rem; accent-color: var(--brand) }
legend:focus { outline: none }
.check { display: flex; align-items: center; font-weight: 400 }
.check input { flex: none }
#proofs form { margin-top: 1.5rem; padding-top: .5rem; border-top: .0625rem solid var(--line) }
#proofs h3 { margin: .5rem 0 0; font-size: 1rem }
${cameraLook}
`

const labelOf = (words: WizardWords, page: PageName, { kind, name }: Field): string => {
  if (kind === "companyTaxId") return words.labels["companyTaxId"] ?? ""
  return (page === "company" && name === "country" ? words.labels["companyCountry"] : words.labels[name]) ?? name
}

const inputTypes: Readonly<Partial<Record<Field["kind"], string>>> = {
  date: `type="date"`,
  email: `type="email" inputmode="email"`,
  phone: `type="tel"`,
  personalTaxId: `inputmode="numeric"`,
  state: `autocapitalize="characters"`,
  amount: `inputmode="decimal"`
}

// Most people come from Brazil, so it stands chosen.
const countryOptions = (language: Language): string =>
  namedCountries(language)
    .map(({ code, name }) => `<option value="${code}"${code === "BRA" ? " selected" : ""}>${escaped(name)}</option>`)
    .join("")

const error = (name: string): string => `<p class="error" id="e-${name}" role="alert"></p>`

const field = (words: WizardWords, page: PageName) => (each: Field): string => {
  const { autocomplete, isOptional = false, kind, name } = each
  const hint = name === "email" && page === "representative" ? undefined : words.hints[name]
  const described = hint === undefined ? `e-${name}` : `h-${name} e-${name}`
  const said = `id="f-${name}" name="${name}" data-kind="${kind}" aria-describedby="${described}"`
    + ` autocomplete="${autocomplete}" ${isOptional ? `data-optional="true"` : `aria-required="true"`}`
  return `<div class="field">
<label for="f-${name}">${labelOf(words, page, each)}${
    isOptional ? ` <span class="quiet">${words.optional}</span>` : ""
  }</label>
${hint === undefined ? "" : `<p class="hint" id="h-${name}">${hint}</p>`}
${
    kind === "country"
      ? `<select ${said}>${countryOptions(words.language)}</select>`
      : `<input ${said} maxlength="${kind === "state" ? 3 : 255}" ${inputTypes[kind] ?? ""}>`
  }
${error(name)}
</div>`
}

const fileField = (words: WizardWords, name: string, label: string): string =>
  `<div class="field">
<label for="f-${name}">${label}</label>
<input id="f-${name}" type="file" accept="image/jpeg,image/png,application/pdf" aria-describedby="file-hint e-${name}">
${error(name)}
<progress id="p-${name}" max="1" value="0" aria-label="${words.uploading}" hidden></progress>
</div>`

const step = (words: WizardWords, at: number, last: number, title: string, content: string): string =>
  `<form data-step="${at}" novalidate hidden>
<fieldset><legend tabindex="-1">${title}</legend>
${content}
</fieldset>
<div class="actions">
<button>${at === last ? words.send : words.next}</button>
${at === 0 ? "" : `<button type="button" class="second" data-back>${words.back}</button>`}
</div>
</form>`

const documentStep = (words: WizardWords): string =>
  `<div class="field"><label for="f-documentType">${words.documentType}</label>
<select id="f-documentType">${
    Object.entries(words.documentTypes).map(([type, label]) => `<option value="${type}">${label}</option>`).join("")
  }</select></div>
<p class="hint" id="file-hint">${words.fileHint}</p>
${fileField(words, "front", words.front)}
${fileField(words, "back", `${words.backSide} <span class="quiet">${words.optional}</span>`)}`

const selfieStep = (words: WizardWords): string =>
  `<p>${words.camera.about}</p>
${simulatedCamera(words.camera)}
<p id="prompt" role="status"></p>
${error("selfie")}
<button type="button" class="second" id="film">${words.camera.turnOn}</button>
<label class="check field" data-simulated hidden><input type="checkbox" id="f-sandboxReject">${words.sandboxReject}</label>`

const proof = (words: WizardWords, task: string, record: string, title: string, more: string): string =>
  `<form data-proof="${task}" data-record="${record}" novalidate>
<h3>${title}</h3>
<p class="quiet" data-status role="status"></p>
<div data-open>
${more}
${fileField(words, task, words.proofFile)}
<div class="actions"><button>${words.send}</button></div>
</div>
</form>`

const proofs = (words: WizardWords): string =>
  `<section id="proofs" hidden>
<h2>${words.proofs}</h2>
<p>${words.proofAbout}</p>
<p class="hint" id="file-hint">${words.fileHint}</p>
${proof(words, "proof-of-address", "address", words.proofOfAddress, "")}
${
    proof(
      words,
      "proof-of-financial-capacity",
      "financialCapacity",
      words.proofOfFinancialCapacity,
      field(words, "company")(revenue)
    )
  }
</section>`

const pollMs = 2_000

const said = (language: Language, page: PageName) => ({
  page,
  words: wizardWords[language],
  path: hostedAttempt.path,
  validatePath: validateLiveness.path,
  largest: limits.documentBytes,
  everyMs: pollMs
})

/** The page of a form in a language. */
export const wizardPage = (language: Language, page: PageName): TextAnswer => {
  const words = wizardWords[language]
  const { about, steps: titles, title } = words.pages[page]
  const contents = [
    ...steps[page].map((each) => each.map(field(words, page)).join("\n")),
    ...(page === "company" ? [] : [documentStep(words), selfieStep(words)])
  ]
  return pageAnswer(language, {
    title,
    about,
    content: `<p class="notice" data-simulated hidden>${words.simulated}</p>
<div id="progress" hidden><p></p><progress max="${contents.length}" value="1" aria-label="${words.step}"></progress></div>
<p id="message" role="status">${words.loading}</p>
${contents.map((content, at) => step(words, at, contents.length - 1, titles[at] ?? "", content)).join("\n")}
${page === "company" ? proofs(words) : ""}
<a class="button second" id="go-on" rel="noreferrer" hidden>${words.goOn}</a>
<noscript><p>${words.needsScript}</p></noscript>`,
    style,
    films: page !== "company",
    script: {
      run: runWizard,
      said: said(language, page),
      helpers: { ask, betweenPresses, film, readField, stepHistory }
    }
  })
}
