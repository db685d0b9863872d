// Where the records of what was sent are gone, as after an older copy of the data store was put back: the chain shows what left the treasury,
// and what became of what a wallet signed; and what was sent before is found, not sent again.
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { nonceKey } from "../../../adapters/evm/user-operation.ts"
import type { ChainAdapter } from "../../../core/ports/moving/adapter.ts"
import { type Devnet, startDevnet, until } from "../../support/anvil.ts"
import { freshWallet, openPlane } from "../../support/anvil-chain.ts"
import { type Stage, openStage } from "./stage.ts"

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet()
})
afterAll(() => devnet.stop())

const minute = 60_000

/** The adapter of the same keys on a data store that has nothing. */
const openEmpty = async ({ open }: Stage) => {
  const adapter = open({ patienceMs: 500 }, await openPlane())
  return { ...adapter, chain: adapter.chain as Required<ChainAdapter> }
}

const staged = (test: (stage: Stage, since: number) => Promise<void>, nodes: 1 | 3 = 1) => async () => {
  await devnet.mine(3)
  const { timestamp } = await devnet.client.getBlock()
  const stage = await openStage(devnet, nodes)
  try {
    await test(stage, Number(timestamp) * 1_000)
  } finally {
    await stage.close()
  }
}

const sentSince = ({ chain }: Awaited<ReturnType<typeof openEmpty>>, since: number) =>
  Effect.runPromise(chain.sentSince({ network: "base", since }))

const receiptIn = (found: Awaited<ReturnType<ReturnType<Stage["open"]>["deliver"]>>) => {
  if (found._tag !== "Done") throw new Error(found._tag)
  return found.value
}

describe("what left the treasury", () => {
  it(
    "is shown with the key of its nonce, and is done as deep as a look-up says",
    staged(async (stage, since) => {
      const { delivery, final, open, order, to } = stage
      const adapter = open({ finality: { done: 1, refused: "finalized" } })
      const [one, other] = [delivery(), delivery({ units: 7n })]
      const receipts = [receiptIn(await adapter.deliver(one)), receiptIn(await adapter.deliver(other))]
      // What a wallet pays did not leave the treasury.
      const spend = order()
      await adapter.submit(await adapter.sign(spend))
      const empty = await openEmpty(stage)
      const left = { network: "base", from: spend.from.evm, since, until: Date.now() + minute } as const
      expect(await Effect.runPromise(empty.chain.spentSince(left))).toMatchObject([
        { mark: empty.chain.markOf(spend.operationId, "base"), asset: "USDC", units: spend.units, isDone: true }
      ])
      const shown = [one, other].map(({ operationId, units }, place) => ({
        mark: empty.chain.markOf(operationId, "base"),
        to,
        asset: "USDC",
        units,
        receipt: receipts[place],
        isDone: true
      }))
      const found = await sentSince(empty, since)
      expect(found).toHaveLength(2)
      expect(found).toEqual(expect.arrayContaining(shown))
      const deep = { patienceMs: 500, finality: { done: "finalized", refused: "finalized" } } as const
      const later = stage.open(deep, await openPlane()).chain as Required<ChainAdapter>
      const asked = () => Effect.runPromise(later.sentSince({ network: "base", since }))
      await adapter.deliver(delivery({ units: 8n }))
      expect((await asked()).find(({ units }) => units === 8n)).toMatchObject({ isDone: false })
      await final()
      expect((await asked()).every(({ isDone }) => isDone)).toBe(true)
    })
  )

  it(
    "begins at the instant",
    staged(async (stage) => {
      const adapter = stage.open()
      await adapter.deliver(stage.delivery())
      await devnet.ask({ method: "anvil_mine", params: ["0x4b0", "0x3c"] })
      const { timestamp } = await devnet.client.getBlock()
      const late = stage.delivery({ units: 9n })
      await adapter.deliver(late)
      const since = Number(timestamp) * 1_000
      const units = async (at: number) => (await sentSince(await openEmpty(stage), at)).map((each) => each.units)
      expect(await units(since)).toEqual([9n])
      expect(await units(since - 1_201 * minute)).toEqual([5_000_001n, 9n])
    })
  )

  it(
    "is of the chain and the treasury, with a mark for each operation id",
    staged(async (stage) => {
      const { chain } = await openEmpty(stage)
      expect(await Effect.runPromise(chain.account("base"))).toBe(`eip155:84532/${stage.treasury}`)
      expect(chain.livesMs("base")).toBe(0)
      expect(chain.markOf("deliver/1", "base")).toBe(`0x${nonceKey("deliver/1").toString(16).padStart(48, "0")}`)
    })
  )

  it(
    "is all there where one of three nodes hides it or invents some, and cannot be read where two are away",
    staged(async (stage, since) => {
      const { delivery, lines: [line, second], mend } = stage
      const order = delivery()
      await stage.open().deliver(order)
      const asked = async () => (await sentSince(await openEmpty(stage), since)).map(({ units }) => units)
      line?.answers("eth_getLogs", () => [])
      expect(await asked()).toEqual([order.units])
      line?.answers(
        "eth_getLogs",
        (_, logs) => (logs as ReadonlyArray<object>).map((log) => ({ ...log, transactionHash: `0x${"1".repeat(64)}` }))
      )
      line?.answers("eth_getTransactionReceipt", (_, receipt) => receipt ?? { blockNumber: "0x1", blockHash: "0x1" })
      line?.answers("eth_getBlockByNumber", (_, block) => ({ ...block as object, timestamp: "0x7fffffff" }))
      expect(await asked()).toEqual([order.units])
      mend()
      line?.always("eth_getLogs", "cut")
      expect(await asked()).toEqual([order.units])
      second?.always("eth_getLogs", "cut")
      await expect(asked()).rejects.toMatchObject({
        _tag: "ChainUnavailable",
        reason: "1 of 3 nodes say what left, 2 have to"
      })
    }, 3)
  )
})

describe("a delivery that a store sent whose records are gone", () => {
  it(
    "is found where it is, also long ago, and not sent again",
    staged(async (stage) => {
      const order = stage.delivery({ units: 2n })
      const receipt = receiptIn(await stage.open().deliver(order))
      await devnet.ask({ method: "anvil_mine", params: ["0x4b0"] })
      const before = await stage.carriers()
      const found = receiptIn(await (await openEmpty(stage)).deliver(order))
      expect(found).toEqual({ transactionHash: receipt.transactionHash, place: receipt.place })
      expect(await stage.carriers()).toBe(before)
      expect(await stage.moved()).toBe(1)
    })
  )

  it(
    "is carried again where the block that it was found in is taken back",
    staged(async (stage) => {
      const order = stage.delivery({ units: 2n })
      // The treasury runs our code from then on.
      await stage.open().deliver(stage.delivery({ address: (await freshWallet()).address, units: 1n }))
      await devnet.automine(false)
      await stage.open({ patienceMs: 0 }).deliver(order)
      await devnet.mine(1)
      const empty = await openEmpty(stage)
      expect(await empty.deliver(order)).toMatchObject({ _tag: "Done" })
      await devnet.reorg(1)
      await devnet.dropPending()
      expect(await stage.moved()).toBe(0)
      await empty.carry()
      await devnet.mine(3)
      await empty.carry()
      expect(await empty.lookUp(order.operationId)).toMatchObject({ _tag: "Done" })
      expect(await stage.moved()).toBe(1)
    })
  )

  it(
    "is not refused for what became of its receiver since",
    staged(async (stage) => {
      const order = stage.delivery({ units: 2n })
      const { transactionHash } = receiptIn(await stage.open().deliver(order))
      await stage.token.blocks(stage.to, true)
      await stage.final()
      expect(receiptIn(await (await openEmpty(stage)).deliver(order))).toMatchObject({ transactionHash })
    })
  )

  it(
    "is found by who withdraws it",
    staged(async (stage) => {
      const order = stage.delivery()
      const receipt = receiptIn(await stage.open().deliver(order))
      const { chain } = await openEmpty(stage)
      const { operationId } = order
      expect(await Effect.runPromise(chain.cancel({ operationId, network: "base" }))).toEqual({
        _tag: "Done",
        value: receipt
      })
    })
  )
})

describe("what a wallet signed", () => {
  const lookUp = async (stage: Stage, signed: Parameters<Required<ChainAdapter>["lookUpSigned"]>[0]) =>
    Effect.runPromise((await openEmpty(stage)).chain.lookUpSigned(signed))

  it(
    "is Absent while nothing of it is in a block, and Done where it has landed, also after its deadline",
    staged(async (stage) => {
      const adapter = stage.open()
      const signed = await adapter.sign(stage.order())
      expect(await lookUp(stage, signed)).toEqual({ _tag: "Absent" })
      const { place, transactionHash } = receiptIn(await adapter.submit(signed))
      const late = { ...signed, sendBefore: Date.now() - minute }
      expect(await lookUp(stage, late)).toEqual({ _tag: "Done", value: { transactionHash, place } })
      const empty = await openEmpty(stage)
      expect(await empty.submit(late)).toMatchObject({ _tag: "Done" })
    })
  )

  it(
    "has its nonce used up after its deadline, so that what was sent before moves nothing: Refused once that is final",
    staged(async (stage) => {
      const { final, open, order } = stage
      const adapter = open({ patienceMs: 0 })
      await devnet.automine(false)
      const signed = { ...await adapter.sign(order()), sendBefore: Date.now() + 3_000 }
      await adapter.submit(signed)
      await devnet.dropPending()
      const { raw } = (await stage.stored(signed.operationId)).carriers[0] ?? {}
      await devnet.automine(true)
      const late = { ...signed, sendBefore: Date.now() - minute }
      const empty = await openEmpty(stage)
      const asked = () => Effect.runPromise(empty.chain.lookUpSigned(late))
      expect(await asked()).toMatchObject({ _tag: "Unknown", reason: { code: "underWay" } })
      await final()
      expect(await until(asked, ({ _tag }) => _tag !== "Unknown")).toMatchObject({
        _tag: "Refused",
        reason: { code: "deadlinePassed" }
      })
      await devnet.ask({ method: "eth_sendRawTransaction", params: [raw] }).catch(() => undefined)
      await devnet.mine(1)
      expect(await stage.moved()).toBe(0)
      expect(await empty.submit(late)).toMatchObject({ _tag: "Refused" })
    })
  )

  it(
    "is never sent once it was refused as too late",
    staged(async (stage) => {
      const adapter = stage.open({ patienceMs: 0 })
      const late = { ...await adapter.sign(stage.order()), sendBefore: Date.now() - minute }
      expect(await adapter.submit(late)).toMatchObject({ _tag: "Refused", reason: { code: "deadlinePassed" } })
      const chain = adapter.chain as Required<ChainAdapter>
      for (let turn = 0; turn < 3; turn++) {
        await Effect.runPromise(chain.lookUpSigned(late))
        await adapter.carry()
        await stage.final()
      }
      expect(await Effect.runPromise(chain.lookUpSigned(late))).toMatchObject({ _tag: "Refused" })
      expect(await stage.moved()).toBe(0)
    })
  )

  it(
    "is Refused where it was reverted for good",
    staged(async (stage) => {
      const adapter = stage.open({ patienceMs: 0 })
      const other = await freshWallet()
      await devnet.automine(false)
      const signed = await adapter.sign(stage.order({ to: other.address }))
      await adapter.submit(signed)
      await stage.token.becomes("paused")
      await devnet.mine(1)
      expect(await lookUp(stage, signed)).toMatchObject({ _tag: "Unknown" })
      await devnet.automine(true)
      await stage.final()
      expect(await lookUp(stage, signed)).toMatchObject({ _tag: "Refused", reason: { code: "failed" } })
      expect(await stage.token.balance(other.address)).toBe(0n)
    })
  )
})
