// The fields of every operation, walked out of the definition: parameters of the path, of the query, and fields of the body at any
// depth. What holds an id is filled with somebody else's; a field that is on neither list below is a decision that is missing.
import { Schema, type SchemaAST } from "effect"
import { type DeclaredEndpoint, definition } from "../../hosts/http/api/definition/definition.ts"

export type Place = "path" | "query" | "body"

export interface Field {
  readonly place: Place
  /** Dotted where it is inside another one. */
  readonly name: string
}

export interface Operation {
  /** Method and path, which names it. */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly fields: ReadonlyArray<Field>
}

const namesIn = (ast: SchemaAST.AST, prefix = ""): ReadonlyArray<string> => {
  if (ast._tag === "Union") return ast.types.flatMap((each) => namesIn(each, prefix))
  if (ast._tag === "Arrays") return [...ast.elements, ...ast.rest].flatMap((each) => namesIn(each, prefix))
  if (ast._tag !== "Objects") return []
  return ast.propertySignatures.flatMap(({ name, type }) => [
    `${prefix}${String(name)}`,
    ...namesIn(type, `${prefix}${String(name)}.`)
  ])
}

const namesOf = (schema: Schema.Top | undefined): ReadonlyArray<string> =>
  schema === undefined ? [] : [...new Set(namesIn(Schema.toEncoded(schema).ast))]

const fieldsOf = ({ path, payload, query }: DeclaredEndpoint): ReadonlyArray<Field> => [
  ...[...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({ place: "path" as const, name })),
  ...namesOf(query).map((name) => ({ place: "query" as const, name })),
  ...[...payload.values()].flatMap(({ schemas }) =>
    schemas.flatMap(namesOf).map((name) => ({ place: "body" as const, name }))
  )
]

// The provider's protocol declares what it takes as anything; these name things in it.
const undeclared: Readonly<Record<string, ReadonlyArray<Field>>> = {
  "POST /provider/webhook": ["ticket.id", "ticket.endToEndId", "payment.id", "attempt.id", "endToEndId", "paymentHash"]
    .map((name) => ({
      place: "body" as const,
      name: `event.data.${name}`
    }))
}

/** Every operation of the definition. */
export const operations: ReadonlyArray<Operation> = Object.values(definition).flat().map((endpoint) => {
  const name = `${endpoint.method} ${endpoint.path}`
  return {
    name,
    method: endpoint.method,
    path: endpoint.path,
    fields: [...fieldsOf(endpoint), ...undeclared[name] ?? []]
  }
})

/** Names of fields that hold an id, a cursor or a token. */
const ids: ReadonlySet<string> = new Set([
  "accountId",
  "approvalId",
  "attemptId",
  "cursor",
  "depositId",
  "documentId",
  "endToEndId",
  "eventId",
  "externalId",
  "fromSubAccountId",
  "id",
  "jobId",
  "keyId",
  "movementId",
  "operatorId",
  "paymentHash",
  "q",
  "reviewId",
  "session",
  "subAccountId",
  "swapId",
  "toSubAccountId",
  "toUserId",
  "token",
  "tokenId",
  "transactionId",
  "uploadedDocumentId",
  "uploadedSelfieId",
  "validateLivenessToken",
  "walletId",
  "webhookId"
])

/** What a caller makes up: it names nothing that is there. */
const namesOwn: ReadonlySet<string> = new Set([
  "POST /api/deposit/asset body externalId",
  "POST /api/wallet/payout body externalId"
])

/** Names of fields that name no record: amounts, texts, choices, credentials that are tried elsewhere. */
const plain: ReadonlySet<string> = new Set(
  ("accountType address allowedAddresses allowedRecipients amount annualRevenueInBrl asset at blocked by "
    + "chargeLifetimeMinutes city code clientRequestId counterpartyCountry counterpartyName counterpartyTaxId country countryOfTaxId currentPin dateOfBirth day documentType dryRun "
    + "duplicatePolicy duplicateReason email event evidence events expiresAt expiresInDays fees flags format forwardMs from fromAsset "
    + "fullName headers importToken incorporationDate invitation inputAmount inputCurrency inputPaymentMethod isDoubleSided labels "
    + "legalName level limit maxLightningFeeSats maxSlippageBps minAmountOutSats month name network newPassword note outcome outputAmount "
    + "outputBrCode outputCurrency outputPaymentMethod password payer perTxLimitBrl phone pin pixKey pixKeyType preview "
    + "protectedSymmetricKey purpose qrCode reason recipientAddress redirectUrl reference refundAddress requestRate rest retry role "
    + "sandboxReject scopes state status streetAddress taxId taxIdNumber taxResidence to toAsset tradeName type unknown url value "
    + "virtualAccount walletKeysPerHour walletOwner walletPin walletProof zipCode").split(" ")
)

const lastOf = (name: string): string => name.split(".").at(-1) ?? name

/** Whether a field of an operation holds an id; undefined where no one has said. */
export const holdsId = (operation: Operation, { name, place }: Field): boolean | undefined => {
  const [first = name] = name.split(".")
  if (namesOwn.has(`${operation.name} ${place} ${name}`)) return false
  if (ids.has(name) || first === "event" && ids.has(lastOf(name))) return true
  return plain.has(first) ? false : undefined
}
