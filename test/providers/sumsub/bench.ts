// Sumsub's adapters against its stand-in.
import { createHmac } from "node:crypto"
import { Redacted } from "effect"
import { type SumsubSettings, sumsub } from "../../../adapters/sumsub/index.ts"
import type { ProviderMessage } from "../../../core/ports/provider-inbox.ts"
import { appToken, secretKey } from "./stand-in.ts"

const webhookSecret = "the-webhook-secret-of-the-tests"

/** The adapters, asking a stand-in. */
export const adaptersAt = (url: string, settings: Partial<SumsubSettings> = {}) =>
  sumsub({
    baseUrl: url,
    appToken: Redacted.make(appToken),
    secretKey: Redacted.make(secretKey),
    webhookSecret: Redacted.make(webhookSecret),
    clientId: "pontepay",
    levels: { form: "form", light: "light", full: "full level", company: "company", liveness: "liveness" },
    timeoutMs: 300,
    ...settings
  })

/** A body as it arrives with its digest. */
export const digested = (
  body: Uint8Array,
  now: number,
  hash: "sha1" | "sha256" | "sha512" = "sha256"
): ProviderMessage => ({
  path: "/provider/sumsub/webhook",
  query: {},
  headers: {
    "x-payload-digest": createHmac(hash, webhookSecret).update(body).digest("hex"),
    "x-payload-digest-alg": `HMAC_${hash.toUpperCase()}_HEX`
  },
  body,
  peer: null,
  remote: null,
  now
})
