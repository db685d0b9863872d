// The table of assets and the bounds, arithmetic and stored forms of amounts.
import { Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { assetCodes, assets, decimalsOf, isBrlPegged } from "../../../../core/base/money/assets.ts"
import {
  CentsFromNumber,
  UnitsSchema,
  add,
  compare,
  min,
  subtract,
  units,
  unitsUnsafe,
  zero
} from "../../../../core/base/money/units.ts"

const cents = (value: bigint) => unitsUnsafe("BRL", value)

describe("assets", () => {
  it("has the decimals of the specification", () => {
    const decimals = Object.fromEntries(assetCodes.map((code) => [code, decimalsOf(code)]))
    expect(decimals).toEqual({
      BRL: 2,
      BRLA: 18,
      BRLH: 18,
      BRS: 6,
      DEPIX: 8,
      USDT: 6,
      USDC: 6,
      USDCE: 6,
      USDB: 6,
      USDH: 6,
      BTC: 8,
      LBTC: 8
    })
  })

  it("names each row by its code", () => {
    for (const code of assetCodes) expect(assets[code].code).toBe(code)
  })

  it("knows the BRL-pegged assets §pegs", () => {
    expect(assetCodes.filter(isBrlPegged)).toEqual(["BRL", "BRLA", "BRLH", "BRS", "DEPIX"])
  })

  it("holds the largest BRL amount one to one in every BRL-pegged asset", () => {
    for (const code of assetCodes.filter(isBrlPegged)) {
      expect(assets[code].maxUnits).toBe(assets.BRL.maxUnits * 10n ** BigInt(decimalsOf(code) - 2))
    }
  })
})

describe("units", () => {
  it("accepts zero and the bound", () => {
    for (const code of assetCodes) {
      expect(Result.getOrThrow(units(code, 0n))).toBe(0n)
      expect(Result.getOrThrow(units(code, assets[code].maxUnits))).toBe(assets[code].maxUnits)
    }
  })

  it("refuses less than zero and more than the bound", () => {
    for (const code of assetCodes) {
      expect(Result.getOrThrow(Result.flip(units(code, -1n)))).toEqual({ reason: "negative", asset: code })
      expect(Result.getOrThrow(Result.flip(units(code, assets[code].maxUnits + 1n)))).toEqual({
        reason: "aboveBound",
        asset: code
      })
    }
  })

  it("throws on a wrong constant", () => {
    expect(() => unitsUnsafe("BRL", -1n)).toThrow(RangeError)
    expect(() => unitsUnsafe("BTC", 10n ** 30n)).toThrow("BTC: aboveBound")
  })
})

describe("arithmetic", () => {
  it("adds and subtracts", () => {
    expect(add(cents(150n), cents(125n))).toBe(275n)
    expect(subtract(cents(150n), cents(150n))).toBe(0n)
  })

  it("has no amount below zero", () => {
    expect(subtract(cents(1n), cents(2n))).toBeUndefined()
  })

  it("orders", () => {
    expect([compare(cents(1n), cents(2n)), compare(cents(2n), cents(2n)), compare(cents(3n), cents(2n))])
      .toEqual([-1, 0, 1])
    expect(min(cents(1n), cents(2n))).toBe(1n)
    expect(min(cents(2n), zero("BRL"))).toBe(0n)
  })
})

describe("UnitsSchema", () => {
  const decode = Schema.decodeUnknownResult(UnitsSchema("BRLA"))
  const encode = Schema.encodeUnknownResult(UnitsSchema("BRLA"))

  it("stores as a decimal integer string §exact-money", () => {
    expect(Result.getOrThrow(encode(3_000_000_000_000_000_000_000n))).toBe("3000000000000000000000")
    expect(Result.getOrThrow(decode("3000000000000000000000"))).toBe(3_000_000_000_000_000_000_000n)
  })

  it.each(["", "-1", "+1", "01", "1.0", "1e3", " 1", "0x1", "1n", 1, 1n, null, "1".padEnd(32, "0") + "1"])(
    "refuses %s",
    (input) => {
      expect(Result.isFailure(decode(input))).toBe(true)
    }
  )

  it("does not store an amount out of bounds", () => {
    expect(Result.isFailure(encode(-1n))).toBe(true)
    expect(Result.isFailure(encode(assets.BRLA.maxUnits + 1n))).toBe(true)
  })
})

describe("CentsFromNumber", () => {
  const decode = Schema.decodeUnknownResult(CentsFromNumber)

  it("reads and writes a JSON integer", () => {
    expect(Result.getOrThrow(decode(5000))).toBe(5000n)
    expect(Schema.encodeSync(CentsFromNumber)(cents(5000n))).toBe(5000)
    expect(Result.getOrThrow(decode(1_000_000_000_000_000))).toBe(10n ** 15n)
  })

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 10 ** 15 + 1, "1", null, true])(
    "refuses %s",
    (input) => {
      expect(Result.isFailure(decode(input))).toBe(true)
    }
  )
})
