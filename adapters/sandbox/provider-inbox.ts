// The inbox of the sandbox provider: HMAC-SHA256 of `<timestamp>.<raw body>` proves who sent an event.
import { createHmac, timingSafeEqual } from "node:crypto"
import { Effect, Layer, Redacted } from "effect"
import { limits } from "../../core/limits/limits.ts"
import { ProofRefused, ProviderInbox, type ProviderMessage } from "../../core/ports/provider-inbox.ts"
import { factOf } from "./provider-protocol.ts"

const signatureHeader = "x-provider-signature"
const timestampHeader = "x-provider-timestamp"

const isProven = (secret: Redacted.Redacted, message: ProviderMessage): boolean => {
  const timestamp = message.headers[timestampHeader] ?? ""
  const signature = message.headers[signatureHeader] ?? ""
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/i.test(signature)) return false
  if (Math.abs(message.now - Number(timestamp) * 1_000) > limits.signatureToleranceMs) return false
  const expected = createHmac("sha256", Redacted.value(secret)).update(`${timestamp}.`).update(message.body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, "hex"))
}

// Made once: every request of a key owner comes this way, and an error that is made notes where it was made.
const notSigned = Effect.fail(new ProofRefused({ proof: "missing", problem: "the message is not signed" }))

const factsOf = (body: Uint8Array) => Effect.map(factOf(body), (fact) => [fact])

export const layer = (config: { readonly secret: Redacted.Redacted }): Layer.Layer<ProviderInbox> =>
  Layer.succeed(ProviderInbox, {
    read: (message) => {
      if (message.headers[signatureHeader] === undefined) return notSigned
      return isProven(config.secret, message)
        ? factsOf(message.body)
        : Effect.fail(new ProofRefused({ proof: "invalid", problem: "the provider's signature is wrong or too old" }))
    },
    readTrusted: factsOf
  })
