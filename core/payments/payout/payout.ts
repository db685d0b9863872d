// A payout: an asset that leaves a wallet and is paid out as a PIX (spec "Wallet payout"). Its debit, its PIX and what goes back
// to the wallet are movements; the record says what they mean. Amounts are cents of BRL and smallest units of the asset that is sold.
import { Schema } from "effect"
import { duplicateFields } from "../../customers/idempotency/idempotency.ts"
import type { Flag } from "../../customers/account/flags.ts"
import type { Environment } from "../../base/environment/environment.ts"
import { declaredPart } from "../../standards/identity/declaration.ts"
import { history } from "../../engine/machine/machine.ts"
import { type AssetWith, assetRoutes, assetsWith, flagOf } from "../../base/money/assets.ts"
import { printBrl, printDecimal } from "../../base/money/decimal.ts"
import type { Units } from "../../base/money/units.ts"
import { type Reversal, movementId } from "../movement/movement.ts"
import {
  type BackPurpose,
  type GivenBack,
  isOrdered,
  payoutFailedText,
  pixKeyOf,
  pixPaymentFields,
  pixReceiptView,
  previewName,
  pricedFields,
  qrCodeOf,
  refundedData,
  reversedData as reversed,
  settledData
} from "../pix-payment/pix-payment.ts"
import { owedIn, recordKind } from "../../engine/store/records.ts"
import { isoInstant, statementLists } from "../../base/time/instant.ts"
import type { Wallet } from "../../customers/wallet/wallet.ts"
import { type PayoutState, payoutOwed, payoutStates } from "./payout.states.ts"
import {
  declaredFields,
  historyFields,
  paymentRecords,
  personalField,
  pixDestinationFields,
  pixReceiverFields
} from "../../engine/store/personal.ts"

// Which asset pays a payout on which network (spec "Off-ramp asset/network pairs", C39): the default of each network,
// the flags that gate a pair on top of WALLET_PAYOUT_API, and what exists in production alone.

interface AssetRow {
  readonly asset: PayoutAsset
  readonly flag: Flag | undefined
}

interface PayoutRoute {
  /** The first one is meant when none is named. */
  readonly assets: readonly [AssetRow, ...ReadonlyArray<AssetRow>]
  /** Whether the asset that a request names is not looked at. */
  readonly ignoresAsset: boolean
  readonly environments: ReadonlyArray<Environment>
  /**
   * Where a manual refund goes instead of back to this network. Then no reversal is refunded automatically (C55); what a failed
   * PIX gives back stays on this network.
   */
  readonly manualRefundsOn?: PayoutNetwork
}

export type PayoutAsset = AssetWith<"payouts">
export const payoutAssets = assetsWith("payouts")

export const payoutNetworks = ["polygon", "base", "tron", "solana"] as const
export type PayoutNetwork = (typeof payoutNetworks)[number]

const everywhere = ["sandbox", "production"] as const

/** What each payout needs, whatever its pair. */
export const payoutFlag: Flag = "WALLET_PAYOUT_API"

const networksOf = (asset: PayoutAsset): ReadonlyArray<PayoutNetwork> => assetRoutes[asset].payouts

/** The assets of a network; `flag` is the network's own. */
const assetsOn = (network: PayoutNetwork, flag?: Flag): PayoutRoute["assets"] => {
  const [first, ...others] = payoutAssets.filter((asset) => networksOf(asset).includes(network))
    .map((asset) => ({ asset, flag: flag ?? flagOf(asset) }))
  if (first === undefined) throw new Error(`nothing is paid out on ${network}`)
  return [first, ...others]
}

export const payoutRoutes: Readonly<Record<PayoutNetwork, PayoutRoute>> = {
  polygon: { assets: assetsOn("polygon"), ignoresAsset: false, environments: everywhere },
  base: { assets: assetsOn("base"), ignoresAsset: false, environments: everywhere },
  tron: {
    assets: assetsOn("tron", "TRON_PAYOUT"),
    ignoresAsset: true,
    environments: everywhere,
    manualRefundsOn: "polygon"
  },
  solana: { assets: assetsOn("solana"), ignoresAsset: false, environments: ["production"] }
}

/** Every pair that an environment pays out. */
export const payoutPairsIn = (environment: Environment) =>
  payoutNetworks.filter((network) => payoutRoutes[network].environments.includes(environment)).flatMap((network) =>
    payoutRoutes[network].assets.map(({ asset }) => ({ asset, network }))
  )

/** The row of a pair, of the network's default when no asset is named; `undefined` for a pair that pays nothing. */
export const payoutPair = (network: PayoutNetwork, asset: PayoutAsset | undefined): AssetRow | undefined => {
  const { assets, ignoresAsset } = payoutRoutes[network]
  return asset === undefined || ignoresAsset ? assets[0] : assets.find((row) => row.asset === asset)
}

const assetInWords = ({ asset, flag }: AssetRow, index: number): string =>
  `${asset}${index === 0 ? " (default)" : ""}${flag === undefined ? "" : ` with the flag ${flag}`}`

/** The assets of every network, for people. */
export const payoutAssetsInWords: string = payoutNetworks.map((network) => {
  const { assets, ignoresAsset } = payoutRoutes[network]
  return `${network}: ${ignoresAsset ? `${assets[0].asset}, whatever is sent` : assets.map(assetInWords).join(", ")}`
}).join("; ")

const text = Schema.NullOr(Schema.String)

export const Payout = Schema.Struct({
  /** `transactionId`; the PIX is paid under it. */
  id: Schema.String,
  owner: Schema.String,
  subAccountId: Schema.String,
  walletId: Schema.String,
  externalId: text,
  state: Schema.Literals(Object.keys(payoutStates.states) as ReadonlyArray<PayoutState>),
  network: Schema.Literals(payoutNetworks),
  asset: Schema.Literals(payoutAssets),
  ...pricedFields,
  /** The beneficiary that was declared, if one was. */
  taxId: text,
  ...declaredPart,
  /** What the wallet pays for value and fee. */
  units: Schema.BigInt,
  /** The wallet's address on the network: where what is given back goes to, unless the next field says otherwise. */
  address: Schema.String,
  /** Where manual refunds go, if not to that address (C55). */
  manualRefundsTo: Schema.optionalKey(
    Schema.Struct({ network: Schema.Literals(payoutNetworks), address: Schema.String })
  ),
  /** The transaction of the debit. */
  transactionHash: text,
  ...pixPaymentFields,
  /** The transaction of the last manual refund that arrived. */
  manualRefund: text,
  ...duplicateFields,
  /** Keyed digest of the receiver's PIX key; absent where a BR Code names no key. */
  pixKeyDigest: Schema.optionalKey(Schema.String),
  createdAt: Schema.Int,
  updatedAt: Schema.Int,
  history
})
export type Payout = typeof Payout.Type

export const Payouts = recordKind({
  kind: "payout",
  schema: Payout,
  personal: {
    purpose: paymentRecords,
    seenBy: "the account, operators",
    fields: {
      taxId: personalField.beneficiary,
      ...pixDestinationFields("destination"),
      ...pixReceiverFields("receiver"),
      "refusal.detail": personalField.text,
      duplicateReason: personalField.text,
      ...declaredFields,
      ...historyFields
    }
  },
  keys: {
    externalId: ({ externalId, owner }: Payout) => externalId === null ? undefined : externalIdKey(owner, externalId)
  },
  lists: {
    ...statementLists,
    byDuplicateFingerprint: ({ duplicateFingerprint }: Payout) => duplicateFingerprint,
    byPixKey: ({ pixKeyDigest }: Payout) => pixKeyDigest
  },
  owed: owedIn(payoutOwed, (payout: Payout) => payout.state)
})

/** The look-up key of a caller's own id: no owner can reach another's. */
export const externalIdKey = (owner: string, externalId: string): string => `${owner}/${externalId}`

/** The movement that debits the wallet of a payout. */
export const debitOf = (payoutId: string): string => movementId(payoutId, "debit")

/** Where what is given back for a purpose goes. */
export const refundPlace = (
  { address, manualRefundsTo, network }: Pick<Payout, "address" | "manualRefundsTo" | "network">,
  purpose: BackPurpose
): { readonly network: Payout["network"]; readonly address: string } =>
  isOrdered(purpose) ? manualRefundsTo ?? { network, address } : { network, address }

/** Whose books a payout's debit is held in. */
export const walletOf = ({ owner, walletId }: Payout): Pick<Wallet, "id" | "owner"> => ({ id: walletId, owner })

// What the interface shows of a payout: the answer of creation and the status record (spec "Wallet payout"; C9, C44).
// Names and units are the wire's; providers have no name here.

/** An amount of the asset of a payout as a decimal string. */
export const inWholeUnits = (asset: Payout["asset"], units: bigint): string =>
  printDecimal(asset, units as Units<typeof asset>)

type Priced = Pick<Payout, "asset" | "units" | "value" | "fee" | "network">

/** What creation says of price and pair. */
const priceOf = ({ asset, fee, network, units, value }: Priced) => ({
  stableAmount: inWholeUnits(asset, units),
  valueInBrl: printBrl(value),
  fee: printBrl(fee),
  network
})

/** The answer of creation. It reads only what never changes, so a replay gives the same bytes. */
export const payoutAnswer = (payout: Payout) => ({
  success: true as const,
  transactionId: payout.id,
  status: "PROCESSING" as const,
  ...priceOf(payout),
  jobId: debitOf(payout.id)
})

/** What creation would answer: nothing has an id, since there is nothing. */
export const previewAnswer = (priced: Priced) => ({
  success: true as const,
  transactionId: null,
  status: "PROCESSING" as const,
  ...priceOf(priced),
  jobId: null
})
export type PayoutAnswer = ReturnType<typeof payoutAnswer> | ReturnType<typeof previewAnswer>

/** The status record. */
export const payoutRecord = (payout: Payout) => ({
  transactionId: payout.id,
  status: payoutStates.states[payout.state],
  network: payout.network,
  txHash: payout.transactionHash,
  endToEndId: payout.endToEndId,
  valueInBrl: printBrl(payout.value),
  fee: printBrl(payout.fee),
  pixKey: pixKeyOf(payout),
  qrCode: qrCodeOf(payout),
  provider: "PIX",
  correlationID: payout.externalId,
  failureReason: payoutStates.states[payout.state] === "FAILED" ? payoutFailedText : null,
  receipt: pixReceiptView(payout),
  createdAt: isoInstant(payout.createdAt),
  updatedAt: isoInstant(payout.updatedAt)
})

/** Names a payout as it stands: anything that changes about it changes the name. */
export const previewOf = (payout: Payout): string => previewName(Payouts.encode(payout))

// Payloads of the payout events (spec "PAYOUT_SUCCESSFUL data", "PAYOUT_FAILED data", "PAYOUT_REFUNDED data").

/** PAYOUT_SUCCESSFUL. */
export const successfulData = (payout: Payout, receiptUrl: string | null) => {
  const { asset, externalId, id: transactionId, network, transactionHash: txHash, units } = payout
  const paidWith = { transactionId, externalId, asset, network, txHash, assetAmount: inWholeUnits(asset, units) }
  return settledData(payout, paidWith, receiptUrl)
}

/** PAYOUT_REFUNDED of a reversed PIX. With no refund transaction, giving it back is pending manual review. */
export const reversedData = (payout: Payout, reversal: Reversal, transaction: string | null) =>
  reversed(
    payout,
    payout.id,
    reversal,
    // Where manual refunds go elsewhere, no reversal is refunded but by hand (C55).
    transaction === null ? null : { transaction, address: refundPlace(payout, "refund").address }
  )

/** PAYOUT_REFUNDED of what the operator ordered, sent at an instant (Unix milliseconds). */
export const manualRefundData = (payout: Payout, refund: GivenBack, transactionHash: string | null, now: number) => {
  const { address, network } = refundPlace(payout, refund.purpose)
  return {
    ...refundedData(payout),
    transactionId: payout.id,
    refundTxId: transactionHash,
    refundAddress: address,
    asset: payout.asset,
    network,
    stableAmount: inWholeUnits(payout.asset, refund.units),
    refundedAt: isoInstant(now)
  }
}
