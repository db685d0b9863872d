// Whoever makes an id of something that belongs to an account has to name the account: these tests fail in `tsc`.
import type { Effect } from "effect"
import { describe, expectTypeOf, it } from "vitest"
import { type Id, derivedId } from "../../core/base/ids/ids.ts"
import type { NextId } from "../../core/engine/store/ids.ts"

declare const next: NextId

describe("ids", () => {
  it("of an account are made without another id", () => {
    expectTypeOf(() => next("acc")).returns.toEqualTypeOf<Effect.Effect<Id<"acc">>>()
    // @ts-expect-error an account belongs to no one else
    const odd = () => next("acc", "acc_3f")
    expectTypeOf(odd).toBeFunction()
  })

  it("of what belongs to an account are made with an id of it", () => {
    expectTypeOf(() => next("dep", "acc_3f")).toBeFunction()
    // @ts-expect-error the account is missing
    const forgotten = () => next("dep")
    expectTypeOf(forgotten).toBeFunction()
    // @ts-expect-error the account is missing
    const derived = () => derivedId("evt", "seed")
    expectTypeOf(derived).toBeFunction()
  })
})
