// LND over its REST interface (v0.18 and later): invoices, payments, and which invoices were paid (decision record 0222).
import type { Agent } from "node:https"
import type { Bolt11Network } from "../../core/standards/address/bolt11.ts"
import { type LightningNodeAdapter, lightningNodeAdapter } from "../../core/ports/moving/adapter.ts"
import { makeHttpClient } from "../http-client/client.ts"
import { type SecretSource, readSecret } from "../http-client/secret-file.ts"
import { resolvesAddresses } from "../lnurl/resolve-address.ts"
import { accountOf } from "./account.ts"
import { channelBalance } from "./balance.ts"
import { invoices } from "./invoices.ts"
import { macaroonOf } from "./macaroon.ts"
import { isAboutCall } from "./messages.ts"
import { payments } from "./payments.ts"

/** What reaches the node, and how it is used. */
export interface LndSettings {
  /** Where its REST interface is: https, or http on this machine. */
  readonly url: string
  /** The macaroon in hex, as `lncli bakemacaroon` prints it. */
  readonly macaroon: SecretSource
  /** The node's own certificate in PEM, `tls.cert`; without it one that public authorities vouch for is expected. */
  readonly certificate?: SecretSource
  /** A secret of at least 32 characters. Whoever has it can claim payments on their way to invoices of this service. */
  readonly invoiceKey: SecretSource
  /** The network of the node; mainnet unless given. */
  readonly network?: Bolt11Network
  /** Whether invoices name private channels to be reached by; not unless given. */
  readonly hasPrivateChannels?: boolean
  /** How connections to servers of Lightning addresses are made; over the public internet alone unless given. */
  readonly addressAgent?: Agent
  /** How long answers are waited for, in milliseconds: of a call 10,000, of a payment 18,000, of its look-up 5,000 unless given. */
  readonly patience?: { readonly callMs?: number; readonly payMs?: number; readonly trackMs?: number }
}

/** Shorter than a payment is waited for. Seconds. */
const routingSeconds = 15

/** Adapters that stand on an LND node. Throws `TypeError` on an address that cannot be one. */
export const lnd = (settings: LndSettings) => {
  const { certificate, hasPrivateChannels = false, network = "mainnet", patience = {} } = settings
  const client = makeHttpClient({
    name: "lnd",
    baseUrl: settings.url,
    credentials: macaroonOf(settings.macaroon),
    ...certificate === undefined ? {} : { tls: { authorities: certificate } },
    timeoutMs: patience.callMs ?? 10_000,
    isAboutCall
  })
  const node: LightningNodeAdapter = {
    network,
    account: accountOf(client),
    ways: { payments: "provider" },
    ...invoices({ client, network, hasPrivateChannels, invoiceKey: readSecret(settings.invoiceKey) }),
    balance: channelBalance(client),
    resolveAddress: resolvesAddresses(settings.addressAgent),
    ...payments({
      client,
      network,
      routingSeconds,
      payMs: patience.payMs ?? 18_000,
      trackMs: patience.trackMs ?? 5_000
    })
  }
  return {
    lightningNode: lightningNodeAdapter.succeed(node),
    providers: [{ name: "lnd", ports: ["lightningNode"], state: client.state }]
  }
}
