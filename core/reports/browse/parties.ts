// Who paid a payment and who was paid, as far as its record tells. Names of subaccounts are not in records; whoever shows
// a party reads them by its `subAccountId`.
import { Result } from "effect"
import type { Deposit } from "../../payments/deposit/deposit.ts"
import type { LightningInvoice } from "../../payments/lightning-invoice/lightning-invoice.ts"
import type { Payout } from "../../payments/payout/payout.ts"
import { type PixKeyOrBrCode, namedReceiver } from "../../standards/pix/pix-key.ts"
import { maskTaxId, parseTaxId } from "../../standards/pix/tax-id.ts"
import type { Swap } from "../../payments/swap/swap.ts"
import type { Transfer } from "../../payments/transfer/transfer.ts"

export interface Party {
  /** The name that the bank or the BR Code gave. */
  readonly name: string | null
  /** The customer, where it is one of ours. */
  readonly subAccountId: string | null
  /** What the money comes from or goes to: a PIX key, an address, a masked tax number. */
  readonly detail: string | null
  /** The network of an address, the bank of an account. */
  readonly via: string | null
}

/** Null while it is not known. */
export interface PaymentParties {
  readonly payer: Party | null
  readonly payee: Party | null
}

const noParty: Party = { name: null, subAccountId: null, detail: null, via: null }

const masked = (taxId: string | null): string | null =>
  taxId === null ? null : Result.match(parseTaxId(taxId), { onSuccess: maskTaxId, onFailure: () => null })

const pixPayee = (
  destination: PixKeyOrBrCode,
  receiver: { readonly name: string | null; readonly bankName: string | null } | null
): Party => {
  const { key, name } = namedReceiver(destination)
  return { ...noParty, name: receiver?.name ?? name, detail: key, via: receiver?.bankName ?? null }
}

export const depositParties = ({ address, network, payer, subAccountId }: Deposit): PaymentParties => ({
  payer: payer === null ? null : { ...noParty, name: payer.name, detail: masked(payer.taxId) },
  payee: { ...noParty, subAccountId, detail: address, via: network }
})

export const payoutParties = ({ address, destination, network, receiver, subAccountId }: Payout): PaymentParties => ({
  payer: { ...noParty, subAccountId, detail: address, via: network },
  payee: pixPayee(destination, receiver)
})

/** Who pays a Lightning invoice is never told. */
export const invoiceParties = ({ destination, receiver }: LightningInvoice): PaymentParties => ({
  payer: null,
  payee: pixPayee(destination, receiver)
})

export const transferParties = (transfer: Transfer): PaymentParties => ({
  payer: {
    ...noParty,
    subAccountId: transfer.subAccountId,
    detail: transfer.senderAddress,
    via: transfer.network
  },
  payee: {
    ...noParty,
    subAccountId: transfer.toSubAccountId,
    detail: transfer.recipientAddress,
    via: transfer.network
  }
})

/** A swap to no other address is delivered to the wallet that it comes from. */
export const swapParties = ({ address, destination, network, sparkAddress, subAccountId }: Swap): PaymentParties => ({
  payer: { ...noParty, subAccountId, detail: sparkAddress, via: "spark" },
  payee: {
    ...noParty,
    subAccountId: address === null ? subAccountId : null,
    detail: destination,
    via: network
  }
})
