// Floats against their marks: one that falls below its low mark is put before a person once, and again only after it was filled.
import { Context, Effect, Option } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { englishReview, plainNaming } from "../../../../core/base/reason/english-reviews.ts"
import { isoInstant } from "../../../../core/base/time/instant.ts"
import { FloatWatches } from "../../../../core/reports/books/float-watch.ts"
import { watchFloats } from "../../../../core/reports/books/watch-floats.ts"
import type { Network } from "../../../../core/standards/address/network.ts"
import { Chain, ChainUnavailable, type Float } from "../../../../core/ports/chain.ts"
import { type FloatMark, FloatMarks } from "../../../../core/ports/float-marks.ts"
import { get, list } from "../../../../core/engine/store/records.ts"
import { Reviews } from "../../../../core/engine/review/review.ts"
import { planes } from "../../../support/planes.ts"
import { World } from "../../../support/world.ts"

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

const minute = 60_000
const marks: ReadonlyArray<FloatMark> = [
  { network: "base", what: "USDC", low: 50_000_000n, high: 900_000_000n },
  { network: "base", what: "ETH", low: 10n ** 17n },
  { network: "tron", what: "TRX", low: 100_000_000n }
]

const opened = async (given: ReadonlyArray<FloatMark> = marks) => {
  const held = {
    usdc: 60_000_000n,
    eth: 2n * 10n ** 17n,
    isTronAway: false,
    feesTrx: 99_999_999n,
    treasuryTrx: 99_999_999n
  }
  const floats = (network: Network) =>
    Effect.suspend((): Effect.Effect<ReadonlyArray<Float>, ChainUnavailable> => {
      if (network === "tron") {
        return held.isTronAway
          ? Effect.fail(new ChainUnavailable({ reason: "no node answers" }))
          : Effect.succeed([
            { network, what: "TRX", units: held.feesTrx, role: "fuel" },
            { network, what: "TRX", units: held.treasuryTrx, role: "fuel" }
          ])
      }
      return Effect.succeed([
        { network, what: "USDC", units: held.usdc, role: "treasury" },
        { network, what: "ETH", units: held.eth, role: "fuel" },
        { network: "polygon", what: "USDC", units: 0n, role: "treasury" }
      ])
    })
  const by = await World.open(planes.memory, (services) =>
    services.pipe(
      Context.add(Chain, { ...Context.get(services, Chain), floats }),
      Context.add(FloatMarks, given)
    ))
  world = by
  return {
    held,
    look: () => by.run(watchFloats()),
    pass: (ms: number) => by.advance(ms),
    levels: async () =>
      Option.getOrThrow(await by.run(get(FloatWatches, "floats"))).value.floats.map(({ level, network, what }) =>
        `${what}@${network} ${level}`
      ),
    states: async () =>
      (await by.run(list(Reviews, "all", "all", { limit: 9 }))).map(({ value }) => value.state).toReversed(),
    reviews: async () =>
      (await by.run(list(Reviews, "all", "all", { before: 10n ** 15n, limit: 9 }))).map(({ value }) =>
        [value.subject, ...englishReview(value.reason, plainNaming(isoInstant))].join(": ")
      )
  }
}

const low = (what: string, of: string, evidence: string) =>
  `float/${what}: the float is below its low mark of ${of}: ${evidence}`

describe("floats with marks", () => {
  it("are put before a person when they fall below the low mark, and again after they were filled", async () => {
    const { held, levels, look, pass, reviews, states } = await opened(marks.slice(0, 2))
    expect(await look()).toEqual({ _tag: "Again", inMs: minute, problem: null })
    expect(await levels()).toEqual(["USDC@base enough", "ETH@base enough"])
    expect(await reviews()).toEqual([])
    held.usdc = 49_999_999n
    pass(minute)
    await look()
    pass(minute)
    await look()
    expect(await levels()).toEqual(["USDC@base low", "ETH@base enough"])
    const once = low("USDC@base", "50 USDC", "49.999999 USDC can be spent on base")
    expect(await reviews()).toEqual([once])
    expect(await states()).toEqual(["OPEN"])
    held.usdc = 50_000_000n
    pass(minute)
    await look()
    expect(await levels()).toEqual(["USDC@base enough", "ETH@base enough"])
    expect(await states()).toEqual(["SOLVED"])
    held.usdc = 0n
    held.eth = 1n
    pass(minute)
    await look()
    expect((await reviews()).toSorted()).toEqual([
      low("ETH@base", "0.1 ETH", "0.000000000000000001 ETH can be spent on base"),
      once,
      low("USDC@base", "50 USDC", "0 USDC can be spent on base")
    ].toSorted())
  })

  it("are high above the high mark, which is nothing to be put before a person", async () => {
    const { held, levels, look, reviews } = await opened(marks.slice(0, 1))
    held.usdc = 900_000_001n
    await look()
    expect(await levels()).toEqual(["USDC@base high"])
    expect(await reviews()).toEqual([])
  })

  it("that are high already are put before a person once they can be swept, once until they fall", async () => {
    const sweepTo = "0x52908400098527886E0F7030069857D2E4169EE7"
    const [mark] = marks
    if (mark === undefined) throw new Error("no mark")
    const given = [mark]
    const { held, levels, look, pass, reviews } = await opened(given)
    const lookWith = async (next: FloatMark) => {
      given[0] = next
      pass(minute)
      await look()
    }
    held.usdc = 900_000_001n
    await look()
    expect(await reviews()).toEqual([])
    const once =
      `float/USDC@base: the float is above its high mark of 900 USDC: 900.000001 USDC can be spent on base; 0.000001 above it can be swept to ${sweepTo}`
    await lookWith({ ...mark, sweepTo })
    await lookWith({ ...mark, sweepTo })
    expect(await reviews()).toEqual([once])
    await lookWith(mark)
    await lookWith({ ...mark, sweepTo })
    expect(await reviews()).toEqual([once])
    held.usdc = 900_000_000n
    await lookWith({ ...mark, sweepTo })
    expect(await levels()).toEqual(["USDC@base enough"])
    held.usdc = 900_000_001n
    await lookWith({ ...mark, sweepTo })
    expect(await reviews()).toEqual([once, once])
  })

  it("stay as they were seen while their network is away, and keep no other from being looked at", async () => {
    const { held, levels, look, pass, reviews } = await opened()
    await look()
    expect(await levels()).toEqual(["USDC@base enough", "ETH@base enough", "TRX@tron low"])
    held.isTronAway = true
    held.usdc = 1n
    pass(minute)
    expect(await look()).toEqual({
      _tag: "Again",
      inMs: minute,
      problem: { code: "networksUnread", networks: [{ network: "tron", says: "no node answers" }] }
    })
    expect(await levels()).toEqual(["USDC@base low", "ETH@base enough", "TRX@tron low"])
    expect(await reviews()).toHaveLength(2)
  })

  it("of one coin in two accounts are as the account that has less", async () => {
    const { held, levels, look, pass, reviews } = await opened(marks.slice(2))
    await look()
    expect(await levels()).toEqual(["TRX@tron low"])
    expect(await reviews()).toEqual([low("TRX@tron", "100 TRX", "99.999999 TRX can be spent on tron")])
    held.treasuryTrx = 10n ** 10n
    pass(minute)
    await look()
    expect(await levels()).toEqual(["TRX@tron low"])
    held.feesTrx = 10n ** 10n
    held.treasuryTrx = 0n
    pass(minute)
    await look()
    expect(await levels()).toEqual(["TRX@tron low"])
    held.treasuryTrx = 10n ** 8n
    pass(minute)
    await look()
    expect(await levels()).toEqual(["TRX@tron enough"])
  })

  it("are looked at once an hour where there are none", async () => {
    const { look } = await opened([])
    expect(await look()).toEqual({ _tag: "Again", inMs: 60 * minute, problem: null })
  })
})
