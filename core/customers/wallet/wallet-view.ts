// What the interface shows of wallets (spec "Wallet"). Amounts are decimal strings of whole units; `balance` of a new
// wallet is a number, as the specification has it. The key owner's own wallet shows no subAccountId.
import type { Caller } from "../access/caller.ts"
import type { Network, WalletNetwork } from "../../standards/address/network.ts"
import type { WalletFamily } from "../../standards/address/wallet-addresses.ts"
import { userIdOf } from "../kyc/kyc-events.ts"
import type { AssetCode } from "../../base/money/assets.ts"
import { printDecimal } from "../../base/money/decimal.ts"
import type { Units } from "../../base/money/units.ts"
import { isoInstant } from "../../base/time/instant.ts"
import { type Wallet, addressIn, walletNetworks } from "./wallet.ts"

/** What a wallet holds on a network, smallest units. */
interface WalletHolding {
  readonly asset: AssetCode
  readonly network: Network | "spark"
  readonly units: bigint
}

/** Where a wallet is reached on Spark, and what it holds there. */
interface OnSpark {
  readonly address: string
  readonly balances: { readonly depix: bigint; readonly sats: bigint }
}

const heldOnSpark = ({ balances }: OnSpark): ReadonlyArray<WalletHolding> => [
  { asset: "DEPIX", network: "spark", units: balances.depix },
  { asset: "BTC", network: "spark", units: balances.sats }
]

/** Where a wallet is on Liquid, and what it holds there. */
interface ShownOnLiquid {
  readonly address: string
  readonly holdings: ReadonlyArray<WalletHolding>
}

const wholeUnits = (asset: AssetCode, units: bigint): string => printDecimal(asset, units as Units<AssetCode>)

/** The holder as the interface names it: null for the key owner himself. */
const holderOf = (caller: Caller, subAccountId: string): string | null =>
  subAccountId === caller.account.mainSubAccountId ? null : subAccountId

/** A read of a wallet; `family` says which address each network settles with here. Solana is never shown. */
export const walletRead = (
  caller: Caller,
  wallet: Wallet,
  parts: {
    readonly held: ReadonlyArray<WalletHolding>
    readonly liquid: ShownOnLiquid | undefined
    readonly spark: OnSpark | undefined
    readonly syncedAt: number
    readonly family: (network: WalletNetwork) => WalletFamily
    readonly isNamed: boolean
  }
) => ({
  userId: userIdOf(wallet.subAccountId),
  subAccountId: holderOf(caller, wallet.subAccountId),
  syncedAt: isoInstant(parts.syncedAt),
  addresses: {
    ...Object.fromEntries(
      wallet.networks.filter((network) => walletNetworks[network].isShown)
        .map((network) => [network, addressIn(wallet, parts.family(network))])
    ),
    ...(parts.liquid === undefined ? {} : { liquid: parts.liquid.address }),
    ...(parts.spark === undefined ? {} : { spark: parts.spark.address })
  } as Readonly<Record<string, string>>,
  balances: [
    ...parts.held.filter(({ network }) => network !== "solana"),
    ...(parts.liquid?.holdings ?? []),
    ...(parts.spark === undefined ? [] : heldOnSpark(parts.spark))
  ].map(({ asset, network, units }) => ({ asset, network, amount: wholeUnits(asset, units) })),
  ...(parts.isNamed ? { walletId: wallet.id } : {})
})

/** The answer of creation; `units` is what the wallet holds of its network's first asset. */
export const walletCreated = (
  wallet: Wallet,
  parts: {
    readonly network: WalletNetwork
    readonly settlement: { readonly chainId: number; readonly family: WalletFamily }
    readonly units: bigint
    readonly protectedSymmetricKey: string
  }
) => ({
  success: true as const,
  data: {
    id: wallet.id,
    address: addressIn(wallet, parts.settlement.family),
    network: parts.network,
    chainId: parts.settlement.chainId,
    balance: Number(wholeUnits(walletNetworks[parts.network].asset, parts.units)),
    protectedSymmetricKey: parts.protectedSymmetricKey
  }
})
export type WalletCreated = ReturnType<typeof walletCreated>

/** The answer of the keys endpoint: the pair that the holder's client derives its key from. */
export const walletKeys = (caller: Caller, wallet: Wallet, protectedSymmetricKey: string) => ({
  success: true as const,
  data: {
    walletId: wallet.id,
    protectedSymmetricKey,
    email: wallet.email,
    subAccountId: holderOf(caller, wallet.subAccountId)
  }
})
export type WalletKeysAnswer = ReturnType<typeof walletKeys>
