// Stores the recipe of an operation before anything of it is signed; whoever loses reads the winner's (0239).
import { Clock, Effect } from "effect"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import type { Call } from "./call.ts"
import { changed, stored } from "./log.ts"
import type { TronNode } from "./node.ts"
import { type Attempt, type TronOperation, lastOf } from "./operation.ts"
import { type Recipe, build, expirationProblem, longestLifeMs } from "./transaction.ts"

export interface RecipesConfig {
  /** Highest worth of energy that one transfer may take, in sun. */
  readonly feeLimitSun: bigint
  /** How long a transaction of a key of ours can land. Milliseconds. */
  readonly lifeMs: number
}

/** What an operation does, and whose key signs for it. */
export interface Plan extends Pick<TronOperation, "signer"> {
  readonly call: Call
}

export const makeRecipes = ({ feeLimitSun, lifeMs }: RecipesConfig, nodes: Quorum<TronNode>) => {
  /** A block that every node has for good, so that none answers that it does not know it. */
  const reference = Effect.gen(function*() {
    const number = yield* nodes.reached((node) => Effect.map(node.solidHead, (head) => head.number))
    const block = number === undefined ? undefined : yield* nodes.agreed((node) => node.solidBlock(number))
    return block ?? (yield* new NodeAway({ reason: "no solidified block is known" }))
  })

  /** A recipe for now. What a wallet signs can land until `expiresBy`, and for a day at most. */
  const recipe = Effect.fnUntraced(function*(expiresBy?: number) {
    const block = yield* reference
    const expiration = expiresBy === undefined
      ? block.time + lifeMs
      : Math.min(expiresBy, block.time + longestLifeMs)
    const problem = expirationProblem(expiration, block.time)
    if (problem !== undefined) return yield* new NodeAway({ reason: problem })
    const found: Recipe = {
      block: { number: block.number, hash: block.hash },
      timestamp: yield* Clock.currentTimeMillis,
      expiration,
      feeLimit: feeLimitSun
    }
    return found
  })

  const attemptOf = (call: Call, given: Recipe): Attempt => ({
    recipe: given,
    txid: build(call, given).id,
    signed: null,
    ended: null
  })

  /** Stores a recipe under an id, unless there is one that can still be used. */
  return Effect.fnUntraced(function*(id: string, { call, signer }: Plan, expiresBy?: number) {
    for (let later = 0;; later++) {
      const before = yield* stored(id)
      const last = before && lastOf(before.value)
      if (before !== undefined && (before.value.verdict !== null || last === undefined || last.ended === null)) {
        return before
      }
      const given = yield* recipe(expiresBy)
      // Another operation may be alike but for its time, and then it would be the same transaction.
      const attempt = attemptOf(call, { ...given, timestamp: given.timestamp + later })
      const createdAt = yield* Clock.currentTimeMillis
      yield* changed(
        before,
        before === undefined
          ? { id, owner: operatorOwner, signer, call, attempts: [attempt], verdict: null, createdAt }
          : { ...before.value, attempts: [...before.value.attempts, attempt] }
      )
    }
  })
}
