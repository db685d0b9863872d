// The document of a capture, by the token of its page's address (C29).
import { Effect, Option } from "effect"
import { linksOpen } from "../access/links.ts"
import { type ValidationFailed, invalidField } from "../../base/errors/errors.ts"
import { get } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { KycDocuments } from "./document.ts"
import { purposes, readLivenessToken } from "./document-token.ts"

/** What is wrong with a token. */
export const refusedToken = (message: string): ValidationFailed => invalidField("validateLivenessToken", message)

const notAToken = () => refusedToken("is not a token of a liveness session")

/** The document of a token that we gave out. */
export const livenessDocumentId = Effect.fnUntraced(function*(token: string) {
  const read = readLivenessToken(token)
  const isOurs = read !== undefined &&
    (yield* Secrets.use((secrets) => secrets.proofs(purposes.liveness, read.proved))).some(read.holds)
  return isOurs ? read.claims.documentId : yield* notAToken()
})

/** The document that a capture fills. */
export const livenessDocument = Effect.fnUntraced(function*(documentId: string) {
  const found = Option.getOrUndefined(yield* get(KycDocuments, documentId))
  return found !== undefined && (yield* linksOpen(found.value)) ? found : yield* notAToken()
})
