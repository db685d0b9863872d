// A kind of records that lacks a part must not compile: these tests fail in `tsc`, not in the runner.
import { Schema } from "effect"
import { describe, expectTypeOf, it } from "vitest"
import { living, still } from "../../core/engine/resource/explanation.ts"
import { none } from "../../core/engine/resource/none.ts"
import { resource } from "../../core/engine/resource/resource.ts"
import { sealedTexts } from "../../core/engine/resource/sealed-texts.ts"
import { recordKind } from "../../core/engine/store/records.ts"
import type { SubjectKind } from "../../core/payments/movement/movement.ts"
import { paymentResource } from "../../core/payments/movement/outcomes.ts"
import { transferStates } from "../../core/payments/transfer/transfer.states.ts"
import type { KindsWith } from "../../core/resources.ts"
import type { LifecycleWords } from "../../hosts/http/api/dashboard/vocabulary.ts"

const Voucher = Schema.Struct({ id: Schema.String, owner: Schema.String, code: Schema.String })
const Vouchers = recordKind({
  kind: "voucher",
  schema: Voucher,
  personal: { holds: "a code" },
  lists: { byCode: ({ code }: typeof Voucher.Type) => code }
})

const parts = {
  explanation: still,
  browsable: none,
  statement: none,
  booked: none,
  sealed: none,
  isAnnounced: true,
  isInner: false
} as const

describe("a kind of records", () => {
  it("compiles with all its parts, and keeps which of them it has", () => {
    const voucher = resource(Vouchers, parts)
    expectTypeOf<typeof voucher.browsable>().toEqualTypeOf<"none">()
  })

  it("does not compile without one of them", () => {
    const { explanation: _, ...unexplained } = parts
    // @ts-expect-error nobody can explain it
    resource(Vouchers, unexplained)
    const { browsable: _1, ...unlisted } = parts
    // @ts-expect-error whether it is looked through
    resource(Vouchers, unlisted)
    const { statement: _2, ...unstated } = parts
    // @ts-expect-error whether statements have it
    resource(Vouchers, unstated)
    const { booked: _3, ...unbooked } = parts
    // @ts-expect-error what the books say of it
    resource(Vouchers, unbooked)
    const { sealed: _4, ...unsealed } = parts
    // @ts-expect-error what it holds sealed
    resource(Vouchers, unsealed)
    const { isAnnounced: _5, ...silent } = parts
    // @ts-expect-error whether pages are told of it
    resource(Vouchers, silent)
    const { isInner: _6, ...open } = parts
    // @ts-expect-error who may read it
    resource(Vouchers, open)
    // @ts-expect-error who takes the outcomes of its movements
    paymentResource(Vouchers, parts)
  })

  it("does not compile with a list that it is not in", () => {
    // @ts-expect-error no such list
    sealedTexts(Vouchers, ["sealedBy"], (value) => value)
  })
})

describe("names of kinds", () => {
  it("follow from their parts", () => {
    expectTypeOf<"deposit" | "swap" | "dispute">().toExtend<KindsWith<"browsable">>()
    expectTypeOf<"movement">().not.toExtend<KindsWith<"browsable">>()
    expectTypeOf<SubjectKind>().toExtend<KindsWith<"explanation">>()
    expectTypeOf<"answer">().not.toExtend<KindsWith<"explanation">>()
  })

  it("need a word for each trigger of a lifecycle and no other", () => {
    const explained = living(Vouchers, transferStates, () => "SUBMITTED", () => [])
    expectTypeOf<keyof typeof explained.lifecycle.triggers>().toEqualTypeOf<"moved" | "refused" | "doubted">()
    expectTypeOf<keyof LifecycleWords["transfer"]["triggers"]>().toEqualTypeOf<"moved" | "refused" | "doubted">()
    expectTypeOf<"movement">().toExtend<keyof LifecycleWords>()
    expectTypeOf<"review">().not.toExtend<keyof LifecycleWords>()
  })
})
