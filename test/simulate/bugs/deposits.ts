// Bugs of deposits: what comes in by PIX, what is delivered for it, and what goes back.
import type { Bug } from "../bug.ts"

const only = ["ask-deposit"] as const

const found: ReadonlyArray<Bug> = [
  {
    name: "deliver-again-on-unknown",
    about: "a delivery whose answer was lost is sent again without looking it up",
    file: "core/payments/movement/perform-movement.ts",
    find: "if (sentAt !== null) {",
    replace: "if (sentAt !== null && order.kind !== \"delivery\") {",
    invariants: ["ambiguous-is-processing"]
  },
  {
    name: "delivery-unknown-is-refused",
    about: "a delivery whose end is not known is written down as failed",
    file: "core/payments/movement/perform-movement.ts",
    find: "if (outcome._tag === \"Unknown\") {",
    replace: "if (outcome._tag === \"Unknown\" && !id.startsWith(\"deliver/\")) {",
    invariants: ["ambiguous-is-processing", "delivered-once", "books-are-the-world"]
  },
  {
    name: "return-counted-twice",
    about: "a return that is told twice is counted twice",
    file: "core/payments/deposit/refund-deposit.ts",
    find: "if (Option.isSome(yield* bookedReturn(returnId))) return undefined",
    replace: "if (Option.isNone(yield* bookedReturn(returnId)) && value < 0n) return undefined",
    also: [
      {
        file: "core/payments/deposit/decide-deposit.ts",
        find: "id: returnId.toUpperCase(), owner",
        replace: "id: `${returnId.toUpperCase()}/${before.refunded}`, owner"
      },
      {
        file: "core/payments/deposit/decide-deposit.ts",
        find: "id: `${after.id}/${template}${factKey(fact)}`,",
        replace: "id: `${after.id}/${template}${factKey(fact)}/${now}`,"
      },
      {
        file: "core/payments/deposit/decide-deposit.ts",
        find: "eventId, now), now, factKey(fact))",
        replace: "eventId, now), now, `${factKey(fact)}/${now}`)"
      },
      {
        file: "core/inbox/take-provider-facts.ts",
        find: "applyProviderFact(caller, [insert(FactTraces, trace)])",
        replace: "applyProviderFact(caller)"
      }
    ],
    invariants: ["refund-cap", "refunded-iff", "conservation", "books-are-the-world"]
  },
  {
    name: "return-beyond-the-value",
    about: "a return of more than was paid counts as a full one: `>=` for `===`",
    file: "core/payments/deposit/deposit.states.ts",
    find: "returnedBefore + returnedNow === value",
    replace: "returnedBefore + returnedNow >= value",
    invariants: ["refund-cap"]
  },
  {
    name: "full-return-keeps-the-status",
    about: "a return that completes the value leaves the deposit as it was: `<=` for `<`, and nothing equals",
    file: "core/payments/deposit/deposit.states.ts",
    find: "returnedBefore + returnedNow < value",
    replace: "returnedBefore + returnedNow <= value",
    also: [{
      file: "core/payments/deposit/deposit.states.ts",
      find: "returnedBefore + returnedNow === value",
      replace: "returnedBefore + returnedNow === -value"
    }],
    invariants: ["refunded-iff"]
  },
  {
    name: "refunds-forgotten",
    about: "the second partial return replaces the first instead of adding to it",
    file: "core/payments/deposit/decide-deposit.ts",
    find: "refunded: add(deposit.refunded, fact.value),",
    replace: "refunded: fact.value,",
    invariants: ["refund-cap", "refunded-iff"]
  },
  {
    name: "late-payment-lost",
    about: "a PIX on an expired charge is taken for known and lost",
    file: "core/payments/deposit/settle-deposit.ts",
    find: "Option.isSome(known) ||",
    replace: "Option.isSome(known) || deposit.state === \"EXPIRED\" ||",
    invariants: ["paid-or-pending"]
  },
  {
    name: "late-payment-at-the-old-price",
    about: "a late payment is delivered at the price of now without saying so: only the units change",
    file: "core/payments/deposit/decide-deposit.ts",
    find: "  rate,\n  units: assetForCents(rate, netOf(deposit))",
    replace: "  units: assetForCents(rate, netOf(deposit))",
    invariants: ["fee-exact"]
  },
  {
    name: "surplus-lost",
    about: "a second PIX on a paid charge is taken for the first one told again",
    file: "core/payments/deposit/settle-deposit.ts",
    find: "Option.isSome(known) ||",
    replace: "Option.isSome(known) || deposit.endToEndId !== null ||",
    invariants: ["books-are-the-world", "paid-or-pending", "conservation"]
  },
  {
    name: "surplus-kept",
    about: "a surplus PIX is booked, and no one asks for its return",
    file: "core/payments/deposit/decide-deposit.ts",
    find: "if (fact.on !== \"pixSettled\" || surplusIn(fact) === 0n) return changeSet({})\n      const { endToEndId",
    replace: "if (fact.on === \"pixSettled\") return changeSet({})\n      const { endToEndId",
    invariants: ["books-are-the-world", "paid-or-pending", "conservation"]
  },
  {
    name: "surplus-returned-again",
    about: "the return of a surplus whose answer was lost is sent again without looking it up",
    file: "core/payments/movement/perform-movement.ts",
    find: "if (sentAt !== null) {",
    replace: "if (sentAt !== null && order.kind !== \"pixReturn\") {",
    invariants: ["ambiguous-is-processing"]
  },
  {
    name: "surplus-unknown-is-refused",
    about: "the return of a surplus whose end is not known is given up",
    file: "core/payments/movement/perform-movement.ts",
    find: "if (outcome._tag === \"Unknown\") {",
    replace: "if (outcome._tag === \"Unknown\" && !id.startsWith(\"surplus/\")) {",
    invariants: ["paid-or-pending", "books-are-the-world", "ambiguous-is-processing", "conservation"]
  },
  // M19
  {
    name: "partial-payment-funds",
    about: "a PIX below the charge funds it whole",
    file: "core/payments/deposit/settle-deposit.ts",
    find: "if (compare(paid, charge.value) < 0) return",
    replace: "if (compare(paid, charge.value) < 0 && paid < 0n) return",
    invariants: ["paid-or-pending", "books-are-the-world", "conservation"]
  },
  {
    name: "overpayment-kept",
    about: "what is paid above the charge is not sent back",
    file: "core/payments/deposit/settle-deposit.ts",
    find: "surplus: subtract(paid, charge.value) ?? zero(\"BRL\")",
    replace: "surplus: subtract(charge.value, paid) ?? zero(\"BRL\")",
    invariants: ["paid-or-pending", "books-are-the-world", "conservation"]
  },
  // M14
  {
    name: "late-by-the-look-up",
    about:
      "a payment that is found by looking its charge up counts from when it was found, so that one found last is late",
    file: "core/inbox/look-up-charge.ts",
    find: "  endToEndId,\n  ...pix\n",
    replace: "  endToEndId,\n  ...pix,\n  paidAt: null\n",
    invariants: ["late-by-time"]
  },
  {
    name: "late-by-the-clock",
    about: "a payment is late by the time at which its event arrives, whatever time the rail gives",
    file: "core/payments/deposit/settle-deposit.ts",
    find: "const paidAt = pix.paidAt ?? (yield* Store.use((store) => store.now))",
    replace: "const paidAt = (yield* Store.use((store) => store.now)) ?? pix.paidAt",
    also: [{
      file: "core/payments/deposit/settle-deposit.ts",
      find: "isLate: (pix.paidAt ?? now) >= charge.expiresAt",
      replace: "isLate: now >= charge.expiresAt"
    }],
    invariants: ["late-by-time"],
    hunt: { profile: "lying" }
  },
  // M4
  {
    name: "early-return-forgotten",
    about: "a deposit is delivered although its PIX was reported as returned before it was reported as paid",
    file: "core/payments/deposit/settle-deposit.ts",
    find: "isReturnedEarly: early.length > 0",
    replace: "isReturnedEarly: early.length < 0",
    invariants: ["returned-not-sent"],
    hunt: { profile: "lying" }
  },
  // M23
  {
    name: "delivered-after-a-part-came-back",
    about: "a deposit of which a part came back before its delivery is delivered all the same",
    file: "core/payments/deposit/deposit.states.ts",
    find: "ask: [\"applyReturns\", \"returnSurplus\"]",
    replace: "ask: [\"applyReturns\", \"deliver\", \"returnSurplus\"]",
    invariants: ["returned-not-sent"],
    hunt: { profile: "lying" }
  },
  // C51
  {
    name: "held-is-refused",
    about: "a delivery that is not sent for want of float counts as refused for good",
    file: "core/payments/movement/perform-movement.ts",
    find: "if (needsSeed(order.kind)) {\n      yield* bookMovement",
    replace: "if (!needsSeed(order.kind)) {\n      yield* bookMovement",
    invariants: ["ambiguous-is-processing", "paid-or-pending"]
  },
  // C41
  {
    name: "surplus-return-refused-unseen",
    about: "a surplus that cannot be sent back is in no one's list",
    file: "core/payments/deposit/hear-deposit.ts",
    find: "return changeSet({ writes: [reviewOf(about, why, now)] })",
    replace: "return changeSet({ writes: [reviewOf(about, why, now)].slice(1) })",
    invariants: ["paid-or-pending"]
  },
  // C46
  {
    name: "refused-return-unseen",
    about: "a failed deposit whose return is refused is in no one's list",
    file: "core/payments/deposit/deposit.states.ts",
    find: "ask: [\"review\"],\n      spec: \"C46: a person decides",
    replace: "ask: [],\n      spec: \"C46: a person decides",
    invariants: ["paid-attended"]
  },
  {
    name: "own-return-counted-again",
    about: "our return of what was paid too much, reported by the rail, counts as a return of the deposit as well",
    file: "core/payments/deposit/refund-deposit.ts",
    find: "(receipt?.kind === \"pixReturn\" &&",
    replace: "(receipt !== null && receipt.kind === \"pixReturn\" && receipt.returnEndToEndId === \"\" &&",
    also: [{
      file: "core/payments/deposit/refund-deposit.ts",
      find: "id === fact.ourReturnId ||",
      replace: "fact.returnId === \"\" && id === fact.ourReturnId ||"
    }],
    invariants: ["refund-cap", "refunded-iff", "books-are-the-world"]
  },
  {
    name: "own-return-not-counted",
    about: "a deposit whose payment we returned stays FAILED",
    file: "core/payments/deposit/hear-deposit.ts",
    find: "return isCounted ? undefined : fact",
    replace: "return isCounted || fact.value > 0n ? undefined : fact",
    invariants: ["paid-attended"]
  },
  // M12
  {
    name: "failed-deposit-not-returned",
    about: "a deposit that failed on a rail that does not return by itself is left as it is",
    file: "core/payments/deposit/deposit.states.ts",
    find: "ask: [\"return\"],\n      spec: \"Deposit status, rows 2 and 4; C46: we return the payment\"",
    replace: "ask: [],\n      spec: \"Deposit status, rows 2 and 4; C46: we return the payment\"",
    invariants: ["paid-attended"]
  },
  {
    name: "rail-return-without-a-deadline",
    about: "a rail that returns failed deposits by itself and never reports it is waited for without end",
    file: "core/payments/deposit/decide-deposit.ts",
    find: "ask.includes(\"awaitReturn\") ? now + limits.railReturnMs : deposit.returnDueAt",
    replace: "deposit.returnDueAt",
    invariants: ["paid-attended"]
  },
  {
    name: "returned-whole-after-a-part",
    about: "the return of a failed deposit is for the whole although a part came back before",
    file: "core/payments/deposit/deposit-effects.ts",
    find: "const value = restOf(deposit)",
    replace: "const value = deposit.value",
    invariants: ["refund-cap"]
  },
  // M18
  {
    name: "charge-not-looked-up",
    about: "a charge whose payment was not reported expires without a look at the rail",
    file: "core/inbox/expire-deposit.ts",
    find: "const found = yield* lookUpCharge(deposit)",
    replace: "const found = yield* Effect.as(lookUpCharge({ ...deposit, trackId: \"\" }), { _tag: \"Done\" as const })",
    invariants: ["paid-or-pending"]
  },
  // C60
  {
    name: "rest-delivered-whole",
    about: "an operator's delivery of the rest delivers what came back as well",
    file: "core/payments/deposit/decide-deposit.ts",
    find: "const withheld = deposit.refunded",
    replace: "const withheld = deposit.withheld",
    invariants: ["returned-not-sent", "fee-exact"]
  },
  {
    name: "rest-delivered-and-returned",
    about: "the rest of a deposit is delivered although its return is on its way",
    file: "core/payments/deposit/decide-deposit.ts",
    find: "!isOpen(movements.deliver) && !isOpen(movements.return) &&",
    replace: "",
    invariants: ["delivered-once"]
  },
  {
    name: "deposit-fee-forgotten",
    about: "a deposit delivers the whole value and still says that it took its fee",
    file: "core/payments/deposit/admit-deposit.ts",
    find: "assetForCents(rate, net)",
    replace: "assetForCents(rate, order.value)",
    invariants: ["fee-exact"]
  },
  {
    name: "charge-never-expires",
    about: "no one is asked to expire a charge that was not paid",
    file: "core/payments/deposit/create-deposit.ts",
    find: "insert(Deposits, deposit)",
    replace: "{ ...insert(Deposits, deposit), newlyOwed: [] }",
    invariants: ["payout-ends"]
  },
  {
    name: "charge-expires-early",
    about: "a charge expires after six hours instead of a day",
    file: "core/inbox/expire-deposit.ts",
    find: "const left = deposit.expiresAt -",
    replace: "const left = deposit.createdAt + 21_600_000 -",
    also: [{
      file: "core/payments/deposit/deposit.states.ts",
      find: "dueAt: ({ expiresAt }) => expiresAt },",
      replace: "dueAt: ({ expiresAt }) => expiresAt - 64_800_000 },"
    }],
    invariants: ["limits-exact"]
  },
  {
    name: "deposit-events-lost",
    about: "events of deposits are committed, and no one is asked to send them",
    file: "core/payments/deposit/decide-deposit.ts",
    find: "...events, ...ask.map",
    replace: "...events.map(({ writes }) => ({ writes })), ...ask.map",
    invariants: ["events-at-least-once"]
  },
  {
    name: "deposit-order-not-compared",
    about: "the external id of a deposit answers also for another value",
    file: "core/payments/deposit/admit-deposit.ts",
    find: "isSameOrder(earlier, order) ?",
    replace: "earlier.owner !== \"\" ?",
    invariants: ["idempotent-replay"],
    hunt: { only: ["ask-other-deposit"] }
  },
  {
    name: "deposit-answer-not-remembered",
    about: "the answer to a deposit is not kept under its Idempotency-Key",
    file: "core/payments/deposit/create-deposit.ts",
    find: ", ...remembered]",
    replace: "]",
    invariants: ["idempotent-replay"]
  },
  {
    name: "delivery-posted-the-wrong-way",
    about: "a delivery takes the asset from the exchange and gives it to the treasury: balanced, and wrong",
    file: "core/engine/ledger/templates.ts",
    find: "move(asset, units, \"conversion\", \"treasury\")",
    replace: "move(asset, units, \"treasury\", \"conversion\")",
    invariants: ["books-are-the-world", "conservation"]
  },
  {
    name: "fee-of-a-deposit-to-conversion",
    about: "the fee of a deposit is booked to the exchange instead of the income",
    file: "core/engine/ledger/templates.ts",
    find: "move(\"BRL\", fee, `deposit-owed/${owner}`, \"fee-income\")",
    replace: "move(\"BRL\", fee, `deposit-owed/${owner}`, \"conversion\")",
    invariants: ["books-are-the-world", "conservation"]
  },
  {
    name: "history-of-one-row",
    about: "a record forgets what it went through with every further row",
    file: "core/engine/machine/machine.ts",
    find: "history: [...before, {",
    replace: "history: [{",
    invariants: ["history-whole"]
  },
  {
    name: "float-not-reserved",
    about: "deliveries that are under way reserve nothing of the treasury",
    file: "core/payments/movement/decide-movement.ts",
    find: "if (taken === undefined || before.reserved === after.reserved) return []",
    replace: "if (taken === undefined || after.subject !== \"\") return []",
    invariants: ["float-exceeded"],
    hunt: { storiesPerDay: 400 }
  },
  {
    name: "float-released-when-sent",
    about: "what a treasury has sent counts as free again",
    file: "core/payments/movement/decide-movement.ts",
    find: "after.state === \"DONE\" ? \"floatSpent\" : \"floatReleased\"",
    replace: "\"floatReleased\"",
    invariants: ["float-exceeded"],
    hunt: { storiesPerDay: 400 }
  },
  {
    name: "explained-as-over",
    about: "an explanation says that a payment that was delivered cannot come back any more",
    file: "core/payments/deposit/prospects.ts",
    find: "deposit.endToEndId === null ? []",
    replace: "deposit.state === \"COMPLETED\" ? []",
    invariants: ["explained-before"]
  },
  {
    name: "history-of-the-next-state",
    about: "a record tells of the row that it took as if it had stayed where it was",
    file: "core/engine/machine/machine.ts",
    find: "const { from, on, to } = move\n",
    replace: "const { from, on } = move\n  const to = from\n",
    invariants: ["history-whole"]
  }
]

export const depositBugs: ReadonlyArray<Bug> = found.map((bug) => ({ ...bug, hunt: { only, ...bug.hunt } }))
