// DePix swap endpoints to their use cases. Whether swaps exist here is said before the body is read; an identical
// replay answers 200 where a new swap answers 202.
import { Effect } from "effect"
import { type Once, answered } from "../../../../core/customers/idempotency/idempotency.ts"
import * as create from "../../../../core/payments/swap/create-swap.ts"
import * as read from "../../../../core/payments/swap/read-swap.ts"
import { availableHere } from "../../../../core/payments/swap/routes.ts"
import type { SwapRequest } from "../../../../core/payments/swap/swap-request.ts"
import type { SwapAnswer } from "../../../../core/payments/swap/swap-view.ts"
import { scopeOf } from "../definition/needs.ts"
import { createSwap, readSwap } from "../definition/swap.ts"
import { type Route, answerOf, inputOf, route } from "../request/route.ts"

const readInput = inputOf(createSwap)

const statusOf = (once: Once<SwapAnswer>): number => once._tag === "Answered" && once.replayed ? 200 : 202

const createRoute: Route = {
  method: createSwap.method,
  path: createSwap.path,
  hasBody: true,
  provesItself: false,
  scope: scopeOf(createSwap),
  run: Effect.fnUntraced(function*(matched, authenticate) {
    const caller = yield* authenticate
    yield* availableHere(caller)
    const { attempt, payload } = yield* readInput(matched)
    const once = yield* create.createSwap({
      caller,
      request: payload as SwapRequest,
      attempt
    })
    return answerOf(statusOf(once), once)
  })
}

export const swapRoutes = [
  createRoute,
  route(
    readSwap,
    ({ caller, params, query }) =>
      Effect.map(read.readSwap(caller, params.swapId, query.subAccountId), (record) => answered(record))
  )
]
