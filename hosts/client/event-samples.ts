// One delivery of every event, as the service would send it, for tests of receivers. Tests hold each to the definition of the
// interface. People and keys in them do not exist.
import type { EventData, EventType } from "./event-types.ts"

const at = "2026-11-21T12:00:00.000Z"
const endToEndId = "E12345678202611211200abcdefghijk"
const returnId = "D12345678202611211205abcdefghijk"
const payoutId = "pay_01a1fd77f0f1785f9b4e718898d2cab6"
const txHash = "0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
const address = "0x52908400098527886E0F7030069857D2E4169EE7"
const attempt = {
  attemptId: "kyc_01a1fd77f0f1785f9b4e718898d2cab6",
  subAccountId: "sub_01a1fd77f0f1785f9b4e718898d2cab6",
  userId: "sub_01a1fd77f0f1785f9b4e718898d2cab6"
}

const deposit = {
  eventId: "evt_01a1fd77f0f1785f9b4e718898d2cab6",
  occurredAt: at,
  externalId: "order-1",
  walletCharge: "dep_01a1fd77f0f1785f9b4e718898d2cab6",
  trackId: "tkt_01a1fd77f0f1785f9b4e718898d2cab6",
  asset: "USDC",
  network: "base",
  value: 5_000,
  valueInBrl: "50.00"
}

const dispute = <const Status extends string>(status: Status) => ({
  status,
  providerStatus: status,
  disputeId: "MED-1",
  endToEndId,
  value: 5_000,
  valueInBrl: "50.00",
  reason: "FRAUD",
  payerName: "Ana Souza",
  transactionDate: at,
  occurredAt: at,
  walletCharge: {
    id: deposit.walletCharge,
    externalId: deposit.externalId,
    trackId: deposit.trackId,
    correlationID: null,
    asset: "USDC",
    network: "base",
    status: "COMPLETED",
    valueInBrl: "50.00",
    fee: "1.25",
    transactionHash: txHash,
    createdAt: at
  }
})

/** The other cases of PAYOUT_REFUNDED; that of the list is a PIX that the receiver's bank sent back. */
export const otherRefunds = {
  manual: {
    success: true,
    pixKey: "maria@example.com",
    valueInBrl: "50.00",
    transactionId: payoutId,
    refundTxId: txHash,
    refundAddress: address,
    asset: "USDT",
    network: "polygon",
    stableAmount: "9.259259",
    refundedAt: at
  },
  lightning: {
    success: true,
    pixKey: "maria@example.com",
    valueInBrl: "10.00",
    invoice: "lnbc100u1sample",
    refundAddress: "ana@wallet.example.com",
    refundInvoice: "lnbc100u1refund",
    refundTxId: "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b",
    valueInSatoshis: 2_850,
    refundedAt: at
  }
} as const satisfies Readonly<Record<string, EventData<"PAYOUT_REFUNDED">>>

/** The `data` of one delivery of each event. */
export const eventSamples: { readonly [Type in EventType]: EventData<Type> } = {
  DEPOSIT_ASSET_SUCCESS: {
    success: true,
    value: 5_000,
    asset: "USDC",
    externalId: "order-1",
    fee: "1.25",
    fxRateAtTx: 5.4,
    network: "base",
    finalDestinationKind: "ADDRESS",
    valueInBrl: "50.00",
    valueInCurrency: 9.027_777,
    trackId: deposit.trackId
  },
  DEPOSIT_ASSET_FAILED: {
    ...deposit,
    success: false,
    status: "FAILED",
    errorCode: "DEPOSIT_DELIVERY_FAILED",
    errorDescription: "The asset could not be delivered",
    retryable: false
  },
  DEPOSIT_ASSET_REFUNDED: {
    ...deposit,
    success: true,
    status: "REFUNDED",
    refundStatus: "CONFIRMED",
    refundValue: 5_000,
    refundedValue: 5_000,
    refundEndToEndId: returnId,
    partial: false,
    retryable: true
  },
  PAYOUT_SUCCESSFUL: {
    success: true,
    transactionId: payoutId,
    externalId: "payout-1",
    trackId: null,
    status: "COMPLETED",
    asset: "USDT",
    network: "polygon",
    valueInBrl: "50.00",
    fee: "2.75",
    pixKey: "maria@example.com",
    endToEndId,
    txHash,
    receipt: {
      endToEndId,
      paidAt: at,
      rail: "PIX",
      amountInBrl: "50.00",
      payerIspb: "12345678",
      receiver: {
        name: "Maria Lima",
        taxId: "***.444.777-**",
        pixKey: "maria@example.com",
        bankName: "Banco Exemplo",
        ispb: "87654321",
        branch: "0001",
        account: "****6789",
        accountType: "CACC"
      }
    },
    receiptUrl: null,
    quote: { brlAmount: "50.00", assetAmount: "9.768519", fxRateAtTx: 5.4 },
    invoice: txHash
  },
  PAYOUT_FAILED: {
    success: false,
    invoice: txHash,
    pixKey: "maria@example.com",
    valueInBrl: "50.00",
    errorCode: "PAYOUT_FAILED",
    errorDescription: "The PIX could not be paid"
  },
  PAYOUT_REFUNDED: {
    success: true,
    pixKey: "maria@example.com",
    valueInBrl: "50.00",
    transactionId: payoutId,
    endToEndId,
    returnedAmount: "50.00",
    originalTicketId: payoutId,
    reversalTicketId: returnId,
    reason: "The receiver's bank sent it back",
    refundTxId: txHash,
    refundAddress: address
  },
  KYC_APPROVED: { ...attempt, level: "FULL", approvedAt: at },
  KYC_REJECTED: { ...attempt, reason: "The document cannot be read" },
  KYC_EXPIRED: { ...attempt, expiredAt: at },
  KYC_FAILED: { ...attempt, error: "The provider could not finish" },
  "kyc.completed": { attemptId: attempt.attemptId, subAccountId: attempt.subAccountId, status: "APPROVED" },
  DISPUTE_CREATED: dispute("CREATED"),
  DISPUTE_ACCEPTED: dispute("ACCEPTED"),
  DISPUTE_REJECTED: dispute("REJECTED"),
  DISPUTE_CANCELED: dispute("CANCELED"),
  COMMAND_SUCCEEDED: { commandId: "command-1", name: "create-payout", result: { success: true } },
  COMMAND_FAILED: {
    commandId: "command-1",
    name: "create-payout",
    error: {
      code: "VALIDATION_FAILED",
      message: "Validation failed: value",
      details: [{ field: "value", message: "Expected an integer" }]
    }
  },
  WEBHOOK_TEST: { webhookId: "whk_01a1fd77f0f1785f9b4e718898d2cab6", sentAt: at }
}
