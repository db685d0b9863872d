// Deliveries from the treasury: what is looked at before anything is signed, and then the transfer, which the treasury pays for itself.
import { Effect } from "effect"
import { reason } from "../../core/base/reason/reason.ts"
import type { DeliveryOrder } from "../../core/ports/chain.ts"
import { held, refused, unknown } from "../../core/ports/outcome.ts"
import type { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { accountSeenBy } from "./accounts.ts"
import { type TokenTransfer, isSameCall } from "./call.ts"
import type { TronNode } from "./node.ts"
import type { Prices } from "./node-answers.ts"
import { isWithdrawn } from "./operation.ts"
import type { Operations } from "./operations.ts"
import type { makePreflight } from "./preflight.ts"
import { unsent } from "../rpc-quorum/problems.ts"
import { sent } from "./sent.ts"
import type { Stops } from "./stops.ts"
import type { Token, Tokens } from "./tokens.ts"
import { build } from "./transaction.ts"
import type { NetworkWrong } from "../rpc-quorum/network-wrong.ts"

export interface DeliveriesConfig {
  readonly treasury: string
  readonly patienceMs: number
  /** Looks at the network once before anything is sent. */
  readonly verified: Effect.Effect<void, NetworkWrong | NodeAway>
}

/** A recipe for the size alone: every real one is as long, or shorter. */
const sizeOnly = {
  block: { number: 0xffffn, hash: "f".repeat(64) },
  timestamp: 4_102_444_800_000,
  expiration: 4_102_444_800_000,
  feeLimit: 15_000_000_000n
} as const

export const makeDeliver = (
  { patienceMs, treasury, verified }: DeliveriesConfig,
  tokens: Tokens,
  preflight: ReturnType<typeof makePreflight>,
  operations: Operations,
  stops: Stops,
  nodes: Quorum<TronNode>
) => {
  /** Whether the treasury can pay the network for a transfer. */
  const fuelProblem = Effect.fnUntraced(function*(transfer: TokenTransfer, energyNeeded: bigint, prices: Prices) {
    const account = yield* accountSeenBy(nodes, treasury)
    const short = energyNeeded > account.energy ? energyNeeded - account.energy : 0n
    const size = build(transfer, sizeOnly).size
    const sun = short * prices.energy + (account.bandwidth < size ? size * prices.byte : 0n)
    return account.sun < sun
      ? held("fuel", `a delivery takes ${sun} sun, and ${treasury} has ${account.sun}`)
      : undefined
  })

  /** What ends a delivery before anything is signed; undefined where it can be made. */
  const judged = Effect.fnUntraced(function*(id: string, token: Token, call: TokenTransfer) {
    yield* verified
    const stopped = yield* stops.deliveryProblem(token.address, id)
    if (stopped !== undefined) return stopped
    const found = yield* preflight(token, call, true)
    if (found._tag === "Held") return found
    return found._tag === "Never"
      ? yield* operations.refuse(id, { signer: "treasury", call }, found.reason)
      : yield* fuelProblem(call, found.energy, found.prices)
  })

  return Effect.fnUntraced(function*(order: DeliveryOrder) {
    const { address: to, asset, operationId: id, units } = order
    const token = tokens.of(asset)
    if (token === undefined) return held("notConfigured", `no token stands for ${asset} on TRON`)
    if (units <= 0n) return refused("badAmount", "0")
    const problem = to === treasury ? reason("badReceiver", "the treasury itself") : tokens.receiverProblem(to)
    if (problem !== undefined) return refused(problem)
    const call: TokenTransfer = { _tag: "TokenTransfer", token: token.address, from: treasury, to, units }
    const before = yield* operations.stored(id)
    const known = before?.value.call ?? undefined
    if (known !== undefined && !isSameCall(known, call)) return unknown("idTaken")
    if (before !== undefined && isWithdrawn(before.value)) return yield* operations.cancelled(id)
    const found = yield* operations.look(id)
    if (found._tag === "Done" || found._tag === "Refused") return found
    if (found._tag === "Absent") {
      const answer = yield* unsent(judged(id, token, call))
      if (answer !== undefined) return sent(answer)
    }
    return sent(yield* operations.perform(id, { signer: "treasury", call }, patienceMs))
  })
}
