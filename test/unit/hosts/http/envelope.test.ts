// What ends a request without a refusal: the store away, an outcome that nobody knows, a fault of ours (C1, C14, C16).
import { Cause } from "effect"
import { expect, it } from "vitest"
import { CommitUnknown, StoreUnavailable } from "../../../../core/ports/store.ts"
import { failureAnswer } from "../../../../hosts/http/envelope.ts"

const cause = new Error("password of the database")

const saidOf = (failure: unknown) => {
  const { answer: { body, headers, status }, isFault } = failureAnswer(Cause.fail(failure))
  return { status, headers, isFault, body: JSON.parse(body) as Readonly<Record<string, unknown>> }
}

it.each([
  ["is away", new StoreUnavailable({ cause }), /nothing was done$/],
  ["broke off while committing", new CommitUnknown({ cause }), /same idempotency key$/]
])("a store that %s is 503 §retry-after §error-outcome-unknown", (_what, failure, words) => {
  const { body, headers, isFault, status } = saidOf(failure)
  expect([status, isFault, headers["retry-after"]]).toEqual([503, true, "1"])
  expect(body).toMatchObject({ success: false, errorCode: "UPSTREAM_UNAVAILABLE" })
  expect(body["error"]).toMatch(words)
})

it("a fault of ours is 500 without a word about it §internal-error", () => {
  const { body, isFault, status } = saidOf(cause)
  expect([status, isFault]).toEqual([500, true])
  expect(body).toEqual({ success: false, error: "Internal error", errorCode: "INTERNAL" })
})
