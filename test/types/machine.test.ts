// A table that names what does not exist must not compile: these tests fail in `tsc`, not in the runner.
import { describe, expectTypeOf, it } from "vitest"
import { defineMachine, step } from "../../core/engine/machine/machine.ts"
import { depositStates } from "../../core/payments/deposit/deposit.states.ts"
import type { DepositEvent, DepositState, DepositTrigger } from "../../core/payments/deposit/deposit.states.ts"

const machine = defineMachine<{ readonly volts: number }, "powerUsed", "LIT", "cool">()

const lamp = {
  name: "lamp",
  initial: "OFF",
  terminal: ["ON"],
  states: { OFF: "DARK", ON: "LIGHT" },
  triggers: { pressed: "the button was pressed" },
  guards: { enough: ({ volts }: { readonly volts: number }) => volts > 200 },
  otherwise: { pressed: { ignore: ["ON"], reject: ["OFF"] } }
} as const

describe("a table compiles when every name exists", () => {
  it("and keeps its names in its type", () => {
    const sound = machine({
      ...lamp,
      rows: [{
        from: ["OFF"],
        on: "pressed",
        when: "enough",
        to: "ON",
        post: ["powerUsed"],
        emit: ["LIT"],
        ask: ["cool"],
        spec: "1"
      }]
    })
    expectTypeOf(step(sound, "OFF", "pressed", { volts: 1 })).toExtend<{ readonly _tag: string }>()
    expectTypeOf<keyof typeof sound.states>().toEqualTypeOf<"OFF" | "ON">()
    // @ts-expect-error no such state
    void (() => step(sound, "OF", "pressed", { volts: 1 }))
    // @ts-expect-error no such trigger
    void (() => step(sound, "OFF", "presed", { volts: 1 }))
    // @ts-expect-error the guards need their facts
    void (() => step(sound, "OFF", "pressed", {}))
  })
})

describe("a misspelt name does not compile", () => {
  it("in a row", () => {
    // @ts-expect-error the state that it leads to
    machine({ ...lamp, rows: [{ from: ["OFF"], on: "pressed", to: "ONN", spec: "1" }] })
    // @ts-expect-error the state that it leaves
    machine({ ...lamp, rows: [{ from: ["OF"], on: "pressed", to: "ON", spec: "1" }] })
    // @ts-expect-error the trigger
    machine({ ...lamp, rows: [{ from: ["OFF"], on: "presed", to: "ON", spec: "1" }] })
    // @ts-expect-error the guard
    machine({ ...lamp, rows: [{ from: ["OFF"], on: "pressed", when: "enuf", to: "ON", spec: "1" }] })
    // @ts-expect-error the template
    machine({ ...lamp, rows: [{ from: ["OFF"], on: "pressed", to: "ON", post: ["powerUsd"], spec: "1" }] })
    // @ts-expect-error the event
    machine({ ...lamp, rows: [{ from: ["OFF"], on: "pressed", to: "ON", emit: ["LITT"], spec: "1" }] })
    // @ts-expect-error the job
    machine({ ...lamp, rows: [{ from: ["OFF"], on: "pressed", to: "ON", ask: ["cold"], spec: "1" }] })
    // @ts-expect-error a row cites what it follows
    machine({ ...lamp, rows: [{ from: ["OFF"], on: "pressed", to: "ON" }] })
  })

  it("in the first and the last states", () => {
    // @ts-expect-error the first state
    machine({ ...lamp, initial: "OF", rows: [] })
    // @ts-expect-error a terminal state
    machine({ ...lamp, terminal: ["OFFF"], rows: [] })
  })

  it("in what happens otherwise, and no trigger can be left out", () => {
    // @ts-expect-error a trigger is missing
    machine({ ...lamp, otherwise: {}, rows: [] })
    // @ts-expect-error no such state
    machine({ ...lamp, otherwise: { pressed: { ignore: ["OF"] } }, rows: [] })
    // @ts-expect-error a list says what does not exist
    machine({ ...lamp, otherwise: { pressed: { refuse: ["OFF"] } }, rows: [] })
  })
})

describe("the table of deposits", () => {
  it("gives the names of the interface", () => {
    expectTypeOf<DepositState>().toEqualTypeOf<
      "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "EXPIRED" | "REFUNDED"
    >()
    expectTypeOf<DepositTrigger>().toEqualTypeOf<
      | "pixSettled"
      | "chargeExpired"
      | "delivered"
      | "deliveryRefused"
      | "deliveryUnknown"
      | "returnConfirmed"
      | "returnRefused"
      | "restDeliveryOrdered"
      | "restReturnOrdered"
      | "returnOverdue"
    >()
    expectTypeOf<DepositEvent>().toEqualTypeOf<
      "DEPOSIT_ASSET_SUCCESS" | "DEPOSIT_ASSET_FAILED" | "DEPOSIT_ASSET_REFUNDED"
    >()
    expectTypeOf(depositStates.rows[0]).not.toBeAny()
  })
})
