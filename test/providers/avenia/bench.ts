// Avenia's adapters against its stand-in.
import { Effect, Layer, Redacted, Scope } from "effect"
import { type AveniaSettings, avenia } from "../../../adapters/avenia/index.ts"
import { pixRailAdapter } from "../../../core/ports/moving/adapter.ts"
import { ProviderInbox } from "../../../core/ports/provider-inbox.ts"
import { type Plane, openOn } from "../kyc-plane.ts"
import { apiKey, privateKey } from "./stand-in.ts"

/** The adapters, asking a stand-in. */
export const adaptersAt = (url: string, settings: Partial<AveniaSettings> = {}) =>
  avenia({
    baseUrl: url,
    apiKey: Redacted.make(apiKey),
    privateKey: Redacted.make(privateKey),
    walletAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
    timeoutMs: 300,
    ...settings
  })

export const openRail = (plane: Plane, url: string, settings?: Partial<AveniaSettings>) =>
  Effect.runPromise(
    Effect.map(Layer.build(adaptersAt(url, settings).pixRail), pixRailAdapter.of).pipe(
      Effect.provideContext(plane),
      Effect.provideService(Scope.Scope, Scope.makeUnsafe())
    )
  )

export const openInbox = (plane: Plane, url: string) =>
  openOn(plane, ProviderInbox, adaptersAt(url).providerInboxes.avenia)

export const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

/** A message about a ticket, in the second of the two envelopes. */
export const aboutTicket = (id: string, type = "TICKET-COMPLETE") => ({
  event: { accountId: "main", subscription: "TICKET", data: { type, ticket: { id } } }
})
