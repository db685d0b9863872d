// Bugs of payouts: the debit of the wallet, the PIX, and what is given back.
import type { Bug } from "../bug.ts"

const only = ["ask-payout"] as const

const found: ReadonlyArray<Bug> = [
  {
    name: "debit-again-on-unknown",
    about: "a debit whose answer was lost is sent again without looking it up",
    file: "core/payments/movement/perform-movement.ts",
    find: "if (sentAt !== null) {",
    replace: "if (sentAt !== null && !id.startsWith(\"debit/\")) {",
    invariants: ["ambiguous-is-processing"]
  },
  {
    name: "debit-unknown-is-refused",
    about: "a payout whose debit is not known yet is written down as failed",
    file: "core/payments/movement/perform-movement.ts",
    find: "if (outcome._tag === \"Unknown\") {",
    replace: "if (outcome._tag === \"Unknown\" && !id.startsWith(\"debit/\")) {",
    invariants: ["ambiguous-is-processing", "payout-debit-once"]
  },
  {
    name: "pay-again-on-unknown",
    about: "a PIX whose answer was lost is paid again without looking it up",
    file: "core/payments/movement/perform-movement.ts",
    find: "if (sentAt !== null) {",
    replace: "if (sentAt !== null && !id.startsWith(\"pix/\")) {",
    invariants: ["ambiguous-is-processing"]
  },
  {
    name: "pix-unknown-is-refused",
    about: "a payout whose PIX is not known yet is given back",
    file: "core/payments/movement/perform-movement.ts",
    find: "if (outcome._tag === \"Unknown\") {",
    replace: "if (outcome._tag === \"Unknown\" && !id.startsWith(\"pix/\")) {",
    invariants: ["ambiguous-is-processing", "payout-debit-once"]
  },
  {
    name: "restore-again-on-unknown",
    about: "what a payout gives back is sent again without looking up whether it arrived",
    file: "core/payments/movement/perform-movement.ts",
    find: "if (sentAt !== null) {",
    replace: "if (sentAt !== null && !id.startsWith(\"restore/\")) {",
    invariants: ["ambiguous-is-processing"]
  },
  {
    name: "restore-unknown-is-refused",
    about: "a refund whose end is not known is written down as refused",
    file: "core/payments/movement/perform-movement.ts",
    find: "if (outcome._tag === \"Unknown\") {",
    replace: "if (outcome._tag === \"Unknown\" && !id.startsWith(\"restore/\")) {",
    invariants: ["ambiguous-is-processing"]
  },
  {
    name: "restored-without-its-fee",
    about: "a payout that failed gives back its value and keeps the fee",
    file: "core/payments/pix-payment/decide-pix-payment.ts",
    find: "  cents: grossOf(payment),\n  units,\n",
    replace: "  cents: grossOf(payment),\n  units: unitsOf(payment, zero(\"BRL\"), payment.value),\n",
    invariants: ["payout-debit-once"]
  },
  {
    name: "paid-and-restored",
    about: "a refusal that is reported of a PIX that had settled gives the payout back all the same",
    file: "core/payments/movement/apply-payment-fact.ts",
    find: "return [...settled, { on: \"refused\" as const,",
    replace: "return [{ on: \"refused\" as const,",
    invariants: ["books-are-the-world", "payout-ends", "ambiguous-is-processing"],
    hunt: { profile: "lying", only: ["ask-payout"] }
  },
  {
    name: "restored-twice",
    about: "the operator can give a failed payout back that was given back already",
    file: "core/payments/pix-payment/pix-payment.states.ts",
    find: "    on: \"restored\",\n    to: \"RESTORED\",",
    replace: "    on: \"restored\",\n    to: \"OWED\",",
    invariants: [
      "payout-debit-once",
      "no-overdraft",
      "books-are-the-world",
      "no-dead-letters",
      "terminal-stays",
      "payout-ends"
    ],
    hunt: { storiesPerDay: 120 }
  },
  {
    name: "no-restore-asked-for",
    about: "what goes back of a payout, its PIX refused or returned, waits for a refund that no one sends",
    file: "core/payments/payout/decide-payout.ts",
    find: "return plan({ ...of(after, now), purpose, about, order, cents })",
    replace: "return { writes: [] }",
    invariants: ["payout-ends", "payout-debit-once"]
  },
  {
    name: "reversal-beyond-the-value",
    about: "reversals count beyond the value of the payout",
    file: "core/payments/movement/decide-movement.ts",
    find: "add(returnedOf(movement), fact.value) <= movement.order.value",
    replace: "add(returnedOf(movement), fact.value) <= 2n * movement.order.value",
    invariants: ["refund-cap"]
  },
  {
    name: "auto-refund-ignored",
    about: "the flag AUTO_REFUND is not looked at: everything waits for a person",
    file: "core/payments/payout/decide-payout.ts",
    find: "const autoRefund = hasFlag(account, \"AUTO_REFUND\")",
    replace: "const autoRefund = hasFlag(account, \"SWAP\") && account.id === \"\"",
    invariants: ["payout-debit-once"]
  },
  {
    name: "payout-fee-forgotten",
    about: "the wallet pays the value without the fee",
    file: "core/payments/payout/admit-payout.ts",
    find: "assetToCharge(rate, gross)",
    replace: "assetToCharge(rate, value)",
    invariants: ["fee-exact"]
  },
  {
    name: "payout-limit-off-by-one",
    about: "a payout of exactly the limit is refused: `>=` for `>`",
    file: "core/payments/payout/admit-payout.ts",
    find: "return value > limitCents",
    replace: "return value >= limitCents",
    invariants: ["limits-exact"],
    hunt: { only: ["ask-other-payout"] }
  },
  {
    name: "payout-limit-not-checked",
    about: "the limit of the account is not looked at",
    file: "core/payments/payout/admit-payout.ts",
    find: "return value > limitCents",
    replace: "return value > rail",
    invariants: ["limits-exact"],
    hunt: { only: ["ask-other-payout"] }
  },
  {
    name: "payout-order-not-compared",
    about: "the external id of a payout answers also for another value",
    file: "core/payments/payout/admit-payout.ts",
    find: "isSameOrder(earlier, order) ?",
    replace: "earlier.owner !== \"\" ?",
    invariants: ["idempotent-replay"],
    hunt: { only: ["ask-other-payout"] }
  },
  {
    name: "payout-external-id-not-looked-up",
    about: "a payout is not looked for by its external id",
    file: "core/payments/payout/admit-payout.ts",
    find: "earlier: byKey(Payouts, \"externalId\", key)",
    replace: "earlier: byId(Payouts, key)",
    invariants: ["answers-of-the-interface", "idempotent-replay"],
    hunt: { only: ["ask-other-payout"] }
  },
  {
    name: "payout-answer-not-remembered",
    about: "the answer to a payout is not kept under its Idempotency-Key",
    file: "core/payments/payout/create-payout.ts",
    find: ", ...remember(answer, at)]",
    replace: "]",
    invariants: ["idempotent-replay"]
  },
  {
    name: "hold-forgotten",
    about: "a payout begins without holding what it takes",
    file: "core/payments/payout/create-payout.ts",
    find: "heldEntries(walletOf(payout), { ...payout, operationId: debitOf(id), at })",
    replace: "heldEntries(walletOf(payout), { ...payout, network: \"none\", operationId: debitOf(id), at })",
    invariants: ["no-overdraft", "no-dead-letters", "books-are-the-world", "payout-ends"]
  },
  {
    name: "hold-not-released",
    about: "a payout whose debit was refused keeps what it held",
    file: "core/payments/payout/payout.states.ts",
    find: "post: [\"walletReleased\"],",
    replace: "post: [],",
    invariants: ["books-are-the-world"]
  },
  {
    name: "payout-fee-to-conversion",
    about: "the fee of a payout is booked to the exchange instead of the income",
    file: "core/engine/ledger/payout-templates.ts",
    find: "move(\"BRL\", fee, `payout-owed/${owner}`, \"fee-income\")",
    replace: "move(\"BRL\", fee, `payout-owed/${owner}`, \"conversion\")",
    invariants: ["books-are-the-world"]
  },
  {
    name: "reversal-share-rounded-up",
    about: "what a reversal gives back is reckoned from the whole value each time",
    file: "core/payments/pix-payment/pix-payment.ts",
    find: "assetForCents(rate, add(givenBack, now)) - assetForCents(rate, givenBack)",
    replace: "assetForCents(rate, add(givenBack, now))",
    invariants: ["refund-cap", "payout-debit-once", "books-are-the-world"],
    hunt: { storiesPerDay: 120 }
  },
  {
    name: "paid-before-the-debit",
    about: "the PIX is requested while no one knows whether the asset has left the wallet",
    file: "core/payments/payout/payout.states.ts",
    find: "{ from: [\"DEBITING\"], on: \"doubted\", to: \"same\", spec: \"C10\" }",
    replace: "{ from: [\"DEBITING\"], on: \"doubted\", to: \"PAYING\", ask: [\"pay\"], spec: \"C10\" }",
    invariants: ["payout-debit-once", "paid-or-pending", "no-dead-letters"]
  },
  {
    name: "refund-leaves-refunded",
    about: "a payout that was refunded completes when the settlement is told late",
    file: "core/payments/pix-payment/pix-payment.states.ts",
    find: "    to: \"RESTORING_PAID\",\n    post: [\"settledAfterRestoring\"],",
    replace: "    to: \"COMPLETED\",\n    post: [\"payoutSettled\", \"payoutFeeEarned\"],",
    invariants: ["terminal-stays", "payout-debit-once", "books-are-the-world", "no-overdraft", "no-dead-letters"],
    hunt: { profile: "chaos", storiesPerDay: 120 }
  },
  {
    name: "paid-after-all-not-booked",
    about: "a PIX that its bank paid after all is in no book where what came in has gone back by the operator's order",
    file: "core/payments/pix-payment/pix-payment.states.ts",
    find: "    to: \"GIVEN_BACK_PAID\",\n    post: [\"settledAfterRestoring\"],",
    replace: "    to: \"GIVEN_BACK_PAID\",\n    post: [],",
    invariants: ["books-are-the-world"],
    hunt: { only: ["give-up-pix"] }
  },
  {
    name: "given-back-after-all-not-booked",
    about: "what the operator ordered back is in no book where its bank paid the PIX after all while it was on its way",
    file: "core/payments/pix-payment/pix-payment.states.ts",
    find: "    to: \"GIVEN_BACK_PAID\",\n    post: [\"payoutRestored\", ...arrived],",
    replace: "    to: \"GIVEN_BACK_PAID\",\n    post: [],",
    invariants: ["books-are-the-world"],
    hunt: { only: ["give-up-pix"] }
  },
  {
    name: "paid-after-all-unseen",
    about: "no one is notified that a bank paid after all where what came in has gone back by the operator's order",
    file: "core/payments/pix-payment/pix-payment.states.ts",
    find: "    to: \"GIVEN_BACK_PAID\",\n    post: [\"settledAfterRestoring\"],\n    ask: [\"review\"],",
    replace: "    to: \"GIVEN_BACK_PAID\",\n    post: [\"settledAfterRestoring\"],",
    also: [{
      file: "core/payments/movement/movement.states.ts",
      find: "ask: [\"review\"],\n      spec: \"0070",
      replace: "ask: [],\n      spec: \"0070"
    }],
    invariants: ["payout-ends"],
    hunt: { only: ["give-up-pix"] }
  },
  // M3, C53
  {
    name: "reversal-part-swallowed",
    about: "only the first part of what a bank returns of a PIX counts",
    file: "core/payments/movement/decide-movement.ts",
    find: "add(returnedOf(movement), fact.value) <= movement.order.value",
    replace: "movement.reversals.length === 0 && fact.value <= movement.order.value",
    invariants: ["books-are-the-world", "refund-cap"],
    hunt: { only: ["ask-payout"] }
  },
  {
    name: "part-known-by-its-payment",
    about: "a part without an id of its own is known by its payment, so that a second part counts as the first",
    file: "core/payments/movement/apply-payment-fact.ts",
    find: "(value === whole || fact.returnedValue === null ? derivedReturnId(fact) : fact.eventId)",
    replace: "derivedReturnId(fact)",
    invariants: ["books-are-the-world", "refund-cap"],
    hunt: { only: ["ask-payout"] }
  },
  {
    name: "settled-again-unseen",
    about: "no one is notified that a PIX is reported as settled under a second end-to-end id",
    file: "core/payments/movement/movement.states.ts",
    find: "ask: [\"review\"],\n      spec: \"C53: settled again",
    replace: "ask: [],\n      spec: \"C53: settled again",
    invariants: ["settled-once"],
    hunt: { profile: "chaos", storiesPerDay: 120, only: ["ask-payout"] }
  },
  {
    name: "owed-without-a-review",
    about: "a payout without automatic refunds whose PIX was refused is in no one's list",
    file: "core/payments/pix-payment/pix-payment.states.ts",
    find: "ask: [\"review\"],\n    spec: \"Payout status, row 2; C20: owed",
    replace: "ask: [],\n    spec: \"Payout status, row 2; C20: owed",
    invariants: ["payout-ends"],
    hunt: { only: ["ask-payout"] }
  },
  {
    name: "restore-refused-unseen",
    about: "a payout whose asset could not be given back is in no one's list",
    file: "core/payments/pix-payment/pix-payment.states.ts",
    find: "ask: [\"review\"],\n    spec: \"Payout status, row 2; C9: still owed\"",
    replace: "ask: [],\n    spec: \"Payout status, row 2; C9: still owed\"",
    invariants: ["payout-ends"],
    hunt: { profile: "lying", only: ["ask-payout"] }
  },
  {
    name: "reversal-without-a-review",
    about: "what a bank returned of a payout without automatic refunds is in no one's list",
    file: "core/payments/pix-payment/pix-payment.states.ts",
    find: "ask: [\"review\"],\n    spec: \"Payout status, row 3; PAYOUT_REFUNDED, refund pending manual review\"",
    replace: "ask: [],\n    spec: \"Payout status, row 3; PAYOUT_REFUNDED, refund pending manual review\"",
    invariants: ["payout-ends"],
    hunt: { only: ["ask-payout"] }
  },
  {
    name: "success-and-failure-told",
    about: "a payout that was given back is announced as a success as well",
    file: "core/payments/payout/payout.states.ts",
    find: "restored: [\"PAYOUT_FAILED\"], restoreRefused",
    replace: "restored: [\"PAYOUT_FAILED\", \"PAYOUT_SUCCESSFUL\"], restoreRefused",
    invariants: ["events-at-least-once"],
    hunt: { only: ["ask-payout"] }
  },
  {
    name: "ordered-refund-ignores-earlier",
    about: "what the operator orders back is reckoned without what was given back before",
    file: "core/payments/pix-payment/decide-pix-payment.ts",
    find: "less(payment.state === \"COMPLETED\" ? paid : payment.returned, settled)",
    replace: "less(payment.state === \"COMPLETED\" ? paid : payment.returned, zero(\"BRL\"))",
    invariants: ["refund-cap", "payout-debit-once", "books-are-the-world"],
    hunt: { storiesPerDay: 120 }
  }
]

export const payoutBugs: ReadonlyArray<Bug> = found.map((bug) => ({ ...bug, hunt: { only, ...bug.hunt } }))
