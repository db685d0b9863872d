// Bugs of wallets: the PIN and its lock, the books that follow the chain, transfers.
import type { Bug } from "../bug.ts"

const pins = { only: ["ask-other-payout"], storiesPerDay: 40, profile: "calm" } as const
const transfers = { only: ["ask-transfer"] } as const

export const walletBugs: ReadonlyArray<Bug> = [
  {
    name: "pin-counted-after-the-check",
    about: "an attempt on a PIN is counted after it was checked, so that many at once are all checked",
    file: "core/customers/wallet/unlock-wallet.ts",
    find: "  const number = yield* count(wallet)\n  const result = yield* Effect.result(check)",
    replace: "  const result = yield* Effect.result(check)\n  const number = yield* count(wallet)",
    invariants: ["pin-lockout-exact"],
    hunt: pins
  },
  {
    name: "pin-lock-too-short",
    about: "a locked wallet opens after eighteen hours",
    file: "core/base/limits/limits.ts",
    find: "pinLockMs: day,",
    replace: "pinLockMs: 18 * hour,",
    invariants: ["pin-lockout-exact"],
    hunt: pins
  },
  {
    name: "pin-lock-too-long",
    about: "a locked wallet stays locked for two days",
    file: "core/base/limits/limits.ts",
    find: "pinLockMs: day,",
    replace: "pinLockMs: 2 * day,",
    invariants: ["pin-lockout-exact"],
    hunt: pins
  },
  {
    name: "pin-tried-four-times",
    about: "a wallet is locked by the fourth wrong PIN: `>` for `>=`",
    file: "core/customers/wallet/unlock-wallet.ts",
    find: "const third = counted[limits.pinAttempts - 1]",
    replace: "const third = counted[limits.pinAttempts]",
    invariants: ["pin-lockout-exact"],
    hunt: pins
  },
  {
    name: "pin-right-forgives-nothing",
    about: "a right PIN leaves the wrong ones before it counting",
    file: "core/customers/wallet/unlock-wallet.ts",
    find: "attempts: others.filter((attempt) => attempt.number > number)",
    replace: "attempts: others",
    invariants: ["pin-lockout-exact"],
    hunt: pins
  },
  {
    name: "transfer-sent-again",
    about: "a transfer whose answer was lost is sent again without looking it up",
    file: "core/payments/movement/perform-movement.ts",
    find: "if (sentAt !== null) {",
    replace: "if (sentAt !== null && order.kind !== \"spend\") {",
    invariants: ["ambiguous-is-processing", "delivered-once", "payout-ends"],
    hunt: transfers
  },
  {
    name: "transfer-unknown-is-refused",
    about: "a transfer whose end is not known is written down as failed",
    file: "core/payments/movement/perform-movement.ts",
    find: "if (outcome._tag === \"Unknown\") {",
    replace: "if (outcome._tag === \"Unknown\" && !id.startsWith(\"transfer/\")) {",
    invariants: ["ambiguous-is-processing"],
    hunt: transfers
  },
  {
    name: "transfer-window-too-short",
    about: "a reference names its transfer for a minute instead of two",
    file: "core/base/limits/limits.ts",
    find: "transferReplayMs: 2 * minute,",
    replace: "transferReplayMs: minute,",
    invariants: ["idempotent-replay"],
    hunt: transfers
  },
  {
    name: "transfer-reference-not-looked-up",
    about: "a transfer is not looked for by its reference",
    file: "core/payments/transfer/create-transfer.ts",
    find: "named !== undefined && (yield* meaningOf(named, order, now)) === \"replay\"",
    replace: "named !== undefined && now < 0",
    invariants: ["idempotent-replay"],
    hunt: transfers
  },
  {
    name: "transfer-turn-too-short",
    about: "a holder may begin the next transfer after ten seconds",
    file: "core/base/limits/limits.ts",
    find: "transferRateMs: 30 * second,",
    replace: "transferRateMs: 10 * second,",
    invariants: ["limits-exact"],
    hunt: { ...transfers, storiesPerDay: 200 }
  },
  {
    name: "transfer-limit-too-high",
    about: "a transfer of a little more than the limit is let through",
    file: "core/base/limits/limits.ts",
    find: "transferAmount: \"10000\",",
    replace: "transferAmount: \"10001\",",
    invariants: ["limits-exact"],
    hunt: { only: ["ask-other-payout"] }
  },
  {
    name: "signature-for-ever",
    about: "what a holder signed is sent however long ago that was",
    file: "core/payments/movement/kinds.ts",
    find: "sendBefore: ({ sendBefore }) => sendBefore,",
    replace: "sendBefore: () => Number.MAX_SAFE_INTEGER,",
    invariants: ["ambiguous-is-processing"],
    hunt: transfers
  },
  {
    name: "transfer-hold-not-released",
    about: "a transfer that failed keeps what it held",
    file: "core/payments/transfer/transfer.states.ts",
    find: "post: [\"walletReleased\"]",
    replace: "post: []",
    invariants: ["books-are-the-world"],
    hunt: transfers
  }
]
