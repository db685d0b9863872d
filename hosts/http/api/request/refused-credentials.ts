// Credentials that are refused where no API key is needed: tokens at management, signatures of providers, and links and sessions of
// hosted pages. Each is counted, and an address that sends many is slowed down. Invariant: what is remembered is bounded, and no
// address is slowed for what another one sent.
import { Clock, Effect } from "effect"
import { environmentOfKey } from "../../../../core/customers/account/api-key.ts"
import { RateLimited } from "../../../../core/base/errors/errors.ts"
import type { Environment } from "../../../../core/base/environment/environment.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { secondsUntil } from "../../../../core/base/time/instant.ts"
import { type Door, countRefusedCredential } from "../../../telemetry/instruments.ts"
import { bearerOf } from "./authenticate.ts"
import type { Failure } from "./envelope.ts"
import { peerName } from "./peer.ts"
import { makeSweep } from "./sweep.ts"
import type { Seen, WireRequest } from "./wire.ts"

/** A credential that was shown: at which door, of which environment, and by which request. */
export interface Shown {
  readonly door: Door
  readonly environment: Environment
  readonly request: WireRequest
  readonly seen: Seen
}

export interface RefusedCredentials {
  /** Counts a credential that was refused; fails when its address had too many, instead of saying so again. */
  readonly count: (shown: Shown) => Effect.Effect<void, RateLimited>
  /** Fails for an operator's token while its address had too many refused: whether it is right is not looked at. */
  readonly requireTry: (shown: Shown) => Effect.Effect<void, RateLimited>
  /** The same for whatever is shown: where operators sign in, everybody may try. */
  readonly requireLess: (shown: Shown) => Effect.Effect<void, RateLimited>
}

/** What an address had refused in a stretch of time. */
interface Tries {
  readonly since: number
  readonly count: number
}

const { tries: mostTries, withinMs } = limits.refusedCredentials
/** The oldest goes for another one. */
const mostAddresses = 10_000

/** Counts refused credentials of a process. */
export const makeRefusedCredentials = (known = new Map<string, Tries>()): RefusedCredentials => {
  const isOver = ({ since }: Tries, now: number) => now >= since + withinMs
  const sweep = makeSweep(known, isOver)
  const triesOf = (name: string, now: number): Tries | undefined => {
    const tries = known.get(name)
    return tries === undefined || isOver(tries, now) ? undefined : tries
  }
  const remember = (name: string, now: number): void => {
    const before = triesOf(name, now)
    if (before === undefined) known.delete(name)
    known.set(name, { since: before?.since ?? now, count: (before?.count ?? 0) + 1 })
    const [oldest] = known.keys()
    if (known.size > mostAddresses && oldest !== undefined) known.delete(oldest)
  }
  const requireLess = Effect.fnUntraced(function*({ door, environment, request }: Shown) {
    // Clients that cannot be told apart would slow each other down.
    if (request.peer === undefined) return
    const now = yield* Clock.currentTimeMillis
    const before = triesOf(nameOf(door, request), now)
    if (before === undefined || before.count < mostTries) return
    countRefusedCredential(environment, door, "slowed")
    return yield* new RateLimited({ retryAfterSeconds: secondsUntil(now, before.since + withinMs) })
  })
  return {
    count: Effect.fnUntraced(function*(shown) {
      const { door, environment, request, seen } = shown
      seen.refusedFrom = peerName(request.peer)
      countRefusedCredential(environment, door, "refused")
      if (request.peer === undefined) return
      const now = yield* Clock.currentTimeMillis
      sweep(now)
      yield* requireLess(shown)
      remember(nameOf(door, request), now)
    }),
    requireTry: (shown) => {
      const bearer = bearerOf(shown.request)
      const isToken = bearer !== undefined && environmentOfKey(bearer) === undefined
      return isToken ? requireLess(shown) : Effect.void
    },
    requireLess
  }
}

const nameOf = (door: Door, { peer }: WireRequest): string => `${door}/${peerName(peer)}`

// The fields in which hosted pages send the token of their session.
const tokenFields = ["session", "validateLivenessToken"]

/** Whether a request failed because its credential opens nothing. */
export const isCredentialRefused = (door: Door, error: Failure): boolean => {
  if (error._tag === "Unauthorized" || error._tag === "SignInRefused") return true
  if (door !== "hosted") return false
  if (error._tag === "ValidationFailed") return error.details.some(({ field }) => tokenFields.includes(field))
  return error._tag === "NotFound" || error._tag === "UploadExpired"
}
