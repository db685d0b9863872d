// What is declared of an operation for those who have to report it: what it is for, whose the wallet outside is, and who is on the
// other side. Optional in the interface; the configuration says which fields an environment requires of which operation (0228).
import { Context, Effect, Schema } from "effect"
import { DeclarationMissing } from "../../base/errors/errors.ts"
import { limits } from "../../base/limits/limits.ts"
import { text } from "../../base/text/text.ts"
import { Country } from "./countries.ts"

const walletOwners = ["self", "other", "provider"] as const
const walletProofs = ["signed_message", "micro_payment", "declaration"] as const

/** The fields of requests that pay somebody. */
export const paymentFields = {
  purpose: Schema.optionalKey(
    text(limits.reference).annotate({ description: "What it is for, in words or as a code of the central bank" })
  ),
  counterpartyName: Schema.optionalKey(text(limits.reference).annotate({ description: "Who is on the other side" })),
  counterpartyTaxId: Schema.optionalKey(
    text(limits.reference).annotate({ description: "His tax number, of whatever country" })
  ),
  counterpartyCountry: Schema.optionalKey(Country.annotate({ description: "Where he is: ISO 3166-1 alpha-3" }))
}

/** The fields of requests that send an asset to an address outside. */
export const deliveryFields = {
  ...paymentFields,
  walletOwner: Schema.optionalKey(
    Schema.Literals(walletOwners).annotate({
      description: "Whose the address is: the customer's own, somebody else's, or a provider's who keeps it for others"
    })
  ),
  walletProof: Schema.optionalKey(
    Schema.Literals(walletProofs).annotate({ description: "How the owner of the address was proven" })
  )
}

/** The field of a request that makes a subaccount. */
export const holderFields = {
  taxResidence: Schema.optionalKey(
    Country.annotate({ description: "Where the holder is resident for tax: ISO 3166-1 alpha-3" })
  )
}

const maybe = Schema.NullOr(Schema.String)

/** What a record keeps of it. */
export const Declaration = Schema.Struct({
  purpose: maybe,
  walletOwner: Schema.NullOr(Schema.Literals(walletOwners)),
  walletProof: Schema.NullOr(Schema.Literals(walletProofs)),
  counterpartyName: maybe,
  counterpartyTaxId: maybe,
  counterpartyCountry: maybe
})
export type Declaration = typeof Declaration.Type

/** The part of a record: absent where nothing was declared. */
export const declaredPart = { declared: Schema.optionalKey(Declaration) }

type DeclaredFields = { readonly [F in keyof Declaration]?: NonNullable<Declaration[F]> }

/** What a request declares, as its record keeps it; nothing where it declares nothing. */
export const declaredIn = (request: DeclaredFields): { readonly declared?: Declaration } => {
  const declared = {
    purpose: request.purpose ?? null,
    walletOwner: request.walletOwner ?? null,
    walletProof: request.walletProof ?? null,
    counterpartyName: request.counterpartyName ?? null,
    counterpartyTaxId: request.counterpartyTaxId ?? null,
    counterpartyCountry: request.counterpartyCountry ?? null
  }
  return Object.values(declared).some((value) => value !== null) ? { declared } : {}
}

/** Whether two declare the same. */
export const isSameDeclaration = (a: Declaration | undefined, b: Declaration | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/** The operations of which fields may be required, with those fields. */
export const declarable = {
  deposit: Object.keys(deliveryFields),
  lightningInvoice: Object.keys(paymentFields),
  payout: Object.keys(paymentFields),
  swap: Object.keys(deliveryFields),
  transfer: Object.keys(deliveryFields),
  subaccount: Object.keys(holderFields)
} as const satisfies Readonly<Record<string, ReadonlyArray<string>>>
export type Declarable = keyof typeof declarable

/** Of those, what may be required where nothing goes to an address outside: the key owner's own holders have both sides. */
const insideOwner = { swap: ["purpose"], transfer: [] } as const satisfies Readonly<
  Partial<Record<Declarable, ReadonlyArray<keyof typeof deliveryFields>>>
>

/** What an environment requires, as `deposit.purpose`. */
export class RequiredFields extends Context.Service<RequiredFields, ReadonlyArray<string>>()(
  "pontepay/core/identity/RequiredFields"
) {
  static readonly none: ReadonlyArray<string> = []
}

/** Every name that may be required. */
export const requirable: ReadonlyArray<string> = Object.entries(declarable).flatMap(([operation, fields]) =>
  fields.map((field) => `${operation}.${field}`)
)

/** Refuses a request that lacks a field that the environment requires of its operation. */
export const requireDeclared = (operation: Declarable, request: object) =>
  requireFields(operation, declarable[operation], request)

/** The same for what stays between wallets of one key owner. */
export const requireDeclaredInside = (operation: keyof typeof insideOwner, request: object) =>
  requireFields(operation, insideOwner[operation], request)

const requireFields = Effect.fnUntraced(function*(
  operation: Declarable,
  fields: ReadonlyArray<string>,
  request: object
) {
  const required = yield* RequiredFields
  const given = request as Readonly<Record<string, unknown>>
  const missing = fields.filter((field) => required.includes(`${operation}.${field}`) && given[field] === undefined)
  if (missing.length > 0) return yield* new DeclarationMissing({ operation, fields: missing })
})
