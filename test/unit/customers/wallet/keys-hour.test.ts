// S1: whoever has the keys of a wallet can guess its PIN where no one counts, so an account reads those of a bounded number of
// wallets in an hour, and the operator hears of it when there are more.
import { Effect, Redacted, Result } from "effect"
import { describe, expect, it } from "vitest"
import { updateAccount } from "../../../../core/operations/provisioning/update-account.ts"
import { callerOf } from "../../../../core/customers/access/caller.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { listReviews } from "../../../../core/reports/browse/list-reviews.ts"
import { readWalletKeys } from "../../../../core/customers/wallet/read-wallet-keys.ts"
import { newHolder, walletAccount, walletOf } from "../../../support/wallets.ts"
import { World } from "../../../support/world.ts"

const operator = { environment: "sandbox", requestId: "request-1" } as const
const hour = 3_600_000

const open = async (most: number) => {
  const world = await World.open()
  const declared = walletAccount()
  const { account } = await world.caller(declared)
  const setMost = (walletKeysPerHour: number | null) =>
    world.run(updateAccount(operator, account.id, { walletKeysPerHour }))
  await setMost(most)
  const caller = () => world.run(callerOf(Redacted.make(declared.apiKey), "sandbox"))
  const holder = async () => {
    const id = await newHolder(world, await caller())
    await walletOf(world, id)
    return id
  }
  const read = async (subAccountId: string) =>
    world.run(Effect.result(readWalletKeys({ caller: await caller(), selection: { subAccountId } })))
  const reviews = async () => (await world.run(listReviews({}))).reviews
  return { world, account, caller, holder, read, reviews, setMost }
}

describe("the keys of many wallets §keys-per-hour", () => {
  it("are given for so many wallets of an account in an hour, then 429 with the time that is left, and one review", async () => {
    const { account, holder, read, reviews, world } = await open(3)
    for (let count = 0; count < 3; count++) expect(await read(await holder())).toMatchObject({ _tag: "Success" })
    expect(await reviews()).toEqual([])
    world.advance(1_000)
    for (let count = 0; count < 5; count++) {
      expect(await read(await holder())).toMatchObject({
        failure: { _tag: "RateLimited", limit: 3, retryAfterSeconds: 3_599 }
      })
    }
    expect(await reviews()).toMatchObject([
      { accountId: account.id, subject: account.id, reason: /keys of many wallets/, evidence: "3 wallets" }
    ].map((each) => ({ ...each, reason: expect.stringMatching(each.reason) as unknown })))
    world.advance(hour - 1_001)
    const late = await holder()
    expect(await read(late)).toMatchObject({ failure: { _tag: "RateLimited", retryAfterSeconds: 1 } })
    world.advance(1)
    expect(await read(late)).toMatchObject({ _tag: "Success" })
  })

  it("count a wallet once in an hour, and again in the next", async () => {
    const { holder, read, reviews, world } = await open(2)
    const [first, second, third] = [await holder(), await holder(), await holder()]
    for (let minute = 0; minute < 5; minute++) {
      expect(await read(first)).toMatchObject({ _tag: "Success" })
      expect(await read(second)).toMatchObject({ _tag: "Success" })
      world.advance(limits.keysRateMs)
    }
    expect(await read(third)).toMatchObject({ failure: { _tag: "RateLimited", limit: 2 } })
    world.advance(hour)
    // A wallet that was read before is no exception: a key that leaks reads all of them anew.
    expect(await read(third)).toMatchObject({ _tag: "Success" })
    expect(await read(second)).toMatchObject({ _tag: "Success" })
    expect(await read(first)).toMatchObject({ failure: { _tag: "RateLimited", limit: 2 } })
    // One an hour.
    expect(await reviews()).toHaveLength(2)
  })

  it("are given for no more when many are asked for at once", async () => {
    const { holder, read } = await open(3)
    const holders: Array<string> = []
    for (let count = 0; count < 10; count++) holders.push(await holder())
    const answers = await Promise.all(holders.map(read))
    expect(answers.filter(Result.isSuccess)).toHaveLength(3)
  })

  it("leave the accounts of others alone", async () => {
    const { holder, read, world } = await open(1)
    await read(await holder())
    expect(await read(await holder())).toMatchObject({ failure: { _tag: "RateLimited" } })
    const other = await world.caller(walletAccount("other"))
    expect(await world.run(readWalletKeys({ caller: other, selection: {} }))).toMatchObject({ _tag: "Answered" })
  })

  it("are a hundred unless the account says otherwise §limit-keys-per-hour", async () => {
    const { holder, read, setMost } = await open(1)
    await setMost(null)
    for (let count = 0; count < limits.keysPerHour; count++) {
      expect(await read(await holder())).toMatchObject({ _tag: "Success" })
    }
    const next = await holder()
    expect(await read(next)).toMatchObject({ failure: { _tag: "RateLimited", limit: 100 } })
    await setMost(101)
    expect(await read(next)).toMatchObject({ _tag: "Success" })
  })
})
