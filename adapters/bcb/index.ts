// A bank of the central bank's PIX interface (API Pix 2.9.0): charges, what was paid on them, and returns. The interface has no
// payments: a bank that can pay has an adapter of its own, which builds on this.
import { Effect, Layer } from "effect"
import { pixRailAdapter } from "../../core/ports/moving/adapter.ts"
import type { PixTransfers } from "../../core/ports/moving/pix-transfers.ts"
import { absent, held } from "../../core/ports/outcome.ts"
import type { PixRail } from "../../core/ports/pix-rail.ts"
import { ProviderInbox } from "../../core/ports/provider-inbox.ts"
import type { Provider } from "../../core/ports/provider-state.ts"
import { type BankSettings, type Dialect, openBank } from "./bank.ts"
import { createCharge, lookUpCharge } from "./charges.ts"
import { bankInbox } from "./provider-inbox.ts"
import { lookUpReturn, sendReturn } from "./returns.ts"

/** A bank of the standard; its address has the path of the version, such as `/api/v2`. */
export interface BcbSettings extends BankSettings {
  /** Where it gives tokens out, as a whole address. */
  readonly tokenUrl: string
  readonly tokenBody?: Dialect["tokenBody"]
  readonly scope?: string
}

/** The adapters of one bank, as `embed` and a production host take them. */
export interface BcbAdapters {
  readonly pixRail: Layer.Layer<PixRail | PixTransfers>
  readonly providerInboxes: Readonly<Record<"bcb", Layer.Layer<ProviderInbox>>>
  readonly providers: ReadonlyArray<Provider>
}

const scopes = "cob.write cob.read pix.write pix.read"

/** The adapters of a bank that receives and returns PIX. Throws `TypeError` on an address that cannot be one. */
export const bcb = (settings: BcbSettings): BcbAdapters => {
  const { scope = scopes, tokenBody = "form", tokenUrl } = settings
  const bank = openBank(settings, { name: "bcb", basePath: "", tokenUrl, tokenBody, scope })
  return {
    pixRail: pixRailAdapter.succeed({
      // The standard tells neither the bank's ISPB nor an account: a key is registered at one account of one bank.
      account: Effect.succeed(`bcb:${new URL(settings.baseUrl).hostname}:${settings.key}`),
      // The bank keeps one return of an id within a PIX.
      absentAfterMs: { returns: 0 },
      ways: { payments: "none", returns: "provider" },
      returnsFailed: false,
      dynamicCodesUpTo: null,
      createCharge: createCharge(bank),
      lookUpCharge: lookUpCharge(bank),
      sendReturn: sendReturn(bank),
      lookUpReturn: lookUpReturn(bank),
      pay: () => Effect.succeed(held("notConfigured", "the PIX provider receives and returns only")),
      lookUpPayment: () => Effect.succeed(absent)
    }),
    providerInboxes: { bcb: Layer.succeed(ProviderInbox, bankInbox(bank)) },
    providers: [{ name: "bcb", ports: ["pixRail", "providerInbox"], state: bank.state }]
  }
}
