// Explaining a record: what is stored without its secrets, what happened in its order, what may come next; and the trial
// balance, which says when the books are wrong.
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { updateAccount } from "../../../../core/operations/provisioning/update-account.ts"
import { createKey } from "../../../../core/customers/account/create-key.ts"
import { depositStates } from "../../../../core/payments/deposit/deposit.states.ts"
import { explainable } from "../../../../core/reports/explain/explainable.ts"
import { withoutSecrets } from "../../../../core/reports/explain/explained.ts"
import { readExplanation } from "../../../../core/reports/explain/read-explanation.ts"
import { readTrialBalance } from "../../../../core/reports/explain/read-trial-balance.ts"
import { insert } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { listReviews } from "../../../../core/reports/browse/list-reviews.ts"
import { Reviews, review } from "../../../../core/engine/review/review.ts"
import { endToEndIdAt, returnIdAt } from "../../../support/ids.ts"
import { operator, register } from "../../../support/operator.ts"
import { World, account, startOfTests } from "../../../support/world.ts"

/** Records that only serve others: no one asks for them by their id. */
const serving = [
  "answer",
  "auditTally",
  "aveniaAccount",
  "aveniaAttempt",
  "aveniaLiveness",
  "aveniaPayment",
  "accountsSeen",
  "generation",
  "pulse",
  "bitcoinCoin",
  "bitcoinMovement",
  "bookDay",
  "bookMonth",
  "bookPlace",
  "closing",
  "documentUsage",
  "erasure",
  "evmRelayer",
  "evmTransaction",
  "floatLevel",
  "treasuryUse",
  "floatWatch",
  "keyRing",
  "keyUse",
  "keysHour",
  "keysRead",
  "kycImport",
  "kycSubmission",
  "operator",
  "operatorEmail",
  "operatorRoster",
  "operatorSessions",
  "operatorTries",
  "personExport",
  "pinState",
  "pinSession",
  "plane",
  "providerFact",
  "railComparison",
  "reconcileTally",
  "resealing",
  "seal",
  "serviceToken",
  "sparkMovement",
  "statementBlock",
  "sweep",
  "swapAuthorization",
  "transferClaim",
  "transferReceipt",
  "transferTurn",
  "walletMirror"
]

const root = join(import.meta.dirname, "../../../..")

describe("an explanation", () => {
  it("is there for every kind of record of the core but those that only serve others §admin-explain", () => {
    const declared = readdirSync(join(root, "core"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) =>
        [
          ...readFileSync(join(root, "core", file), "utf8").matchAll(/= recordKind\(\{\s*kind: "(\w+)"/g)
        ].map(([, kind]) => kind ?? "")
      )
    expect(declared.length).toBeGreaterThan(20)
    expect(declared.filter((kind) => !(kind in explainable) && !serving.includes(kind))).toEqual([])
    expect(Object.keys(explainable).filter((kind) => !declared.includes(kind))).toEqual([])
  })

  it("of a deposit tells its story in order, and what may come next §admin-explain", async () => {
    const world = await World.open()
    const caller = await world.caller()
    await register(world, caller.account.id, "a")
    const { externalId, trackId, walletCharge } = await world.deposit(caller)
    world.advance(1_000)
    await world.settle(trackId, endToEndIdAt(1))
    await world.work()
    world.advance(1_000)
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 400)
    await world.work()
    const explained = await world.run(readExplanation(walletCharge))
    expect(explained).toMatchObject({
      kind: "deposit",
      accountId: caller.account.id,
      record: { externalId, state: "COMPLETED", refunded: 400 }
    })
    expect(explained.timeline.map(({ what }) => what)).toEqual([
      "moved pixSettled: PENDING → PROCESSING",
      "moved delivered: PROCESSING → COMPLETED",
      "booked depositReceived",
      "booked depositDelivered",
      "booked feeEarned",
      "emitted DEPOSIT_ASSET_SUCCESS",
      "delivered DEPOSIT_ASSET_SUCCESS",
      "moved returnConfirmed: COMPLETED → COMPLETED",
      "booked returnedAfterDelivery",
      "emitted DEPOSIT_ASSET_REFUNDED",
      "delivered DEPOSIT_ASSET_REFUNDED"
    ])
    expect(explained.timeline.map(({ at }) => at)).toEqual(explained.timeline.map(({ at }) => at).toSorted())
    expect(explained.transitions.map(({ evidence, from, on, to }) => [on, from, to, evidence])).toEqual([
      ["pixSettled", "PENDING", "PROCESSING", endToEndIdAt(1)],
      ["delivered", "PROCESSING", "COMPLETED", `0xhash-of-deliver/${walletCharge}`],
      ["returnConfirmed", "COMPLETED", "COMPLETED", returnIdAt(1)]
    ])
    expect(explained.transitions[0]?.means).toBe(depositStates.triggers.pixSettled)
    expect(explained.record).not.toHaveProperty("history")
    expect(explained.postings).toHaveLength(10)
    expect(explained.next.map(({ on, to, when }) => [on, when, to])).toEqual([
      ["returnConfirmed", "returnsEqualValue", "REFUNDED"],
      ["returnConfirmed", "returnsBelowValue", "COMPLETED"],
      ["pixSettled", null, "COMPLETED"]
    ])
    expect(await world.run(readTrialBalance())).toMatchObject({ isBalanced: true })
  })

  it("lists what can still happen to this record, and nothing else §admin-explain", async () => {
    const world = await World.open()
    const caller = await world.caller()
    const { trackId, walletCharge } = await world.deposit(caller)
    const nextOf = async (id: string) =>
      (await world.run(readExplanation(id))).next.map(({ on, when }) => when === null ? on : `${on} when ${when}`)
    const delivery = `deliver/${walletCharge}`
    expect(await nextOf(walletCharge)).toContain("chargeExpired")
    world.chain.script.push("lost")
    await world.settle(trackId, endToEndIdAt(1))
    expect(await nextOf(delivery)).toEqual([
      "withdrawn when unsent",
      "claimed",
      "found",
      "held",
      "cancelled when unsent"
    ])
    await world.work()
    // It was sent, so it cannot be withdrawn any more, and a return leaves it on its way.
    expect(await nextOf(delivery)).toEqual([
      "claimed",
      "done",
      "found",
      "refused",
      "doubted",
      "held",
      "cancelled"
    ])
    expect(await nextOf(walletCharge)).toEqual([
      "delivered when nothingReturned",
      "deliveryRefused when railReturns",
      "deliveryRefused",
      "deliveryUnknown",
      "returnConfirmed when returnsEqualValue",
      "returnConfirmed when returnsBelowValue",
      "pixSettled"
    ])
    world.advance(3_600_000)
    await world.work()
    expect(await nextOf(delivery)).toEqual(["done when otherProof"])
    expect(await nextOf(walletCharge)).toEqual([
      "returnConfirmed when returnsEqualValue",
      "returnConfirmed when returnsBelowValue",
      "pixSettled"
    ])
    await world.close()
  })

  it("of an account, a key and a webhook shows actions and no secret §admin-explain §admin-audit-record", async () => {
    const world = await World.open()
    const { account: { id } } = await world.caller()
    await world.run(updateAccount(operator, id, { blocked: true }))
    const { keyId } = await world.run(createKey(operator, id))
    const { webhookId } = await register(world, id, "a", { headers: { Authorization: "Basic abc" } })
    expect(await world.run(readExplanation(id))).toMatchObject({
      kind: "account",
      timeline: [{ what: "account.update", evidence: operator.requestId }],
      next: []
    })
    expect(await world.run(readExplanation(keyId))).toMatchObject({ record: { digest: "•••", owner: id } })
    const webhook = await world.run(readExplanation(webhookId))
    expect(webhook.record).toMatchObject({ sealedSecret: "•••", headers: "•••", owner: id })
    expect(JSON.stringify(webhook)).not.toMatch(/v1\.|Basic/)
  })

  it("is refused for an id that no one has", async () => {
    const world = await World.open()
    expect(await world.refusal(readExplanation("dep_nobody"))).toMatchObject({ _tag: "NotFound", resource: "Record" })
  })
})

it.each([
  ["sealedSecret", "pinHash", "seed", "digest", "tokenDigest", "protectedSymmetricKey", "fingerprint", "signedPayload"]
])("%s is nothing to be shown, at any depth", (...names) => {
  for (const name of names) {
    expect(withoutSecrets({ a: [{ [name]: "x", b: 1 }] })).toEqual({ a: [{ [name]: "•••", b: 1 }] })
    expect(withoutSecrets({ [name]: null })).toEqual({ [name]: null })
  }
})

describe("what needs a person", () => {
  it("is listed, the newest first, 50 a page §limit-event-page", async () => {
    const world = await World.open()
    const caller = await world.caller(account("first"))
    for (let n = 0; n < 51; n++) {
      const write = insert(
        Reviews,
        review({ owner: caller.account.id, subject: `dep_${n}x`, reason: { code: "unknownTicket" }, createdAt: n })
      )
      await world.run(Store.use((store) => store.commit(changeSet({ writes: [write] }))))
    }
    const first = await world.run(listReviews({}))
    expect(first.reviews.map(({ subject }) => subject)).toEqual(Array.from({ length: 50 }, (_, n) => `dep_${50 - n}x`))
    expect(await world.run(listReviews({ cursor: first.nextCursor ?? undefined }))).toEqual({
      reviews: [{
        reviewId: "dep_0x/unknownTicket",
        accountId: caller.account.id,
        subject: "dep_0x",
        reason: "unknown ticket",
        evidence: "",
        cause: { code: "unknownTicket" },
        state: "OPEN",
        times: 1,
        note: null,
        ageSeconds: startOfTests / 1_000,
        amount: null,
        customer: null,
        createdAt: "1970-01-01T00:00:00.000Z",
        openedAt: "1970-01-01T00:00:00.000Z",
        updatedAt: "1970-01-01T00:00:00.000Z"
      }],
      nextCursor: null
    })
  })
})

describe("the trial balance", () => {
  it("is zero an asset with what stands on each kind of account §admin-balance", async () => {
    const world = await World.open()
    const caller = await world.caller()
    const { trackId } = await world.deposit(caller)
    await world.settle(trackId, endToEndIdAt(1))
    const { assets, isBalanced } = await world.run(readTrialBalance())
    expect(isBalanced).toBe(true)
    expect(
      assets.map((
        { asset, kinds, sum }
      ) => [asset, sum, kinds.map(({ accounts, balance, kind }) => [kind, balance, accounts])])
    )
      .toEqual([["BRL", "0", [["deposit-owed", "-1000", 1], ["pix-settlement", "1000", 1]]]])
  })

  it("says so when an asset does not sum to zero §admin-balance", async () => {
    const world = await World.open()
    const wrong = [{ account: "treasury", asset: "USDT", amount: 1n }]
    const result = await world.run(Effect.gen(function*() {
      const store = yield* Store
      return yield* Effect.provideService(readTrialBalance(), Store, {
        ...store,
        balances: () => Effect.succeed(wrong)
      })
    }))
    expect(result).toMatchObject({ isBalanced: false, assets: [{ asset: "USDT", sum: "1" }] })
  })
})
