// Efí: charges and returns by the central bank's interface (adapters/bcb), and what Efí adds to it: payments by key and by code,
// who paid, what it costs, and its books.
import { Effect, Layer, Result, Schema } from "effect"
import type { Payer } from "../../core/standards/pix/pix-parties.ts"
import { type Cents, zero } from "../../core/base/money/units.ts"
import { parseTaxId } from "../../core/standards/pix/tax-id.ts"
import { pixRailAdapter } from "../../core/ports/moving/adapter.ts"
import type { PixTransfers } from "../../core/ports/moving/pix-transfers.ts"
import type { PixRail } from "../../core/ports/pix-rail.ts"
import { ProviderInbox } from "../../core/ports/provider-inbox.ts"
import type { Provider } from "../../core/ports/provider-state.ts"
import { railBooksLayer } from "../../core/ports/rail-books.ts"
import { type BankSettings, openBank } from "../bcb/bank.ts"
import { createCharge, lookUpCharge } from "../bcb/charges.ts"
import { bankInbox } from "../bcb/provider-inbox.ts"
import { lookUpReturn, sendReturn } from "../bcb/returns.ts"
import { as } from "../bcb/schema.ts"
import { makePay } from "./pay.ts"
import { efiBooks } from "./rail-books.ts"
import { costOf, lookUpSent, readSentEntry } from "./sent.ts"

/** An account at Efí. */
export interface EfiSettings extends BankSettings {
  /**
   * Up to which value dynamic codes are paid; none unless given. Efí's call by code has no amount: it pays what the place behind the code names
   * at that moment, also where that is another amount than the one that was read just before.
   */
  readonly dynamicCodesUpTo?: Cents
}

/** The adapters of an account, as `embed` and a production host take them. */
export interface EfiAdapters {
  readonly pixRail: Layer.Layer<PixRail | PixTransfers>
  readonly railBooks: Layer.Layer<never>
  readonly providerInboxes: Readonly<Record<"efi", Layer.Layer<ProviderInbox>>>
  readonly providers: ReadonlyArray<Provider>
}

/** Efí among the participants of PIX (Banco Central, list of participants). */
const ispb = "09089356"

const text = Schema.optionalKey(Schema.NullOr(Schema.String))
const Paid = Schema.Struct({
  gnExtras: Schema.Struct({ pagador: Schema.Struct({ nome: text, cpf: text, cnpj: text }) })
})

const payerOf = (pix: unknown): Payer | null => {
  const payer = as(Paid, pix)?.gnExtras.pagador
  if (payer === undefined) return null
  const taxId = parseTaxId(payer.cpf ?? payer.cnpj ?? "")
  return { name: payer.nome ?? null, taxId: Result.getOrElse(taxId, () => null) }
}

/** The adapters of an account at Efí. Throws `TypeError` on an address that cannot be one. */
export const efi = (settings: EfiSettings): EfiAdapters => {
  const { dynamicCodesUpTo: upTo = zero("BRL") } = settings
  const bank = openBank(settings, {
    name: "efi",
    basePath: "/v2",
    tokenUrl: `${settings.baseUrl.replace(/\/$/, "")}/oauth/token`,
    tokenBody: "json",
    payerOf,
    costOf
  })
  return {
    pixRail: pixRailAdapter.succeed({
      account: Effect.succeed(`efi:${ispb}:${settings.key}`),
      // A second payment of an id is answered 409, and a second return of an id is refused.
      absentAfterMs: { payments: 0, returns: 0 },
      ways: { payments: "provider", returns: "provider" },
      returnsFailed: false,
      dynamicCodesUpTo: upTo,
      createCharge: createCharge(bank),
      lookUpCharge: lookUpCharge(bank),
      sendReturn: sendReturn(bank),
      lookUpReturn: lookUpReturn(bank),
      pay: makePay(bank, upTo),
      lookUpPayment: (request) => lookUpSent(bank, request)
    }),
    railBooks: railBooksLayer(efiBooks(bank)),
    providerInboxes: { efi: Layer.succeed(ProviderInbox, bankInbox(bank, readSentEntry(bank))) },
    providers: [{ name: "efi", ports: ["pixRail", "railBooks", "providerInbox"], state: bank.state }]
  }
}
