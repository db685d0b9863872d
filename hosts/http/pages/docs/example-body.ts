// Example bodies made from the schemas of the events: every field that is always there, each with a value as the sandbox
// would give it. A field without such a value ends the printing, so an example is never made up of nothing.

/** The part of JSON Schema that our schemas print. */
export interface JsonSchema {
  readonly type?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: JsonSchema
  readonly description?: string
  readonly format?: string
}

const deposit = "dep_01a1ff95496d7366bab09f69f6d6a3dc"
const payout = "pay_01a1ff954ffe7184956085a999e28702"
const transaction = "0x4d146f00f3a4e00494fdd9afd0ef902e75dda90d2b53334a18b45aa99015ca52"
const instant = "2026-11-21T12:00:00.000Z"

const values: Readonly<Record<string, unknown>> = {
  account: "****5678",
  accountType: "CACC",
  amountInBrl: "100.00",
  approvedAt: instant,
  asset: "USDC",
  assetAmount: "19.25926",
  attemptId: "kyc_01a1ff95492378e79cae4ba373597b4d",
  bankName: "BANCO SANDBOX S.A.",
  branch: "0001",
  brlAmount: "100.00",
  code: "INSUFFICIENT_FUNDS",
  commandId: "charge-order-2",
  correlationID: null,
  createdAt: instant,
  disputeId: "med-7",
  endToEndId: "E99999999202611211200ABCDEFGHIJK",
  error: "The provider could not process the attempt",
  errorCode: "PAYOUT_FAILED",
  errorDescription: "The payment was refused.",
  eventId: "evt_5eb6ecce527baccb8322cbc04609db29",
  expiredAt: instant,
  externalId: "order-1",
  fee: "4.00",
  field: "value",
  finalDestinationKind: "ADDRESS",
  fxRateAtTx: 5.4,
  id: deposit,
  invoice: transaction,
  ispb: "99999999",
  level: "FULL",
  message: "The wallet does not hold enough",
  name: "MARIA DA SILVA",
  network: "base",
  occurredAt: instant,
  originalTicketId: payout,
  paidAt: instant,
  partial: true,
  payerIspb: "99999999",
  payerName: "MARIA DA SILVA",
  pixKey: "ana@example.com",
  providerStatus: null,
  rail: "PIX",
  reason: "FRAUD",
  receiptUrl: null,
  refundAddress: "0x32590cE6e66A1c54C702bc97e40607471230e654",
  refundEndToEndId: "D99999999202611211200ABCDEFGHIJK",
  refundedAt: instant,
  refundedValue: 2000,
  refundInvoice: "lnbc30u1p…",
  refundTxId: "0x9b1f4a5d0b8a37b6dd1b5b54f7b42b1a0d6ec9e7a2e7d0a6b3d6d4c0a9f1e2d3",
  refundValue: 2000,
  result: { success: true, externalId: "order-2", qrCode: "00020101021226…", fee: 125 },
  retryable: false,
  returnedAmount: "100.00",
  reversalTicketId: "D99999999202611211200ABCDEFGHIJK",
  sentAt: instant,
  stableAmount: "19.25926",
  status: "APPROVED",
  subAccountId: "sub_01a1ff95492077cabafabe25f1a2716d",
  taxId: "***.444.777-**",
  trackId: "tkt_01a1ff95496d7366bab09f69f6d6a3dc",
  transactionDate: instant,
  transactionHash: transaction,
  transactionId: payout,
  txHash: transaction,
  userId: "usr_01a1ff95492077cabafabe25f1a2716d",
  value: 5000,
  valueInBrl: "50.00",
  valueInCurrency: 9.027777,
  valueInSatoshis: 3000,
  walletCharge: deposit,
  webhookId: "whk_01a1ff95492077cabafabe25f1a2716d"
}

/** Where a field says something else in one event than in the others. */
const inEvent: Readonly<Record<string, unknown>> = {
  "DEPOSIT_ASSET_SUCCESS.fee": "1.25",
  "DEPOSIT_ASSET_FAILED.errorDescription":
    "The asset could not be delivered. The payment is kept until it is returned.",
  "DEPOSIT_ASSET_REFUNDED.status": "FAILED",
  "PAYOUT_SUCCESSFUL.externalId": "salary-1",
  "PAYOUT_SUCCESSFUL.trackId": null,
  "PAYOUT_SUCCESSFUL.valueInBrl": "100.00",
  "PAYOUT_FAILED.valueInBrl": "100.00",
  "PAYOUT_FAILED.pixKey": "fail@sandbox.test",
  "PAYOUT_REFUNDED.valueInBrl": "100.00",
  "KYC_REJECTED.reason": "SANDBOX_SIMULATED",
  "DISPUTE_CREATED.fee": "1.25",
  "DISPUTE_ACCEPTED.fee": "1.25",
  "DISPUTE_REJECTED.fee": "1.25",
  "DISPUTE_CANCELED.fee": "1.25"
}

const isNull = ({ type }: JsonSchema): boolean => type === "null"

/** A value of a schema; `name` is the field of the event that holds it. */
export const exampleOf = (schema: JsonSchema, event: string, name = ""): unknown => {
  const special = inEvent[`${event}.${name}`]
  if (special !== undefined) return special
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.properties !== undefined) {
    const { properties, required = [] } = schema
    return Object.fromEntries(
      required.map((field) => {
        const inside = properties[field]
        if (inside === undefined) throw new Error(`${field} is required and not described`)
        return [field, exampleOf(inside, event, field)]
      })
    )
  }
  const shapes = schema.anyOf?.filter((each) => !isNull(each)) ?? []
  const [shape] = shapes
  if (shape !== undefined && shape.type === "object") return exampleOf(shape, event, name)
  if (schema.items !== undefined) return [exampleOf(schema.items, event, name)]
  if (!(name in values)) throw new Error(`no example of ${name}`)
  return values[name]
}

/** The shapes that a body may have: several where receivers branch on the fields. */
export const shapesOf = (schema: JsonSchema): ReadonlyArray<JsonSchema> =>
  schema.anyOf !== undefined && schema.anyOf.every(({ type }) => type === "object") ? schema.anyOf : [schema]

const typeOf = (schema: JsonSchema): string => {
  if (schema.enum !== undefined) return schema.enum.map((each) => `\`${JSON.stringify(each)}\``).join(", ")
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeOf))].join(" or ")
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`
  if (schema.format === "date-time") return "instant"
  return schema.type ?? "anything"
}

const described = ({ anyOf = [], description }: JsonSchema): string =>
  description ?? anyOf.find((each) => each.description !== undefined)?.description ?? ""

const objectIn = (schema: JsonSchema): JsonSchema | undefined =>
  schema.properties !== undefined
    ? schema
    : [...(schema.anyOf ?? []), ...(schema.items === undefined ? [] : [schema.items])].find(({ properties }) =>
      properties !== undefined
    )

/** One row a field, those of objects inside under their path. */
export const fieldRows = (schema: JsonSchema, path = ""): ReadonlyArray<string> =>
  Object.entries(schema.properties ?? {}).flatMap(([field, inside]) => {
    const name = path === "" ? field : `${path}.${field}`
    const optional = schema.required?.includes(field) === true ? "" : ", optional"
    const about = described(inside).replaceAll("|", "\\|").replaceAll("\n", " ")
    const below = objectIn(inside)
    return [
      `| \`${name}\` | ${typeOf(inside)}${optional} | ${about} |`,
      ...(below === undefined ? [] : fieldRows(below, inside.items === undefined ? name : `${name}[]`))
    ]
  })
