// What each field of the interface is, for fields whose schema does not say so itself: they mean the same wherever they appear.
// The OpenAPI document, the printed pages and the types of the client take their texts from here. A name of two parts, such as
// `receiver.name`, is for a field of that object, event or schema alone and goes before the plain name.

/** The part of JSON Schema that is described. */
export interface Describable {
  readonly description?: string
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Describable>>
  readonly items?: Describable
  readonly anyOf?: ReadonlyArray<Describable>
  readonly allOf?: ReadonlyArray<Describable>
}

const descriptions: Readonly<Record<string, string>> = {
  // Envelope and pages
  success: "True in every answer that is not a refusal",
  data: "What the operation answers",
  details: "What is wrong with each field",
  field: "Name of the field on the wire",
  message: "What is wrong, for people",
  event: "Name of the event",
  events: "One page of events, oldest first",
  subAccounts: "One page of subaccounts: the key owner's own first, then the newest",
  pageSize: "How many rows a page has at most",

  // Ids
  attemptId: "Id of the KYC or KYB attempt",
  clientRequestId: "Your id of the swap: the same id and request give the same swap",
  correlationID: "The `externalId` of the request; null if it had none",
  documentId: "Id of the document",
  endToEndId: "End-to-end id of the PIX; null until it settles",
  externalId: "Your own id of the operation, from the request",
  "PAYOUT_SUCCESSFUL.externalId": "Your own id of the payout, from the request; null if it had none",
  "walletCharge.externalId": "Your own id of the deposit; null if there is none",
  "walletCharge.id": "The service's id of the charge",
  lastAttemptId: "Id of the latest attempt; null if there is none",
  originalTicketId: "The service's id of the payout that was reversed",
  paymentHash: "Payment hash that names the invoice: 64 hex characters",
  reference: "Your label of the swap; null if the request had none",
  sessionId: "Id of the session",
  subAccountId: "Id of the subaccount",
  swapId: "The service's id of the swap",
  trackId: "The provider's ticket of the charge; null if there is none",
  transactionId: "The service's id of the payment",
  userId: "Id of the user that the subaccount stands for",
  walletCharge: "The service's id of the charge",
  walletIds: "Ids of the subaccount's wallets",
  webhookId: "Id of the webhook that is tested",

  // Assets and addresses
  address: "Address on the network that is named",
  asset: "Code of the asset, such as `USDC`",
  balances: "Balance of each asset on each network",
  "balances.amount": "Balance in whole units of the asset, as a decimal string",
  destination: "Where the satoshis go: a Spark address or a Lightning address",
  finalDestinationKind: "What kind of destination the asset went to, such as `ADDRESS`",
  fromAsset: "Asset that is sold: `DEPIX`",
  network: "Network on which the asset moves, such as `base`",
  "balances.network": "Network on which the balance is; null for balances that are on none",
  originChain: "Chain that this step takes from",
  destinationChain: "Chain that this step delivers to",
  originTxHash: "Transaction on the origin chain; null until there is one",
  destinationTxHash: "Transaction on the destination chain; null until there is one",
  recipientAddress: "Address that receives",
  refundAddress: "Where the money goes back to if the PIX cannot be paid; null if none is known",
  refundInvoice: "BOLT11 invoice by which the satoshis went back",
  senderAddress: "Address of the wallet that pays",
  toAsset: "Asset that is bought: `BTC`",
  transactionHash: "Transaction that delivered the asset; null until it is delivered",
  "WalletTransferPending.txHash": "Null: the transaction is not confirmed yet",
  txHash: "Transaction on the chain; null until there is one",

  // Amounts
  amount: "Whole units of the asset, as a decimal string",
  "appliedFees.amount": "BRL, two decimals",
  amountInBrl: "BRL that the PIX paid, two decimals; null if the bank does not say",
  annualRevenueInBrl: "Annual revenue in BRL, as a decimal string",
  assetAmount: "Whole units of the asset that was sold, fee included, as a decimal string; null if it is not known",
  btcAmount: "BTC that the invoice was paid with, fee included",
  currency: "Currency of the fee",
  inputCurrency: "Currency that is paid in",
  outputCurrency: "Currency that is paid out",
  maxSlippageBps: "How far the price may move, in hundredths of a percent",
  minAmountOutSats: "Satoshis that must arrive at least",
  receivedAmountDecimals:
    "Decimals of the asset: `receivedAmount` divided by 10 to this power is in whole units. Null until it is "
    + "delivered",
  stableAmount: "Whole units of the asset that went back, as a decimal string",
  valueInCurrency: "Whole units of the asset that were delivered",
  valueInSatoshis: "Satoshis of the invoice",
  quote: "The prices and amounts that the payout was made at",

  // PIX
  accountType: "Type of the receiver's account, as the bank names it; null if it does not say",
  "SubaccountDetail.accountType": "Whether the subaccount is a person or a company",
  bankName: "Name of the receiver's bank; null if it is not known",
  branch: "Branch of the receiver's account; null if it is not known",
  ispb: "ISPB of the receiver's bank: 8 characters; null if it is not known",
  payerIspb: "ISPB of the bank that paid; null if it is not known",
  payerName: "Name of the payer; null if the bank does not say",
  pixKey: "PIX key of the receiver in its normal form; null if a BR Code was paid",
  provider: "The rail that pays the PIX",
  qrCode: "PIX BR Code, copy and paste; null if there is none",
  rail: "The rail that paid, such as `PIX`; null if it is not known",
  receipt: "Receipt of the PIX; null until it settles",
  receiptUrl: "Link to the receipt as a PDF, which opens for 30 days; null until the PIX settles",
  receiver: "Who received the PIX; null if the bank does not say",
  name: "Name of the person or company",
  "receiver.name": "Name of the receiver; null if the bank does not say",
  "payer.name": "Name of the payer; null if the bank does not say",
  "COMMAND_SUCCEEDED.name": "Name of the command",
  "receiver.pixKey": "PIX key that was paid; null if it is not known",
  "payer.taxId": "CPF or CNPJ of the payer, no punctuation; null if the bank does not say",

  // State
  error: "Why it failed; null unless it did",
  "COMMAND_FAILED.error": "The refusal",
  "KYC_FAILED.error": "Why the attempt failed, for people",
  errorCode: "Why it failed, for programs",
  errorDescription: "Why it failed, for customers; null unless it did",
  failureReason: "Why it failed, for customers; null unless it did",
  legs: "The steps of the swap, in their order",
  level: "Level of the KYC: `LIGHT` or `FULL`",
  partial: "Whether a part of the value is still to go back",
  providerStatus: "Status in the provider's own words; null if there is none",
  reason: "Why, as the provider says it; null if it does not",
  refundEndToEndId: "Id of the return, which is different for each: deduplicate by it",
  refundStatus: "`CONFIRMED`: this refund is final",
  result: "What the endpoint of the same name would have answered",
  retryable: "Whether the same payment can be made again: true only after a full confirmed refund",
  source: "Where the identity comes from",
  status: "Where it stands",
  "appliedFees.type": "A fixed amount, or a percentage of the value",
  "walletCharge.status": "Status of the deposit; null if it is not known",

  // Disputes
  disputeId: "The provider's id of the dispute; null if it has none",
  "DISPUTE_CREATED.walletCharge": "The deposit that the PIX funded; null when it funded none",

  // KYC
  city: "City of the address",
  documentType: "Type of the document",
  email: "E-mail address; null if none is known",
  importToken: "Share token of the other identity provider",
  streetAddress: "Street and number",
  taxIdNumber: "CPF, with or without punctuation",
  zipCode: "Postal code (CEP)",

  // Quote requests
  inputPaymentMethod: "How the input is paid",
  outputPaymentMethod: "How the output is paid",

  // Instants
  approvedAt: "When the KYC was approved, ISO 8601 in UTC; null unless it was",
  createdAt: "When it was created, ISO 8601 in UTC",
  expiredAt: "When it expired, ISO 8601 in UTC",
  expiresAt: "When it expires, ISO 8601 in UTC",
  occurredAt: "When it happened, ISO 8601 in UTC",
  paidAt: "When the PIX settled, ISO 8601 in UTC; null until then",
  refundedAt: "When the money went back, ISO 8601 in UTC; null until then",
  sentAt: "When the test was sent, ISO 8601 in UTC",
  transactionDate: "When the disputed PIX settled, ISO 8601 in UTC; null if it is not known",
  updatedAt: "When it last changed, ISO 8601 in UTC"
}

/** The description of a schema, wherever in its parts it stands. */
export const descriptionOf = ({ allOf = [], anyOf = [], description }: Describable): string | undefined =>
  description ?? [...anyOf, ...allOf].map(descriptionOf).find((each) => each !== undefined)

/** The same schema with a description for every field that has none; `name` is the schema's own. */
export const withDescriptions = (schema: Describable, name: string): Describable => {
  const { anyOf, items, properties } = schema
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, (inside, field) => fieldOf(inside, name, field)) }),
    ...(items && { items: withDescriptions(items, name) }),
    ...(anyOf && { anyOf: anyOf.map((each) => withDescriptions(each, name)) })
  }
}

const isNullable = ({ anyOf = [], type }: Describable): boolean => type === "null" || anyOf.some(isNullable)

/** The text of a name, without what null means where a field is never null. */
const commonText = (schema: Describable, name: string, field: string): string | undefined => {
  const text = descriptions[`${name}.${field}`] ?? descriptions[field]
  return isNullable(schema) ? text : text?.replace(/[;.] null .*$/i, "")
}

const fieldOf = (schema: Describable, name: string, field: string): Describable => {
  const description = descriptionOf(schema) ?? commonText(schema, name, field)
  return { ...withDescriptions(schema, field === "data" ? name : field), ...(description && { description }) }
}

const mapValues = <A>(record: Readonly<Record<string, A>>, change: (value: A, key: string) => A) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
