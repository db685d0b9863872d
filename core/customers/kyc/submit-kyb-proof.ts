// POST /api/kyb/proof-of-address and /api/kyb/proof-of-financial-capacity (C28): a document about a company that KYB has
// approved. What it opens is written on the subaccount when it is approved; the attempt is polled like any other.
import { Effect, Schema } from "effect"
import type { Caller } from "../access/caller.ts"
import { type Attempt, type Remember, answered, once } from "../idempotency/idempotency.ts"
import { parseDecimal } from "../../base/money/decimal.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { text } from "../../base/text/text.ts"
import { isOvertaken } from "./document-usage.ts"
import { subaccountOfType } from "./attempt-request.ts"
import { type SubmittedAnswer, submittedAnswer } from "./kyc-view.ts"
import { type KybProof, newProof } from "./kyb-proof.ts"

const about = {
  subAccountId: text({ minimum: 1, maximum: 64 }).annotate({ description: "A COMPANY subaccount that KYB approved" }),
  documentId: text({ minimum: 1, maximum: 255 }).annotate({ description: "A PROOF document that is ready" })
}

const reais = Schema.String.check(
  Schema.makeFilter((value: string) => parseDecimal("BRL", value)._tag === "Success", { expected: "reais, as 3000.00" })
)

export const ProofOfAddressRequest = Schema.Struct(about).annotate({ identifier: "ProofOfAddressRequest" })

export const ProofOfFinancialCapacityRequest = Schema.Struct({
  ...about,
  annualRevenueInBrl: reais.annotate({ description: "Decimal string in reais" })
}).annotate({ identifier: "ProofOfFinancialCapacityRequest" })

export interface SubmitKybProof {
  readonly caller: Caller
  readonly subAccountId: string
  readonly proof: KybProof
  readonly attempt?: Attempt<SubmittedAnswer> | undefined
}

/** Takes a proof of a company; what comes of it is read from the attempt. */
export const submitKybProof = ({ attempt, caller, proof, subAccountId }: SubmitKybProof) =>
  once(caller.account.id, attempt, (remember) =>
    submitOnce(caller, subAccountId, proof, remember).pipe(
      Effect.retry({ while: isOvertaken })
    ))

const submitOnce = Effect.fnUntraced(
  function*(caller: Caller, subAccountId: string, proof: KybProof, remember: Remember<SubmittedAnswer>) {
    const { value: subaccount } = yield* subaccountOfType(caller, subAccountId, "COMPANY")
    const { attempt, writes } = yield* newProof(caller, subaccount.id, proof)
    const answer = submittedAnswer(attempt)
    const remembered = remember(answer, attempt.createdAt)
    yield* Store.use((store) => store.commit(changeSet({ writes: [...writes, ...remembered] })))
    return answered(answer)
  }
)
