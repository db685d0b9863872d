// Payloads of every event (spec "Events"; C12, C22, C24, C44; 0110) for the description of the interface. What is sent is made by
// the resources; the tests hold one to the other.
import { Schema } from "effect"
import { CommandName } from "../../../../core/engine/command/command.ts"
import type { EventName } from "../../../../core/engine/event/event.ts"

const text = Schema.String
const textOrNull = Schema.NullOr(Schema.String)
const brl = Schema.String.annotate({ description: "BRL decimal string" })
const cents = Schema.Int.annotate({ description: "BRL cents" })
const instant = Schema.String.annotate({ format: "date-time" })
const instantOrNull = Schema.NullOr(instant)
const rate = Schema.Finite.annotate({ description: "BRL for one unit of the asset" })
const sats = Schema.Int.annotate({ description: "Satoshis" })

const payer = Schema.NullOr(Schema.Struct({ name: textOrNull, taxId: textOrNull })).annotate({
  description: "Only for accounts that own a virtual account; left out otherwise"
})

const DepositSuccess = Schema.Struct({
  success: Schema.Literal(true),
  value: cents,
  asset: text,
  externalId: text,
  fee: brl,
  fxRateAtTx: rate,
  network: text,
  finalDestinationKind: text,
  valueInBrl: brl,
  valueInCurrency: Schema.Finite,
  trackId: textOrNull,
  payer: Schema.optionalKey(payer),
  endToEndId: Schema.optionalKey(textOrNull),
  paidAt: Schema.optionalKey(instantOrNull)
})

const depositFact = {
  eventId: Schema.String.annotate({ description: "Stable over retries: deduplicate by it" }),
  occurredAt: instant,
  externalId: text,
  walletCharge: text,
  trackId: Schema.optionalKey(textOrNull),
  asset: text,
  network: text,
  value: cents,
  valueInBrl: brl
}

const DepositFailed = Schema.Struct({
  ...depositFact,
  success: Schema.Literal(false),
  status: Schema.Literal("FAILED"),
  errorCode: Schema.Literal("DEPOSIT_DELIVERY_FAILED"),
  errorDescription: text,
  retryable: Schema.Literal(false)
})

const DepositRefunded = Schema.Struct({
  ...depositFact,
  success: Schema.Literal(true),
  status: Schema.Literals(["PENDING", "PROCESSING", "COMPLETED", "FAILED", "EXPIRED", "REFUNDED"]),
  refundStatus: Schema.Literal("CONFIRMED"),
  refundValue: cents.annotate({ description: "This refund, BRL cents" }),
  refundedValue: cents.annotate({ description: "All refunds so far, BRL cents: the total" }),
  refundEndToEndId: text,
  partial: Schema.Boolean,
  retryable: Schema.Boolean
})

const receiver = Schema.Struct({
  name: textOrNull,
  taxId: textOrNull.annotate({ description: "A CPF is masked, a CNPJ comes whole" }),
  pixKey: textOrNull,
  bankName: textOrNull,
  ispb: textOrNull,
  branch: textOrNull,
  account: textOrNull.annotate({ description: "Masked to its last four digits" }),
  accountType: textOrNull
})

const receipt = Schema.NullOr(Schema.Struct({
  endToEndId: textOrNull,
  paidAt: instantOrNull,
  rail: textOrNull,
  amountInBrl: Schema.NullOr(brl),
  payerIspb: textOrNull,
  receiver: Schema.NullOr(receiver)
}))

const PayoutSuccessful = Schema.Struct({
  success: Schema.Literal(true),
  transactionId: text,
  externalId: textOrNull,
  trackId: textOrNull,
  status: Schema.Literal("COMPLETED"),
  asset: textOrNull,
  network: textOrNull,
  valueInBrl: brl,
  fee: brl,
  pixKey: textOrNull,
  endToEndId: textOrNull,
  txHash: textOrNull,
  receipt,
  receiptUrl: textOrNull,
  quote: Schema.Struct({
    brlAmount: brl,
    assetAmount: textOrNull,
    fxRateAtTx: Schema.NullOr(rate),
    btcAmount: Schema.optionalKey(Schema.Finite),
    satoshis: Schema.optionalKey(sats),
    btcToBrlRate: Schema.optionalKey(rate)
  }),
  invoice: textOrNull.annotate({ description: "Legacy alias of txHash" }),
  valueInSatoshis: Schema.optionalKey(sats)
})

const PayoutFailed = Schema.Struct({
  success: Schema.Literal(false),
  invoice: textOrNull.annotate({ description: "On-chain transaction, or the BOLT11 invoice" }),
  pixKey: textOrNull,
  valueInBrl: brl,
  errorCode: text,
  errorDescription: text
})

const refundedPayout = { success: Schema.Literal(true), pixKey: textOrNull, valueInBrl: brl }

const PayoutReversed = Schema.Struct({
  ...refundedPayout,
  transactionId: text,
  endToEndId: textOrNull,
  returnedAmount: Schema.String.annotate({ description: "BRL that came back; size the reversal by it" }),
  originalTicketId: text,
  reversalTicketId: Schema.String.annotate({ description: "Deduplicate by it" }),
  reason: textOrNull,
  refundTxId: textOrNull.annotate({ description: "Null: reversed, and the refund waits for a person" }),
  refundAddress: textOrNull
})

const PayoutRefundedByHand = Schema.Struct({
  ...refundedPayout,
  transactionId: text,
  refundTxId: Schema.String.annotate({ description: "Deduplicate by it" }),
  refundAddress: text,
  asset: text,
  network: text,
  stableAmount: text,
  refundedAt: instant
})

const LightningRefunded = Schema.Struct({
  ...refundedPayout,
  invoice: Schema.String.annotate({ description: "The original BOLT11 invoice" }),
  refundAddress: textOrNull,
  refundInvoice: text,
  refundTxId: Schema.String.annotate({ description: "Deduplicate by it" }),
  valueInSatoshis: sats,
  refundedAt: instant
})

const attempt = {
  attemptId: text,
  subAccountId: textOrNull.annotate({ description: "Id of the subaccount; null for the key owner's own" }),
  userId: textOrNull.annotate({ description: "Id of the subaccount's user; null for the key owner's own" })
}

const disputeCharge = Schema.NullOr(Schema.Struct({
  id: text,
  externalId: textOrNull,
  trackId: textOrNull,
  correlationID: textOrNull,
  asset: textOrNull,
  network: textOrNull,
  status: textOrNull,
  valueInBrl: brl,
  fee: Schema.Union([brl, cents]),
  transactionHash: textOrNull,
  createdAt: instantOrNull
})).annotate({ description: "Null when the PIX funded no charge" })

const disputeOf = <const S extends string>(status: S) =>
  Schema.Struct({
    status: Schema.Literal(status),
    providerStatus: textOrNull,
    disputeId: textOrNull,
    endToEndId: Schema.String.annotate({ description: "Deduplicate by it: one MED a PIX" }),
    value: cents,
    valueInBrl: brl,
    reason: textOrNull,
    payerName: textOrNull,
    transactionDate: instantOrNull,
    occurredAt: instant,
    walletCharge: disputeCharge
  })

const command = {
  commandId: Schema.String.annotate({ description: "The id that the backend gave; deduplicate by it" }),
  name: CommandName
}

const CommandSucceeded = Schema.Struct({
  ...command,
  result: Schema.Unknown.annotate({ description: "What the endpoint of the same name would have answered" })
})

const CommandFailed = Schema.Struct({
  ...command,
  error: Schema.Struct({
    code: Schema.String.annotate({ description: "The errorCode of the refusal" }),
    message: text,
    details: Schema.Array(Schema.Struct({ field: text, message: text }))
  })
})

/** The `data` of every event, and of the test that a registration sends. */
export const eventPayloads = {
  DEPOSIT_ASSET_SUCCESS: DepositSuccess,
  DEPOSIT_ASSET_FAILED: DepositFailed,
  DEPOSIT_ASSET_REFUNDED: DepositRefunded,
  PAYOUT_SUCCESSFUL: PayoutSuccessful,
  PAYOUT_FAILED: PayoutFailed,
  PAYOUT_REFUNDED: Schema.Union([PayoutReversed, PayoutRefundedByHand, LightningRefunded]),
  KYC_APPROVED: Schema.Struct({ ...attempt, level: text, approvedAt: instant }),
  KYC_REJECTED: Schema.Struct({ ...attempt, reason: textOrNull }),
  KYC_EXPIRED: Schema.Struct({ ...attempt, expiredAt: instant }),
  KYC_FAILED: Schema.Struct({ ...attempt, error: text }),
  "kyc.completed": Schema.Struct({ attemptId: text, subAccountId: textOrNull, status: text }),
  DISPUTE_CREATED: disputeOf("CREATED"),
  DISPUTE_ACCEPTED: disputeOf("ACCEPTED"),
  DISPUTE_REJECTED: disputeOf("REJECTED"),
  DISPUTE_CANCELED: disputeOf("CANCELED"),
  COMMAND_SUCCEEDED: CommandSucceeded,
  COMMAND_FAILED: CommandFailed,
  WEBHOOK_TEST: Schema.Struct({ webhookId: text, sentAt: instant })
} as const satisfies Record<EventName | "WEBHOOK_TEST", Schema.Top>

/** When each is sent (spec "Events"). */
export const emittedWhen: Readonly<Record<keyof typeof eventPayloads, string>> = {
  DEPOSIT_ASSET_SUCCESS: "A deposit completes",
  DEPOSIT_ASSET_FAILED: "A paid deposit cannot deliver the asset",
  DEPOSIT_ASSET_REFUNDED: "A partial or full PIX refund to the payer is confirmed",
  PAYOUT_SUCCESSFUL: "A PIX payout completes",
  PAYOUT_FAILED: "A PIX payout fails",
  PAYOUT_REFUNDED: "A settled payout is reversed or refunded: branch on the fields that are there",
  KYC_APPROVED: "KYC ends approved",
  KYC_REJECTED: "KYC ends rejected",
  KYC_EXPIRED: "KYC expires",
  KYC_FAILED: "KYC fails",
  "kyc.completed": "A KYC, KYB or imported attempt resolves",
  DISPUTE_CREATED: "A received PIX is contested (MED)",
  DISPUTE_ACCEPTED: "The contest was accepted",
  DISPUTE_REJECTED: "The contest was rejected",
  DISPUTE_CANCELED: "The contest was withdrawn",
  COMMAND_SUCCEEDED: "A command that a backend gave in its own transaction was run",
  COMMAND_FAILED: "Such a command was refused; nothing happened",
  WEBHOOK_TEST: "A webhook is being registered: answer 2xx and do nothing"
}
