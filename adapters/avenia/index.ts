// Avenia as provider of PIX and of identities: its adapters, as an environment takes them.
import { Effect, Layer } from "effect"
import type { DocumentStore } from "../../core/ports/document-store.ts"
import { KycProvider } from "../../core/ports/kyc-provider.ts"
import { LivenessProvider } from "../../core/ports/liveness-provider.ts"
import { pixRailAdapter } from "../../core/ports/moving/adapter.ts"
import { ProviderInbox } from "../../core/ports/provider-inbox.ts"
import type { Provider } from "../../core/ports/provider-state.ts"
import type { Store } from "../../core/engine/store/store.ts"
import { makeHttpClient } from "../http-client/client.ts"
import type { SecretSource } from "../http-client/secret-file.ts"
import { attemptNamed } from "./attempts.ts"
import { signedCalls } from "./credentials.ts"
import { makeKycProvider } from "./kyc-provider.ts"
import { makeLivenessProvider } from "./liveness-provider.ts"
import { makePixRail } from "./pix-rail.ts"
import { makeProviderInbox } from "./provider-inbox.ts"
import { makeVerifier } from "./public-key.ts"

export interface AveniaSettings {
  /** `https://api.avenia.io:8443` by default. */
  readonly baseUrl?: string
  readonly apiKey: SecretSource
  /** The RSA key in PEM whose public half the API key was made with. */
  readonly privateKey: SecretSource
  /** Address of the account's wallet, out of which payments go. */
  readonly walletAddress: string
  /** Avenia's client at Sumsub, which whoever shares an applicant names; "none" by default. */
  readonly importClientId?: string | undefined
  /** For one call. Milliseconds, 10,000 by default. */
  readonly timeoutMs?: number
}

/** The adapters of Avenia. Throws `TypeError` on an address that cannot be one. */
export const avenia = (settings: AveniaSettings) => {
  const { importClientId = "none", timeoutMs = 10_000 } = settings
  const about = { name: "avenia", baseUrl: settings.baseUrl ?? "https://api.avenia.io:8443", timeoutMs }
  const client = makeHttpClient({ ...about, credentials: signedCalls(settings) })
  // Its public key is for everybody: whoever makes us read it learns nothing of ours, and stops no call of ours.
  const verify = makeVerifier(makeHttpClient(about))
  const stored = Effect.context<Store>()

  const pixRail = pixRailAdapter.effect(
    Effect.map(
      stored,
      (context) => makePixRail(client, settings.walletAddress, (effect) => Effect.provideContext(effect, context))
    )
  )
  const inbox: Layer.Layer<ProviderInbox, never, Store> = Layer.effect(
    ProviderInbox,
    Effect.map(stored, (context) =>
      makeProviderInbox({
        client,
        verify,
        attemptOf: attemptNamed,
        within: (effect) => Effect.provideContext(effect, context)
      }))
  )
  const kycProvider: Layer.Layer<KycProvider, never, Store | DocumentStore> = Layer.effect(
    KycProvider,
    Effect.map(
      Effect.context<Store | DocumentStore>(),
      (context) =>
        makeKycProvider({ client, importClientId, timeoutMs }, (effect) => Effect.provideContext(effect, context))
    )
  )
  const livenessProvider: Layer.Layer<LivenessProvider, never, Store> = Layer.effect(
    LivenessProvider,
    Effect.map(stored, (context) => makeLivenessProvider(client, (effect) => Effect.provideContext(effect, context)))
  )
  const provider: Provider = {
    name: "avenia",
    ports: ["pixRail", "kycProvider", "livenessProvider"],
    state: client.state
  }
  return { pixRail, kycProvider, livenessProvider, providerInboxes: { avenia: inbox }, providers: [provider] }
}
