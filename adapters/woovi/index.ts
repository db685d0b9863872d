// Woovi: PIX in and out, its messages and its books, as an embedding server gives them to production:
// `embed(variables, { production: { ...woovi({ … }), restrictions } })`.
import type { Layer } from "effect"
import { type PixRailAdapter, pixRailAdapter } from "../../core/ports/moving/adapter.ts"
import type { PixTransfers } from "../../core/ports/moving/pix-transfers.ts"
import type { PixRail } from "../../core/ports/pix-rail.ts"
import type { ProviderInbox } from "../../core/ports/provider-inbox.ts"
import type { Provider } from "../../core/ports/provider-state.ts"
import { railBooksLayer } from "../../core/ports/rail-books.ts"
import { readSecret } from "../http-client/secret-file.ts"
import { accountOf } from "./account.ts"
import { type WooviSettings as CallSettings, askOver, clientOf } from "./calls.ts"
import { pixRail } from "./pix-rail.ts"
import type { ProofSettings } from "./proof.ts"
import * as providerInbox from "./provider-inbox.ts"
import { railBooks } from "./rail-books.ts"

/** Where Woovi is, who we are there, and how its messages are proven. */
export type WooviSettings = CallSettings & { readonly webhook: ProofSettings }

/** What Woovi stands behind. */
export interface WooviAdapters {
  readonly pixRail: Layer.Layer<PixRail | PixTransfers>
  readonly railBooks: Layer.Layer<never>
  readonly providerInboxes: { readonly woovi: Layer.Layer<ProviderInbox> }
  readonly providers: ReadonlyArray<Provider>
}

/** The adapters of Woovi. They call nothing before they are used. Throws `TypeError` on an address that cannot be one. */
export const woovi = ({ webhook, ...settings }: WooviSettings): WooviAdapters => {
  const client = clientOf(settings)
  const ask = askOver(client)
  const rail: PixRailAdapter = pixRail(ask, accountOf(ask, readSecret(settings.appId)))
  return {
    pixRail: pixRailAdapter.succeed(rail),
    railBooks: railBooksLayer(railBooks(ask)),
    providerInboxes: { woovi: providerInbox.layer(ask, webhook) },
    providers: [{ name: "woovi", ports: ["pixRail", "railBooks", "providerInbox"], state: client.state }]
  }
}
