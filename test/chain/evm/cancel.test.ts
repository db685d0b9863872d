// What is not wanted any more: from then on nothing of it is sent, also where its release cannot take its place at the usual fees, and it is gone
// once its nonce is used up in a final block.
import { Effect } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { ChainAdapter } from "../../../core/ports/moving/adapter.ts"
import { SignerAway } from "../../../adapters/custody/index.ts"
import { type Devnet, startDevnet, until } from "../../support/anvil.ts"
import { signerOf } from "../../support/anvil-chain.ts"
import { type Stage, openStage } from "./stage.ts"

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet()
})
beforeEach(() => devnet.mine(3))
afterAll(() => devnet.stop())

const gwei = 10n ** 9n
const minute = 60_000

const staged = (test: (stage: Stage) => Promise<void>) => async () => {
  const stage = await openStage(devnet)
  try {
    await test(stage)
  } finally {
    await stage.close()
  }
}

const cancel = ({ chain }: { readonly chain: ChainAdapter }, operationId: string) => {
  if (chain.cancel === undefined) throw new Error("it cannot be withdrawn")
  return Effect.runPromise(chain.cancel({ operationId, network: "base" }))
}

/** Has the network take so much from the next blocks on. */
const takes = (wei: bigint) =>
  until(async () => {
    await devnet.ask({ method: "anvil_setNextBlockBaseFeePerGas", params: [`0x${wei.toString(16)}`] })
    await devnet.mine(1)
    return (await devnet.client.getBlock()).baseFeePerGas
  }, (fee) => fee === wei)

/** Hashes of what waits for a block. */
const waiting = async (): Promise<ReadonlyArray<string>> => {
  const found = await devnet.ask({ method: "txpool_content" }) as {
    readonly [place in "pending" | "queued"]: Readonly<
      Record<string, Readonly<Record<string, { readonly hash: string }>>>
    >
  }
  return [found.pending, found.queued].flatMap((place) =>
    Object.values(place).flatMap((each) => Object.values(each).map(({ hash }) => hash))
  )
}

/** The hash of the transaction that carries what was wanted first. */
const first = async ({ stored }: Stage, operationId: string) => {
  const [carrier] = (await stored(operationId)).carriers
  if (carrier === undefined) throw new Error("nothing was signed")
  return carrier.hash
}

const atTheCeiling = { patienceMs: 0, fees: { leastTip: 0n, ceiling: 15n * gwei } } as const

describe("a delivery that is withdrawn while its bid is at the ceiling", () => {
  it.each([["the market is as it was", 10n], ["the market is above it", 20n]])(
    "is replaced by nothing, and never sent again: %s",
    async (_, market) =>
      staged(async (stage) => {
        await takes(10n * gwei)
        await devnet.automine(false)
        const adapter = stage.open(atTheCeiling)
        const { operationId } = stage.delivery()
        await adapter.deliver(stage.delivery({ operationId }))
        const unwanted = await first(stage, operationId)
        // Each block would take it along at what it offers.
        if (market > 10n) await takes(market * gwei)
        await cancel(adapter, operationId)
        expect(await waiting()).not.toContain(unwanted)
        await devnet.dropPending()
        await takes(gwei)
        for (let turn = 0; turn < 3; turn++) {
          await adapter.carry(turn * minute)
          expect(await waiting()).not.toContain(unwanted)
        }
        await until(async () => {
          await adapter.carry()
          await devnet.mine(3)
          return cancel(adapter, operationId)
        }, ({ _tag }) => _tag === "Absent")
        expect(await stage.moved()).toBe(0)
        expect(await adapter.deliver(stage.delivery({ operationId }))).toMatchObject({
          _tag: "Refused",
          reason: { code: "cancelled" }
        })
      })()
  )
})

describe("a spend whose deadline has passed while its bid is at the ceiling", () => {
  it(
    "is not sent again",
    staged(async (stage) => {
      await takes(10n * gwei)
      await devnet.automine(false)
      const adapter = stage.open(atTheCeiling)
      const spend = await adapter.sign(stage.order({ sendBefore: Date.now() + minute }))
      await adapter.submit(spend)
      const unwanted = await first(stage, spend.operationId)
      await devnet.dropPending()
      await takes(gwei)
      await adapter.carry(2 * minute)
      expect(await waiting()).not.toContain(unwanted)
      await until(async () => {
        await adapter.carry(2 * minute)
        await devnet.mine(3)
        return adapter.lookUp(spend.operationId)
      }, ({ _tag }) => _tag === "Refused")
      expect(await stage.moved()).toBe(0)
    })
  )

  it(
    "does not go out before another movement's, either",
    staged(async (stage) => {
      await devnet.automine(false)
      const adapter = stage.open({ patienceMs: 0 })
      const spend = await adapter.sign(stage.order({ sendBefore: Date.now() + 1_500 }))
      await adapter.submit(spend)
      const unwanted = await first(stage, spend.operationId)
      await devnet.dropPending()
      const order = stage.delivery()
      await adapter.deliver(order)
      await new Promise((resolve) => setTimeout(resolve, 1_600))
      await adapter.deliver(order)
      expect(await waiting()).not.toContain(unwanted)
    })
  )
})

describe("what is withdrawn before anything of it was sent", () => {
  it(
    "is on record, so that no process sends it afterwards",
    staged(async (stage) => {
      const adapter = stage.open()
      const order = stage.delivery()
      expect(await cancel(adapter, order.operationId)).toEqual({ _tag: "Absent" })
      expect(await stage.open().deliver(order)).toMatchObject({ _tag: "Refused", reason: { code: "cancelled" } })
      const spend = await adapter.sign(stage.order())
      expect(await cancel(adapter, spend.operationId)).toEqual({ _tag: "Absent" })
      expect(await stage.open().submit(spend)).toMatchObject({ _tag: "Refused", reason: { code: "cancelled" } })
      expect(await cancel(adapter, order.operationId)).toEqual({ _tag: "Absent" })
      expect(await stage.carriers()).toBe(0)
    })
  )

  it(
    "is not begun by who was about to sign it",
    staged(async (stage) => {
      const real = signerOf(stage.keys.treasury)
      const [asked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const slow = stage.open({
        patienceMs: 0,
        treasury: {
          ...real,
          sign: (digest, purpose) =>
            Effect.andThen(
              Effect.promise(() => {
                asked.resolve()
                return over.promise
              }),
              real.sign(digest, purpose)
            )
        }
      })
      const order = stage.delivery()
      const late = slow.deliver(order)
      await asked.promise
      expect(await cancel(stage.open(), order.operationId)).toEqual({ _tag: "Absent" })
      over.resolve()
      await late
      expect(await stage.carriers()).toBe(0)
    })
  )

  it(
    "has no further attempt once it was reverted",
    staged(async (stage) => {
      const { open, token } = stage
      const adapter = open({ patienceMs: 0 })
      const order = stage.delivery()
      await devnet.automine(false)
      await adapter.deliver(order)
      await token.becomes("paused")
      await devnet.automine(true)
      await devnet.mine(3)
      await adapter.carry()
      await token.becomes("honest")
      expect(await cancel(adapter, order.operationId)).toEqual({ _tag: "Absent" })
      expect(await open().deliver(order)).toMatchObject({ _tag: "Refused", reason: { code: "cancelled" } })
      expect(await stage.moved()).toBe(0)
    })
  )
})

describe("nodes that are away", () => {
  it(
    "keep nothing from being withdrawn: it is on record",
    staged(async (stage) => {
      await devnet.automine(false)
      const { everywhere, mend } = stage
      const order = stage.delivery()
      const adapter = stage.open({ patienceMs: 0 })
      await adapter.deliver(order)
      const unwanted = await first(stage, order.operationId)
      await devnet.dropPending()
      everywhere((line) => line.always("*", "cut"))
      expect(await cancel(adapter, order.operationId)).toMatchObject({ _tag: "Unknown" })
      mend()
      await adapter.carry(minute)
      await adapter.deliver(order)
      expect(await waiting()).not.toContain(unwanted)
    })
  )
})

describe("a signer that is away", () => {
  it(
    "keeps nothing from being withdrawn: it is released once the signer is back",
    staged(async (stage) => {
      await devnet.automine(false)
      const order = stage.delivery()
      await stage.open({ patienceMs: 0 }).deliver(order)
      const unwanted = await first(stage, order.operationId)
      const { publicKey } = signerOf(stage.keys.treasury)
      const away = stage.open({
        patienceMs: 0,
        treasury: { publicKey, sign: () => Effect.fail(new SignerAway({ reason: "the module is away" })) }
      })
      expect(await cancel(away, order.operationId)).toMatchObject({ _tag: "Unknown" })
      await devnet.dropPending()
      const adapter = stage.open({ patienceMs: 0 })
      await adapter.carry(minute)
      expect(await waiting()).not.toContain(unwanted)
      await devnet.automine(true)
      await until(async () => {
        const found = await cancel(adapter, order.operationId)
        await devnet.mine(3)
        return found
      }, ({ _tag }) => _tag === "Absent")
      expect(await stage.moved()).toBe(0)
    })
  )
})
