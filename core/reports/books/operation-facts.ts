// What the journal does not say of an operation that an entry is of, read from its record. Only what never changes once the entry is
// booked, so that a month reads the same whenever it is read.
import { Deposits } from "../../payments/deposit/deposit.ts"
import type { Declaration } from "../../standards/identity/declaration.ts"
import { LightningInvoices } from "../../payments/lightning-invoice/lightning-invoice.ts"
import type { Cents } from "../../base/money/units.ts"
import type { Rate } from "../../base/money/rate.ts"
import { Payouts } from "../../payments/payout/payout.ts"
import { Swaps } from "../../payments/swap/swap.ts"
import { Transfers } from "../../payments/transfer/transfer.ts"

/** Who is on the other side of the PIX. */
export interface Counterparty {
  readonly name: string | null
  readonly taxId: string | null
}

export interface OperationFacts {
  /** The id as the interface has it. */
  readonly id: string
  readonly subAccountId: string
  readonly network: string
  readonly fee: Cents | null
  /** What it was priced at; null where nothing was converted to reais. */
  readonly rate: Rate | null
  /** Who paid the PIX that came in, or was paid by the one that went out; null until that is booked. */
  readonly counterparty: Counterparty | null
  readonly declared: Declaration | undefined
  /** What is declared of who receives at the address below: of a PIX it is about another. */
  readonly addressDeclared: Declaration | undefined
  /** The customer's wallet that value leaves; null where none does. */
  readonly senderAddress: string | null
  /** The address that the operation sends to; null where it names none, and where that is a wallet of the key owner's own. */
  readonly recipientAddress: string | null
  /** The tax number of the beneficiary that was declared beside that. */
  readonly beneficiaryTaxId: string | null
}

interface OperationKind {
  /** The record kind, and the words for it. */
  readonly kind: string
  readonly operation: string
  readonly factsOf: (body: string) => OperationFacts
}

const sendsNothing = { addressDeclared: undefined, senderAddress: null, recipientAddress: null, beneficiaryTaxId: null }

/** The kinds of operation by the prefix of their ids. */
const kinds: Readonly<Record<string, OperationKind>> = {
  dep: {
    kind: Deposits.kind,
    operation: "deposit",
    factsOf: (body) => {
      const { address, declared, fee, id, network, payer, rate, subAccountId, taxId } = Deposits.decode(body)
      return {
        id,
        subAccountId,
        network,
        fee,
        rate,
        counterparty: payer,
        declared,
        addressDeclared: declared,
        senderAddress: null,
        recipientAddress: address,
        beneficiaryTaxId: taxId
      }
    }
  },
  pay: {
    kind: Payouts.kind,
    operation: "payout",
    factsOf: (body) => {
      const { declared, fee, id, network, rate, receiver, subAccountId } = Payouts.decode(body)
      return { id, subAccountId, network, fee, rate, counterparty: receiver, declared, ...sendsNothing }
    }
  },
  inv: {
    kind: LightningInvoices.kind,
    operation: "lightning-invoice",
    factsOf: (body) => {
      const { declared, fee, paymentHash, rate, receiver, refundAddress, subAccountId } = LightningInvoices.decode(body)
      return {
        id: paymentHash,
        subAccountId,
        network: "lightning",
        fee,
        rate,
        counterparty: receiver,
        declared,
        ...sendsNothing,
        recipientAddress: refundAddress
      }
    }
  },
  trf: {
    kind: Transfers.kind,
    operation: "transfer",
    factsOf: (body) => {
      const { declared, id, network, recipientAddress, senderAddress, subAccountId, toSubAccountId } = Transfers.decode(
        body
      )
      return {
        id,
        subAccountId,
        network,
        fee: null,
        rate: null,
        counterparty: null,
        declared,
        addressDeclared: declared,
        senderAddress,
        recipientAddress: toSubAccountId === null ? recipientAddress : null,
        beneficiaryTaxId: null
      }
    }
  },
  swp: {
    kind: Swaps.kind,
    operation: "swap",
    factsOf: (body) => {
      const { address, declared, id, network, sparkAddress, subAccountId } = Swaps.decode(body)
      return {
        id,
        subAccountId,
        network,
        fee: null,
        rate: null,
        counterparty: null,
        declared,
        addressDeclared: declared,
        senderAddress: sparkAddress,
        recipientAddress: address,
        beneficiaryTaxId: null
      }
    }
  }
}

const operationId = new RegExp(`^(${Object.keys(kinds).join("|")})_`)

/** The operation that a source of entries is, or that its movement is for; undefined for the service's own bookkeeping. */
export const operationOf = (source: string) => {
  for (const part of source.split("/")) {
    const kind = kinds[operationId.exec(part)?.[1] ?? ""]
    if (kind !== undefined) return { id: part, ...kind }
  }
  return undefined
}
