// Avenia as PIX provider: its adapters, as an environment takes them.
import { Effect, Layer } from "effect"
import { type PixRailAdapter, pixRailAdapter } from "../../core/ports/moving/adapter.ts"
import { ProviderInbox } from "../../core/ports/provider-inbox.ts"
import type { Provider } from "../../core/ports/provider-state.ts"
import type { Store } from "../../core/ports/store.ts"
import { makeHttpClient } from "../http-client/client.ts"
import type { SecretSource } from "../http-client/secret-file.ts"
import { signedCalls } from "./credentials.ts"
import { makePixRail } from "./pix-rail.ts"
import { makeProviderInbox } from "./provider-inbox.ts"
import { makeVerifier } from "./public-key.ts"

export interface AveniaSettings {
  /** `https://api.avenia.io:8443` unless told. */
  readonly baseUrl?: string
  readonly apiKey: SecretSource
  /** The RSA key in PEM whose public half the API key was made with. */
  readonly privateKey: SecretSource
  /** Address of the account's wallet, out of which payments go. */
  readonly walletAddress: string
  /** For one call. Milliseconds, 10,000 unless told. */
  readonly timeoutMs?: number
}

/** The adapters of Avenia. Throws `TypeError` on an address that cannot be one. */
export const avenia = (settings: AveniaSettings) => {
  const about = {
    name: "avenia",
    baseUrl: settings.baseUrl ?? "https://api.avenia.io:8443",
    ...settings.timeoutMs === undefined ? {} : { timeoutMs: settings.timeoutMs }
  }
  const client = makeHttpClient({ ...about, credentials: signedCalls(settings) })
  // Its public key is for everybody: whoever makes us read it learns nothing of ours, and stops no call of ours.
  const verify = makeVerifier(makeHttpClient(about))
  const within =
    (context: Effect.Success<ReturnType<typeof Effect.context<Store>>>) => <A, E>(effect: Effect.Effect<A, E, Store>) =>
      Effect.provideContext(effect, context)
  const rail = Effect.map(
    Effect.context<Store>(),
    (context): PixRailAdapter => makePixRail(client, settings.walletAddress, within(context))
  )
  const inbox: Layer.Layer<ProviderInbox, never, Store> = Layer.effect(
    ProviderInbox,
    Effect.map(
      Effect.context<Store>(),
      (context) =>
        makeProviderInbox({ client, verify, attemptOf: () => Effect.succeed(undefined), within: within(context) })
    )
  )
  const provider: Provider = { name: "avenia", ports: ["pixRail"], state: client.state }
  return { pixRail: pixRailAdapter.effect(rail), providerInboxes: { avenia: inbox }, providers: [provider] }
}
