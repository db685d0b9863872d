// POST /api/subaccount: a permanent identity for a customer (spec "Subaccount").
import { Clock, Effect, Schema } from "effect"
import type { Caller } from "../access/caller.ts"
import { type Attempt, answered, once } from "../idempotency/idempotency.ts"
import { holderFields, requireDeclared } from "../../standards/identity/declaration.ts"
import { limits } from "../../base/limits/limits.ts"
import { Ids } from "../../engine/store/ids.ts"
import { insert } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { emailAddress, text } from "../../base/text/text.ts"
import { AccountType, Subaccounts } from "./subaccount.ts"

export const SubaccountRequest = Schema.Struct({
  name: text(limits.subaccountName).annotate({ description: "For a company, the legal name" }),
  email: Schema.optionalKey(emailAddress.annotate({ description: "A COMPANY needs it to be resolved for KYB" })),
  accountType: Schema.optionalKey(AccountType.annotate({ description: "INDIVIDUAL by default; it never changes" })),
  ...holderFields
}).annotate({ identifier: "SubaccountRequest" })

export type SubaccountAnswer = { readonly success: true; readonly data: { readonly subAccountId: string } }

export interface CreateSubaccount {
  readonly caller: Caller
  readonly request: typeof SubaccountRequest.Type
  readonly attempt?: Attempt<SubaccountAnswer> | undefined
}

/** Creates a subaccount for a customer of the caller. */
export const createSubaccount = ({ attempt, caller, request }: CreateSubaccount) =>
  once(caller.account.id, attempt, (remember) =>
    Effect.gen(function*() {
      yield* requireDeclared("subaccount", request)
      const id = yield* Ids.use((ids) => ids.next("sub", caller.account.id))
      const createdAt = yield* Clock.currentTimeMillis
      const answer: SubaccountAnswer = { success: true, data: { subAccountId: id } }
      const subaccount = insert(Subaccounts, {
        id,
        owner: caller.account.id,
        name: request.name,
        email: request.email ?? null,
        accountType: request.accountType ?? "INDIVIDUAL",
        belongsTo: "CUSTOMER",
        createdAt,
        ...(request.taxResidence === undefined ? {} : { taxResidence: request.taxResidence })
      })
      yield* Store.use((store) => store.commit(changeSet({ writes: [subaccount, ...remember(answer, createdAt)] })))
      return answered(answer)
    }))
