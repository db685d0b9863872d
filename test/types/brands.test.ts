// Brands that look alike at run time must not mix at compile time: these tests fail in `tsc`, not in the runner.
import { describe, expectTypeOf, it } from "vitest"
import type { AssetCode } from "../../core/base/money/assets.ts"
import { type Rate, assetForCents, pegRate, rateFromDecimal } from "../../core/base/money/rate.ts"
import {
  type Cents,
  type Sats,
  type Units,
  add,
  compare,
  min,
  subtract,
  unitsUnsafe
} from "../../core/base/money/units.ts"
import type { EndToEndId, ReturnId } from "../../core/standards/pix/end-to-end-id.ts"
import type { Cnpj, Cpf, TaxId } from "../../core/standards/pix/tax-id.ts"

const cents = unitsUnsafe("BRL", 1n)
const sats = unitsUnsafe("BTC", 1n)

describe("amounts", () => {
  it("carry their asset", () => {
    expectTypeOf(cents).toEqualTypeOf<Cents>()
    expectTypeOf(sats).toEqualTypeOf<Sats>()
    expectTypeOf<Cents>().not.toExtend<Sats>()
    expectTypeOf<Units<"USDT">>().not.toExtend<Units<"USDC">>()
    expectTypeOf<Cents>().toExtend<Units<AssetCode>>()
    expectTypeOf<Units<AssetCode>>().not.toExtend<Cents>()
  })

  it("are not plain numbers", () => {
    expectTypeOf<bigint>().not.toExtend<Cents>()
    expectTypeOf<number>().not.toExtend<Cents>()
    expectTypeOf<Cents>().toExtend<bigint>()
  })

  it("of two assets do not add, subtract or compare", () => {
    // @ts-expect-error reais and satoshis
    add(cents, sats)
    // @ts-expect-error reais and satoshis
    subtract(cents, sats)
    // @ts-expect-error reais and satoshis
    compare(cents, sats)
    // @ts-expect-error reais and satoshis
    min(cents, sats)
    // @ts-expect-error a number that never passed a check
    add(cents, 1n)
  })

  it("may be missing after a subtraction", () => {
    expectTypeOf(subtract(cents, cents)).toEqualTypeOf<Cents | undefined>()
  })
})

describe("rates", () => {
  it("give the asset they are of", () => {
    expectTypeOf(assetForCents(pegRate("BRLA"), cents)).toEqualTypeOf<Units<"BRLA">>()
    expectTypeOf<Rate<"USDT">>().toExtend<Rate>()
    expectTypeOf<Rate<"USDT">>().not.toExtend<Rate<"BTC">>()
    expectTypeOf(rateFromDecimal("USDT", "5", "table", 0)).not.toBeAny()
  })

  it("take cents, and a peg only where there is one", () => {
    // @ts-expect-error satoshis are no cents
    assetForCents(pegRate("BRLA"), sats)
    // @ts-expect-error USDT is not pegged to the real
    pegRate("USDT")
  })
})

describe("PIX ids", () => {
  it("do not mix", () => {
    expectTypeOf<EndToEndId>().not.toExtend<ReturnId>()
    expectTypeOf<ReturnId>().not.toExtend<EndToEndId>()
    expectTypeOf<Cpf>().not.toExtend<Cnpj>()
    expectTypeOf<Cpf>().toExtend<TaxId>()
    expectTypeOf<string>().not.toExtend<TaxId>()
    expectTypeOf<string>().not.toExtend<EndToEndId>()
  })
})
