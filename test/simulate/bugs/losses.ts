// Bugs of a service that believes "never heard of it" from where it cannot be known: a store that lost commits, or an account that was
// not asked.
import type { Bug } from "../bug.ts"

const elsewhere = { profile: "elsewhere" } as const
const restored = { profile: "restored" } as const
const perform = "core/payments/movement/perform-movement.ts"
const outside = "core/payments/movement/outside.ts"

const accounts: ReadonlyArray<Bug> = [
  {
    name: "any-account-is-believed",
    about: "what one account was asked for is looked up at whichever is configured, and sent there again",
    file: "core/payments/movement/asked.ts",
    find: "Effect.map((account) => account !== via)",
    replace: "Effect.map((account) => account === via && false)",
    also: [{ file: perform, find: "&& before.value.via !== account", replace: "&& account === \"\"" }],
    invariants: ["one-account"],
    hunt: { ...elsewhere, only: ["ask-payout"] }
  }
]

const restores: ReadonlyArray<Bug> = [
  {
    name: "chain-not-looked-at",
    about: "a delivery that the chain shows by our id is sent again",
    file: outside,
    find: "flows.find((flow: Outflow) => flow.mark === mark)",
    replace: "flows.find((flow: Outflow) => flow.mark === `${mark}?`)",
    invariants: ["sent-once"],
    hunt: { ...restored, only: ["ask-deposit"] }
  },
  {
    name: "swap-begun-again",
    about: "a swap from before a restore sends its first leg again",
    file: "core/payments/swap/advance-swap.ts",
    find: "if (yield* mayBeOld(swap)) return",
    replace: "if (swap.id === \"\") return",
    invariants: ["sent-once"],
    hunt: { ...restored, only: ["ask-swap"] }
  }
]

export const lossBugs: ReadonlyArray<Bug> = [...accounts, ...restores]
