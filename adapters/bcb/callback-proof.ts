// Who sent a callback. Its body is unsigned: the bank proves itself with its client certificate, or, where TLS ends before us, by
// a secret in the address that it was given.
import { Effect, Redacted } from "effect"
import { InboxUnavailable, ProofRefused, type ProviderMessage } from "../../core/ports/provider-inbox.ts"
import { equalInConstantTime } from "../../core/base/text/text.ts"
import { type ReadSecret, readSecret } from "../http-client/secret-file.ts"
import type { CallbackProof } from "./bank.ts"

/** A fingerprint without its punctuation. */
const bare = (fingerprint: string): string => fingerprint.replaceAll(":", "").toUpperCase()

const secretOf = ({ query }: ProviderMessage): string | undefined =>
  typeof query["hmac"] === "string" && query["hmac"] !== "" ? query["hmac"] : undefined

/**
 * Refuses a message that is not the bank's. A certificate counts where our server verified it and its fingerprint is known:
 * banks of one authority could otherwise speak for each other.
 */
export const makeProof = ({ fingerprints = [], secret }: CallbackProof) => {
  const known = new Set(fingerprints.map(bare))
  const expected: ReadSecret | undefined = secret === undefined ? undefined : readSecret(secret)
  return Effect.fnUntraced(function*(message: ProviderMessage) {
    const { peer } = message
    if (peer !== null && peer.isTrusted && known.has(bare(peer.fingerprint256))) return
    const shown = secretOf(message)
    if (shown !== undefined && expected !== undefined) {
      const { text } = yield* Effect.mapError(expected, ({ problem }) => new InboxUnavailable({ reason: problem }))
      if (equalInConstantTime(shown, Redacted.value(text))) return
    }
    return yield* peer === null && shown === undefined
      ? new ProofRefused({ proof: "missing", problem: "neither a client certificate nor the secret of the address" })
      : new ProofRefused({ proof: "invalid", problem: "the client certificate or the secret is not the bank's" })
  })
}
