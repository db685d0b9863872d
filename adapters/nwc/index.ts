// A Lightning wallet over Nostr Wallet Connect (NIP-47): invoices and payments of whatever stands behind it (decision record 0223).
import type { Agent } from "node:https"
import type { Bolt11Network } from "../../core/standards/address/bolt11.ts"
import { type LightningNodeAdapter, lightningNodeAdapter } from "../../core/ports/moving/adapter.ts"
import { type SecretSource, readSecret } from "../http-client/secret-file.ts"
import { resolvesAddresses } from "../lnurl/resolve-address.ts"
import { openWallet } from "./client.ts"
import { lightningNode } from "./lightning-node.ts"

/** What reaches the wallet. */
export interface NwcSettings {
  /** `nostr+walletconnect://...`, as the wallet gives it for one connection. Of several relays the first is used. */
  readonly connection: SecretSource
  /** NIP-47 has no bound of a payment's fee: true says that whatever the wallet pays is paid. Without it there is no adapter. */
  readonly allowsUnboundedFee: boolean
  /** The network of the wallet; mainnet unless given. */
  readonly network?: Bolt11Network
  /** How connections to servers of Lightning addresses are made; over the public internet alone unless given. */
  readonly addressAgent?: Agent
  /** How long the wallet's answer is waited for. Milliseconds, 15,000 unless given. */
  readonly timeoutMs?: number
}

/** Adapters that stand on a wallet. Throws `TypeError` unless fees without a bound are allowed. */
export const nwc = (
  { addressAgent, allowsUnboundedFee, connection, network = "mainnet", timeoutMs = 15_000 }: NwcSettings
) => {
  if (!allowsUnboundedFee) throw new TypeError("a wallet over NWC pays fees without a bound, which has to be allowed")
  const wallet = openWallet(readSecret(connection), timeoutMs)
  const node: LightningNodeAdapter = {
    ...lightningNode({ wallet, network }),
    resolveAddress: resolvesAddresses(addressAgent)
  }
  return {
    lightningNode: lightningNodeAdapter.succeed(node),
    providers: [{ name: "nwc", ports: ["lightningNode"], state: wallet.state }]
  }
}
