// Sumsub as identity provider: its adapters, as an environment takes them.
import { Effect, Layer } from "effect"
import type { DocumentStore } from "../../core/ports/document-store.ts"
import { KycProvider } from "../../core/ports/kyc-provider.ts"
import { LivenessProvider } from "../../core/ports/liveness-provider.ts"
import { ProviderInbox } from "../../core/ports/provider-inbox.ts"
import type { Provider } from "../../core/ports/provider-state.ts"
import type { Store } from "../../core/engine/store/store.ts"
import { makeHttpClient } from "../http-client/client.ts"
import { type SecretSource, readSecret } from "../http-client/secret-file.ts"
import { signedCalls } from "./credentials.ts"
import { type SumsubLevels, makeKycProvider } from "./kyc-provider.ts"
import { makeLivenessProvider } from "./liveness-provider.ts"
import { makeProviderInbox } from "./provider-inbox.ts"

export interface SumsubSettings {
  /** `https://api.sumsub.com` by default. */
  readonly baseUrl?: string
  readonly appToken: SecretSource
  /** The secret key of the app token. */
  readonly secretKey: SecretSource
  /** The secret that webhooks are signed with. */
  readonly webhookSecret: SecretSource
  /** Our client id, as whoever shares an applicant with us has to name it. */
  readonly clientId: string
  readonly levels: SumsubLevels & {
    /** A level that asks for a selfie alone; without it, liveness stays with whoever captures it now. */
    readonly liveness?: string | undefined
  }
  /** For one call. Milliseconds, 10,000 by default. */
  readonly timeoutMs?: number
}

/** The adapters of Sumsub. Throws `TypeError` on an address that cannot be one. */
export const sumsub = (settings: SumsubSettings) => {
  const client = makeHttpClient({
    name: "sumsub",
    baseUrl: settings.baseUrl ?? "https://api.sumsub.com",
    credentials: signedCalls(settings),
    ...settings.timeoutMs === undefined ? {} : { timeoutMs: settings.timeoutMs }
  })
  const token = readSecret(settings.appToken)
  const key = readSecret(settings.secretKey)
  const webhookSecret = readSecret(settings.webhookSecret)
  const { liveness } = settings.levels
  const kycProvider: Layer.Layer<KycProvider, never, Store | DocumentStore> = Layer.effect(
    KycProvider,
    Effect.map(Effect.context<Store | DocumentStore>(), (context) =>
      makeKycProvider(
        { client, levels: settings.levels, clientId: settings.clientId, credentials: Effect.all([token, key]) },
        (effect) => Effect.provide(effect, context)
      ))
  )
  const provider: Provider = {
    name: "sumsub",
    ports: ["kycProvider", ...liveness === undefined ? [] : ["livenessProvider"]],
    state: client.state
  }
  return {
    kycProvider,
    ...liveness === undefined
      ? {}
      : { livenessProvider: Layer.succeed(LivenessProvider, makeLivenessProvider(client, liveness)) },
    providerInboxes: { sumsub: Layer.succeed(ProviderInbox, makeProviderInbox(webhookSecret)) },
    providers: [provider]
  }
}
