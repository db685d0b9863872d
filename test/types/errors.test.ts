// Errors keep their types from a use case to its host (review A5): a route, a route of management or
// a step of the worker whose errors no one knows does not compile. These tests fail in `tsc`, not in the runner.
import { Effect } from "effect"
import { describe, expectTypeOf, it } from "vitest"
import type { Refusal } from "../../core/base/errors/errors.ts"
import type { ChainUnavailable } from "../../core/ports/chain.ts"
import { type JobVerdict, finished } from "../../core/engine/store/job-queue.ts"
import type { CommitError } from "../../core/engine/store/store.ts"
import { listReviews } from "../../hosts/http/api/definition/admin-books.ts"
import { readDeposit } from "../../hosts/http/api/definition/deposit.ts"
import type { Failure } from "../../hosts/http/api/request/envelope.ts"
import { managed } from "../../hosts/http/api/request/management-route.ts"
import { publicRoute, route } from "../../hosts/http/api/request/route.ts"
import type { TaskFailure, Tasks } from "../../hosts/worker/tasks.ts"

const failing = <E>(): Effect.Effect<never, E> => Effect.never

describe("an HTTP route", () => {
  it("takes what has an answer", () => {
    expectTypeOf<Failure>().toEqualTypeOf<Refusal | CommitError>()
    const make = () => [
      route(readDeposit, () => failing<Refusal>()),
      route(readDeposit, () => failing<CommitError>()),
      publicRoute(readDeposit, () => failing<Failure>()),
      managed(listReviews, () => failing<Failure>())
    ]
    expectTypeOf(make).returns.not.toBeAny()
  })

  it("takes no error of a port and no unknown one", () => {
    const make = () => [
      // @ts-expect-error no one knows what it fails with
      route(readDeposit, () => failing<unknown>()),
      // @ts-expect-error an error that is not of the catalogue
      route(readDeposit, () => failing<ChainUnavailable>()),
      // @ts-expect-error an error without a tag
      route(readDeposit, () => failing<Error>()),
      // @ts-expect-error no one knows what it fails with
      publicRoute(readDeposit, () => failing<unknown>()),
      // @ts-expect-error no one knows what it fails with
      managed(listReviews, () => failing<unknown>())
    ]
    expectTypeOf(make).returns.not.toBeAny()
  })
})

describe("a step of the worker", () => {
  it("takes no error that the worker does not tell apart", () => {
    expectTypeOf<Extract<TaskFailure, CommitError>>().toEqualTypeOf<CommitError>()
    const step = <E>(effect: Effect.Effect<never, E>) => (): Effect.Effect<JobVerdict, E> => effect
    const known: Tasks = {
      passes: () => Effect.succeed(finished),
      fails: step(failing<TaskFailure>()),
      // @ts-expect-error no one knows what it fails with
      strange: step(failing<unknown>()),
      // @ts-expect-error a port's error that no use case turned into a fact
      foreign: step(failing<ChainUnavailable>())
    }
    expectTypeOf(known).not.toBeAny()
  })
})
