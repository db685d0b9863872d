// Who may move money (spec "KYC and KYB"; C64, C73): every operation that moves it × what is known of its holder.
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { type KycAttempt, KycAttempts } from "../../../../core/customers/kyc/kyc-attempt.ts"
import { Subaccounts } from "../../../../core/customers/subaccount/subaccount.ts"
import { get, insert, replace } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { createDeposit } from "../../../../core/payments/deposit/create-deposit.ts"
import { createPayout } from "../../../../core/payments/payout/create-payout.ts"
import { createSwap } from "../../../../core/payments/swap/create-swap.ts"
import { createTransfer } from "../../../../core/payments/transfer/create-transfer.ts"
import { proofOf, walletAccount, walletOf } from "../../../support/wallets.ts"
import { World, depositRequest } from "../../../support/world.ts"
import { payoutRequest } from "../../payments/payout/payouts.ts"
import { openSwapper } from "../../payments/swap/swap.scene.ts"

const statuses = ["NONE", "PENDING", "REVIEW", "APPROVED", "REJECTED", "EXPIRED", "FAILED"] as const
type Status = typeof statuses[number]

interface Known {
  readonly status: Status
  readonly accountType?: "COMPANY" | "INDIVIDUAL"
  readonly hasCapacity?: true
}

/** Makes a holder what is known of him; his latest attempt is a new one. */
const become = (
  world: World,
  subAccountId: string,
  { accountType = "INDIVIDUAL", hasCapacity, status }: Known
) =>
  world.run(Effect.gen(function*() {
    const before = yield* Effect.flatMap(get(Subaccounts, subAccountId), Effect.fromOption)
    const { owner } = before.value
    const attempt: KycAttempt = {
      id: `kyc_${subAccountId}`,
      owner,
      subAccountId,
      status: status === "NONE" ? "PENDING" : status,
      level: "FULL",
      taxId: "11144477735",
      approvedAt: status === "APPROVED" ? 1 : null,
      createdAt: 1,
      updatedAt: 1
    }
    const unlocked = hasCapacity === true ? { unlocked: ["USD_OPERATIONS" as const] } : {}
    yield* Store.use((store) =>
      store.commit(changeSet({
        writes: [
          ...(status === "NONE" ? [] : [insert(KycAttempts, attempt)]),
          replace(Subaccounts, before, { ...before.value, accountType, ...unlocked })
        ]
      }))
    )
  }))

const asked = {
  network: "polygon",
  amount: "1.5",
  recipientAddress: "0x52908400098527886E0F7030069857D2E4169EE7"
} as const

/** What a holder meets who orders something: "ordered", or the name of the refusal. */
const outcomeOf = async (operation: Operation, known: Known): Promise<string> => {
  if (operation === "swap") {
    const { caller, request, world } = await openSwapper(undefined, { kyc: "NONE" })
    await become(world, caller.account.mainSubAccountId, known)
    return tagOf(world, createSwap({ caller, request: request() }))
  }
  const world = await World.open()
  const caller = await world.caller(walletAccount("first", { kyc: "NONE" }))
  const holder = caller.account.mainSubAccountId
  await become(world, holder, known)
  const proof = await proofOf(world, await walletOf(world, holder))
  const [what, asset] = operation.split(" ") as [string, "USDT" | "BRLA"]
  switch (what) {
    case "deposit":
      return tagOf(world, createDeposit({ caller, request: depositRequest({ asset }) }))
    case "payout":
      return tagOf(world, createPayout({ caller, request: { ...payoutRequest({ key: "" }), ...proof, asset } }))
    default:
      return tagOf(world, createTransfer({ caller, request: { ...asked, ...proof, asset } }))
  }
}

const operations = [
  "deposit USDT",
  "deposit BRLA",
  "payout USDT",
  "payout BRLA",
  "transfer USDT",
  "transfer BRLA",
  "swap"
] as const
type Operation = typeof operations[number]

const tagOf = <A, E extends { readonly _tag: string }, R>(world: World, effect: Effect.Effect<A, E, R>) =>
  world.run(Effect.match(effect as Effect.Effect<A, E>, { onSuccess: () => "ordered", onFailure: ({ _tag }) => _tag }))

describe.each(operations)("%s", (operation) => {
  it.each(statuses)(
    "of a person whose most recent attempt is %s §kyc-newest-decides §transfer-kyc §swap-kyc",
    async (status) => {
      expect(await outcomeOf(operation, { status })).toBe(status === "APPROVED" ? "ordered" : "KycNotApproved")
    }
  )

  const inDollars = operation.endsWith("USDT")
  it(`of an approved company without its Proof of Financial Capacity is ${inDollars ? "refused" : "ordered"} §kyc-company-dollars §error-financial-capacity-not-approved`, async () => {
    expect(await outcomeOf(operation, { status: "APPROVED", accountType: "COMPANY" }))
      .toBe(inDollars ? "FinancialCapacityNotApproved" : "ordered")
  })

  it("of an approved company with it is ordered", async () => {
    expect(await outcomeOf(operation, { status: "APPROVED", accountType: "COMPANY", hasCapacity: true })).toBe(
      "ordered"
    )
  })

  it("of a company that is not approved any more is refused whatever it has proved", async () => {
    expect(await outcomeOf(operation, { status: "REJECTED", accountType: "COMPANY", hasCapacity: true }))
      .toBe("KycNotApproved")
  })
})
