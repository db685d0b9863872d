// What ends a request without a refusal: the store away, an outcome that no one knows, a fault of ours (C1, C14, C16).
import { Cause } from "effect"
import { expect, it } from "vitest"
import { QueueUnavailable } from "../../../../core/base/errors/errors.ts"
import {
  CommitUnknown,
  DuplicateKey,
  LeaseLost,
  Overdraft,
  StoreUnavailable,
  VersionConflict
} from "../../../../core/engine/store/store.ts"
import { type Failure, failureAnswer } from "../../../../hosts/http/api/request/envelope.ts"

const cause = new Error("password of the database")

const saidOf = (ending: Cause.Cause<Failure>) => {
  const { answer: { body, headers, status }, isFault } = failureAnswer(ending)
  return { status, headers, isFault, body: JSON.parse(body) as Readonly<Record<string, unknown>> }
}

it.each([
  ["is away", new StoreUnavailable({ cause }), /nothing was done$/],
  ["broke off while committing", new CommitUnknown({ cause }), /same idempotency key$/]
])("a store that %s is 503 §retry-after §error-outcome-unknown", (_what, failure, words) => {
  const { body, headers, isFault, status } = saidOf(Cause.fail(failure))
  expect([status, isFault, headers["retry-after"]]).toEqual([503, true, "1"])
  expect(body).toMatchObject({ success: false, errorCode: "UPSTREAM_UNAVAILABLE" })
  expect(body["error"]).toMatch(words)
})

// F6
it("a swap that could not be queued is named in a field of its own §swap-error-codes", () => {
  const { body, headers, status } = saidOf(Cause.fail(new QueueUnavailable({ swapId: "swp_1", retryAfterSeconds: 1 })))
  expect([status, headers["retry-after"]]).toEqual([503, "1"])
  expect(body).toMatchObject({ success: false, errorCode: "QUEUE_UNAVAILABLE", swapId: "swp_1" })
  expect(body).not.toHaveProperty("details")
})

it.each([
  ["a defect", Cause.die(cause)],
  ["a version conflict", Cause.fail(new VersionConflict({ kind: "payout", id: "pay_1" }))],
  ["a duplicate key", Cause.fail(new DuplicateKey({ kind: "payout", name: "id", value: "pay_1" }))],
  ["an overdraft", Cause.fail(new Overdraft({ account: "pix-settlement", asset: "BRL" }))],
  ["a lost lease", Cause.fail(new LeaseLost({ job: "move/pix/pay_1" }))]
])("%s that no use case handles is 500 without a word about it §internal-error", (_what, ending) => {
  const { body, isFault, status } = saidOf(ending)
  expect([status, isFault]).toEqual([500, true])
  expect(body).toEqual({ success: false, error: "Internal error", errorCode: "INTERNAL" })
})
