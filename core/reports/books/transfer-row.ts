// The rows of what was sent to addresses outside: one for each movement that arrived, whether the ledger decides its pair or not
// (0231). Everything in a row is on record before the movement is sent, or comes with its arrival, and never changes afterwards.
import type { AssetCode } from "../../base/money/assets.ts"
import { printBrl, printDecimal } from "../../base/money/decimal.ts"
import type { Units } from "../../base/money/units.ts"
import type { Movement } from "../../payments/movement/movement.ts"
import { dateInSaoPaulo, isoInstant } from "../../base/time/instant.ts"
import { isMirrored } from "../../customers/wallet/find-wallet.ts"
import type { Customer } from "./customers.ts"
import { centsByPeg, centsByRate, sentOut } from "./journal-row.ts"
import type { OperationFacts } from "../../engine/resource/booked.ts"
import { operationOf } from "./operation-facts.ts"

/** A row: the amount is an exact decimal; what is not known is null. */
export interface TransferRow {
  /** The civil day in São Paulo on which it arrived. */
  readonly date: string
  readonly at: string
  readonly movementId: string
  readonly accountId: string
  readonly subAccountId: string
  readonly operation: string | null
  readonly operationId: string
  readonly asset: string
  readonly network: string
  readonly amount: string
  readonly valueInBrl: string | null
  /** The customer's wallet that it left; null where the service sent it. */
  readonly senderAddress: string | null
  readonly recipientAddress: string
  readonly transactionHash: string | null
  /** Whether the journal has postings for it. */
  readonly isInJournal: "yes" | "no"
  readonly customerTaxId: string | null
  readonly taxResidence: string | null
  readonly counterpartyName: string | null
  readonly counterpartyTaxId: string | null
  readonly counterpartyCountry: string | null
  readonly purpose: string | null
  readonly walletOwner: string | null
  readonly walletProof: string | null
  /** The columns that a report of this row needs and that are empty, separated by spaces. */
  readonly lacks: string
}

/** The columns in their order. */
export const transferColumns = [
  "date",
  "at",
  "movementId",
  "accountId",
  "subAccountId",
  "operation",
  "operationId",
  "asset",
  "network",
  "amount",
  "valueInBrl",
  "senderAddress",
  "recipientAddress",
  "transactionHash",
  "isInJournal",
  "customerTaxId",
  "taxResidence",
  "counterpartyName",
  "counterpartyTaxId",
  "counterpartyCountry",
  "purpose",
  "walletOwner",
  "walletProof",
  "lacks"
] as const satisfies ReadonlyArray<keyof TransferRow>

interface SentAmount {
  readonly asset: AssetCode
  readonly network: string
  readonly units: bigint
}

/** What a movement moves out, and over which network; undefined for those that move nothing out. */
const movedBy = ({ order }: Movement): SentAmount | undefined => {
  switch (order.kind) {
    case "delivery":
    case "spend":
      return { asset: order.asset, network: order.network, units: order.units }
    case "lightningPayment":
    case "userPayment":
      return { asset: "BTC", network: "lightning", units: order.sats }
    case "satsTransfer":
      return { asset: "BTC", network: "spark", units: order.sats }
    case "pixPayment":
    case "pixReturn":
    case "poolSwap":
    case "tokenTransfer":
      return undefined
  }
}

const hashIn = ({ receipt }: Movement): string | null => {
  if (receipt === null) return null
  if ("transactionHash" in receipt) return receipt.transactionHash
  if ("paymentHash" in receipt) return receipt.paymentHash
  return receipt.kind === "satsTransfer" ? receipt.transferId : null
}

/** Whether it only goes to the customer's own wallet, from where another movement goes on. */
const staysInside = ({ order }: Movement, { senderAddress }: OperationFacts): boolean =>
  order.kind === "satsTransfer" && order.to === senderAddress

/** The row of a movement that arrived at an instant; undefined where it went to a wallet of the key owner's own. */
export const transferRow = (
  movement: Movement,
  at: number,
  operation: OperationFacts,
  customer: Customer
): TransferRow | undefined => {
  const moved = movedBy(movement)
  const { addressDeclared: declared, recipientAddress } = operation
  if (moved === undefined || recipientAddress === null || staysInside(movement, operation)) return undefined
  const { asset, network, units } = moved
  const cents = centsByPeg(asset, units) ?? movement.cents ?? centsByRate(operation.rate, asset, units)
  const leavesWallet = movement.order.kind === "spend" || movement.order.kind === "userPayment"
  const isSilent = movement.order.kind === "spend" && !isMirrored(movement.order)
  const row = {
    date: dateInSaoPaulo(at),
    at: isoInstant(at),
    movementId: movement.id,
    accountId: movement.owner,
    subAccountId: operation.subAccountId,
    operation: operationOf(movement.subject)?.operation ?? null,
    operationId: operation.id,
    asset,
    network,
    amount: printDecimal(asset, units as Units<AssetCode>),
    valueInBrl: cents === undefined ? null : printBrl(cents),
    senderAddress: leavesWallet ? operation.senderAddress : null,
    recipientAddress,
    transactionHash: hashIn(movement),
    isInJournal: isSilent ? "no" as const : "yes" as const,
    customerTaxId: customer.taxId,
    taxResidence: customer.taxResidence,
    counterpartyName: declared?.counterpartyName ?? null,
    counterpartyTaxId: declared?.counterpartyTaxId ?? null,
    counterpartyCountry: declared?.counterpartyCountry ?? null,
    purpose: declared?.purpose ?? null,
    walletOwner: declared?.walletOwner ?? null,
    walletProof: declared?.walletProof ?? null,
    lacks: ""
  }
  return { ...row, lacks: sentOut.filter((name) => row[name] === null).join(" ") }
}
