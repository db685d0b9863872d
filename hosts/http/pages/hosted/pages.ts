// The hosted pages whose session is in the fragment of their address: they are the same for everybody, so each is made once
// a language.
import type { TextAnswer, WholeAnswer, WireRequest } from "../../api/request/wire.ts"
import { inBytes } from "../html/bytes.ts"
import { type Language, languageFor } from "./language.ts"
import { livenessPage } from "./liveness.ts"
import { pinPage } from "./pin.ts"
import { wizardPage } from "./wizard.ts"

const pages: Readonly<Record<string, (language: Language) => TextAnswer>> = {
  "/hosted/liveness": livenessPage,
  "/hosted/liveness/provider": livenessPage,
  "/hosted/kyc": (language) => wizardPage(language, "person"),
  "/hosted/kyb/company": (language) => wizardPage(language, "company"),
  "/hosted/kyb/representative": (language) => wizardPage(language, "representative"),
  "/hosted/pin": pinPage
}

const made = new Map<string, WholeAnswer>()

/** The hosted page at a path, in the language of the request; undefined where there is none. */
export const hostedPage = (path: string, request: WireRequest): WholeAnswer | undefined => {
  const make = Object.hasOwn(pages, path) ? pages[path] : undefined
  if (make === undefined) return undefined
  const language = languageFor(request)
  const name = `${language} ${path}`
  const answer = made.get(name) ?? inBytes(make(language))
  made.set(name, answer)
  return answer
}
