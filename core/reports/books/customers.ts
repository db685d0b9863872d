// Whose operations are reported: what KYC approved of each customer, and what was declared of him.
import { Effect } from "effect"
import { KycAttempts } from "../../customers/kyc/kyc-attempt.ts"
import { type Question, Store } from "../../engine/store/store.ts"
import { type AccountType, Subaccounts } from "../../customers/subaccount/subaccount.ts"

/** A customer; what is not known of him is null. */
export interface Customer {
  /** The name of the subaccount: what KYC examined beside the tax number is with its provider alone. */
  readonly name: string | null
  readonly accountType: AccountType | null
  readonly taxId: string | null
  readonly taxResidence: string | null
}

export const unknownCustomer: Customer = { name: null, accountType: null, taxId: null, taxResidence: null }

/** The customers of operations by their subaccount. After an approval no attempt is possible, so what it says never changes. */
export const customersOf = Effect.fnUntraced(function*(operations: Iterable<{ readonly subAccountId: string }>) {
  const subAccountIds = [...new Set(Array.from(operations, ({ subAccountId }) => subAccountId))]
  const questions = subAccountIds.flatMap((id): ReadonlyArray<Question> => [
    { by: "id", kind: Subaccounts.kind, id },
    { by: "list", page: { kind: KycAttempts.kind, list: "bySubAccount", value: id, limit: 1 } }
  ])
  const found = yield* Store.use((store) => store.ask(questions))
  return new Map(subAccountIds.map((id, index): readonly [string, Customer] => {
    const [holder] = found[index * 2] ?? []
    const [latest] = found[index * 2 + 1] ?? []
    const attempt = latest === undefined ? undefined : KycAttempts.decode(latest.record.body)
    const subaccount = holder === undefined ? undefined : Subaccounts.decode(holder.record.body)
    return [id, {
      name: subaccount?.name ?? null,
      accountType: subaccount?.accountType ?? null,
      taxId: attempt?.status === "APPROVED" ? attempt.taxId : null,
      taxResidence: subaccount?.taxResidence ?? null
    }]
  }))
})
