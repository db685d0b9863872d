// The policy against paying again what may have been paid (0116): an account that has it on makes no payment equal to one
// of the same day whose outcome is not known yet, unless a reason is given. Equal: source, beneficiary and amount.
import { Effect, Schema } from "effect"
import { DuplicatePayment } from "../errors/errors.ts"
import { fingerprint } from "../idempotency/idempotency.ts"
import { type Identified, type RecordKind, list } from "../ports/records.ts"
import { text } from "../text/text.ts"
import { dayInSaoPaulo } from "../time/instant.ts"
import type { Account } from "./account.ts"

/** Why a payment is made although an equal one may have been. */
export const DuplicateReason = text({ minimum: 1, maximum: 140 }).annotate({
  description:
    "Why this is no duplicate: needed where the account refuses payments equal to one that is not known to have "
    + "ended; kept with the payment"
})

/** What a record of a payment keeps for the policy; absent in those that were made before there was one. */
export const likenessFields = {
  /** Digest of source, beneficiary, amount and day. */
  likeness: Schema.optionalKey(Schema.String),
  duplicateReason: Schema.optionalKey(Schema.String)
}

/** A payment as far as another one can be equal to it. */
interface Payment {
  /** The holder whose wallet pays, on whichever network. */
  readonly subAccountId: string
  readonly to: Parameters<typeof fingerprint>[0]
  readonly asset: string
  /** Smallest units. */
  readonly units: bigint
}

/** What equal payments of one day (in São Paulo) have in common. */
export const likenessOf = ({ asset, subAccountId, to, units }: Payment, now: number): string =>
  fingerprint({ subAccountId, to, asset, units: String(units), day: dayInSaoPaulo(now) })

/** The reason as a record keeps it. */
export const reasonGiven = (reason: string | undefined): { readonly duplicateReason?: string } =>
  reason === undefined ? {} : { duplicateReason: reason }

/** How many of the newest equal payments are looked at. */
const looked = 50

/** Refuses a payment that is equal to one in doubt, where the account has it so and no reason was given. */
export const refuseTwin = Effect.fnUntraced(function*<A extends Identified, L extends string>(
  account: Account,
  asked: { readonly likeness: string; readonly duplicateReason: string | undefined },
  twins: {
    readonly kind: RecordKind<A, string, L>
    readonly list: NoInfer<L>
    readonly isInDoubt: (earlier: A) => boolean
  }
) {
  if (account.duplicatePolicy !== "refuse" || asked.duplicateReason !== undefined) return
  const rows = yield* list(twins.kind, twins.list, asked.likeness, { limit: looked })
  const doubtful = rows.find(({ value }) => value.owner === account.id && twins.isInDoubt(value))
  if (doubtful !== undefined) return yield* new DuplicatePayment({ transactionId: doubtful.value.id })
})
