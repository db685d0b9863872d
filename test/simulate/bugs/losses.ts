// Bugs of a service that believes "never heard of it" from where it cannot be known: a store that lost commits, or an account that was
// not asked.
import type { Bug } from "../bug.ts"

const elsewhere = { profile: "elsewhere" } as const
const restored = { profile: "restored", storiesPerDay: 120 } as const
const outside = "core/payments/movement/outside.ts"
const generation = "core/engine/store/generation.ts"
const swap = "core/payments/swap/advance-swap.ts"

const anyAccount = {
  file: "core/payments/movement/perform-movement.ts",
  find: "via === null || via === account ? account",
  replace: "via === null || account !== \"\" ? account"
} as const
const behindUnnoticed = {
  file: generation,
  find: "if (count !== undefined && count > (pulse ?? 0)) return \"behind\"",
  replace: ""
} as const

const accounts: ReadonlyArray<Bug> = [
  {
    name: "any-account-is-believed",
    about: "what one account was asked for is looked up at whichever is configured, and sent there again",
    file: "core/payments/movement/asked.ts",
    find: "Effect.map((account) => account !== via)",
    replace: "Effect.map((account) => account === via && false)",
    also: [anyAccount],
    invariants: ["one-account"],
    hunt: { ...elsewhere, only: ["ask-payout"] }
  },
  {
    name: "returned-by-any-account",
    about: "a PIX is returned by whichever account is configured",
    ...anyAccount,
    invariants: ["one-account"],
    hunt: { ...elsewhere, only: ["ask-deposit"] }
  },
  {
    name: "surplus-without-account",
    about: "the return of a surplus does not name the account of its charge",
    file: "core/payments/deposit/decide-deposit.ts",
    find: "via: before.via, at: now }",
    replace: "at: now }",
    invariants: ["one-account"],
    hunt: { ...elsewhere, only: ["ask-deposit"] }
  },
  {
    name: "other-accounts-unnoticed",
    about: "what is open at an account that is not configured any more is before no person",
    file: "core/inbox/watch-accounts.ts",
    find: "if (via === null || configured.has(via)) return",
    replace: "if (via === null || configured.size > 0) return",
    invariants: ["other-accounts-reviewed"],
    hunt: elsewhere
  }
]

const restores: ReadonlyArray<Bug> = [
  {
    name: "restore-unnoticed",
    about: "a store that is behind its witness goes on as if nothing was lost",
    ...behindUnnoticed,
    invariants: ["sent-once", "outflows-explained"],
    // A fail-over is noticed all the same.
    hunt: { ...restored, only: ["ask-transfer"], without: ["commitsLost"] }
  },
  {
    name: "fail-over-unnoticed",
    about: "a store in another place goes on as if nothing was lost",
    file: generation,
    find: "place !== before.place && !losesNothing ? \"otherPlace\" : undefined",
    replace: "undefined",
    also: [behindUnnoticed],
    invariants: ["sent-once", "outflows-explained"],
    hunt: { ...restored, only: ["ask-transfer"] }
  },
  {
    name: "second-restore-forgets-the-first",
    about: "a second restore looks no further back than its own backup",
    file: generation,
    find: ": Math.min(before.since, until)",
    replace: ": until",
    invariants: ["sent-once", "outflows-explained"],
    hunt: { ...restored, only: ["ask-transfer"] }
  },
  {
    name: "like-not-looked-for",
    about: "where the chain shows no ids of ours, a delivery like one that left is sent again",
    file: outside,
    find: "isTold ? free : yield* alike(movement, flows, taken)",
    replace: "free",
    invariants: ["sent-once"],
    hunt: { ...restored, only: ["ask-deposit"] }
  },
  {
    name: "signed-anew-and-sent",
    about:
      "what a wallet signs for an order that its client repeats is sent although the wallet paid it before the restore",
    file: outside,
    find: "return order.kind === \"spend\" && !isNoRepetition(movement, taken)",
    replace: "return order.kind === \"spend\" && movement.id === \"\"",
    invariants: ["sent-once"],
    hunt: { ...restored, only: ["ask-transfer"] }
  },
  {
    name: "swap-begun-again",
    about: "a swap from before a restore sends its first leg again",
    file: swap,
    find: "fact.leg === 0 ? yield* outsideOf(planned(wanted), false) : undefined",
    replace: "fact.leg === 0 && subject === \"\" ? yield* outsideOf(planned(wanted), false) : undefined",
    invariants: ["sent-once"],
    hunt: { ...restored, only: ["ask-swap"] }
  },
  {
    name: "outflows-unexplained",
    about: "what left a treasury and no movement explains is before no person",
    file: "core/inbox/explain-outflows.ts",
    find: "if (!flow.isDone || isOpen) continue",
    replace: "if (flow.isDone || isOpen) continue",
    invariants: ["outflows-explained"],
    hunt: { ...restored, only: ["ask-payout"] }
  }
]

export const lossBugs: ReadonlyArray<Bug> = [...accounts, ...restores]
