// A subaccount may transact only while its most recent attempt is APPROVED (spec "Authentication" 8).
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { createDeposit } from "../../../../core/payments/deposit/create-deposit.ts"
import {
  type KycAttempt,
  KycAttempts,
  kycStateOf,
  latestAttempt,
  requireApproved
} from "../../../../core/customers/kyc/kyc-attempt.ts"
import { insert } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { World, account, depositRequest } from "../../../support/world.ts"

const attempt = (status: KycAttempt["status"], parts: Partial<KycAttempt> = {}): KycAttempt => ({
  id: "kyc_x",
  owner: "acc_01",
  subAccountId: "sub_1",
  status,
  level: "FULL",
  taxId: "11144477735",
  approvedAt: status === "APPROVED" ? 1 : null,
  createdAt: 1,
  updatedAt: 1,
  ...parts
})

describe("the gate", () => {
  it.each(
    [
      ["APPROVED", true],
      ["PENDING", false],
      ["REVIEW", false],
      ["REJECTED", false],
      ["EXPIRED", false],
      ["FAILED", false]
    ] as const
  )("%s passes: %s", async (status, passes) => {
    const answer = await Effect.runPromise(
      requireApproved(attempt(status), "sub_1").pipe(Effect.match({
        onSuccess: () => true,
        onFailure: (error) => error._tag === "KycNotApproved" ? false : undefined
      }))
    )
    expect(answer).toBe(passes)
  })

  it("does not open without an attempt", async () => {
    expect(await Effect.runPromise(Effect.flip(requireApproved(undefined, "sub_1"))))
      .toMatchObject({ _tag: "KycNotApproved", subAccountId: "sub_1" })
  })

  it("looks at the latest attempt alone, whatever came before", async () => {
    const world = await World.open()
    const caller = await world.caller(account("first", { kyc: "NONE" }))
    const subAccountId = caller.account.mainSubAccountId
    const submit = (id: string, status: KycAttempt["status"]) =>
      world.run(
        Store.use((store) =>
          store.commit(
            changeSet({
              writes: [insert(KycAttempts, attempt(status, { id, owner: caller.account.id, subAccountId }))]
            })
          )
        )
      )
    const mayDeposit = () =>
      world.run(createDeposit({ caller, request: depositRequest() })).then(() => true, () => false)
    expect(await mayDeposit()).toBe(false)
    for (
      const [id, status, may] of [
        ["kyc_9", "APPROVED", true],
        ["kyc_1", "PENDING", false],
        ["kyc_5", "APPROVED", true],
        ["kyc_2", "REJECTED", false]
      ] as const
    ) {
      await submit(id, status)
      expect(await mayDeposit()).toBe(may)
      expect(await world.run(latestAttempt(subAccountId))).toMatchObject({ id, status })
    }
  })
})

describe("what is shown", () => {
  it("is NONE when nothing was ever submitted, else the attempt's state", () => {
    expect(kycStateOf(undefined)).toEqual({ status: "NONE", level: null, approvedAt: null })
    expect(kycStateOf(attempt("APPROVED", { approvedAt: 7 }))).toEqual({
      status: "APPROVED",
      level: "FULL",
      approvedAt: 7
    })
    expect(kycStateOf(attempt("REVIEW"))).toEqual({ status: "REVIEW", level: "FULL", approvedAt: null })
  })
})
