// From a bearer key to the caller it belongs to. A caller is remembered for a second, so that a busy key costs no read a
// request, and a revoked one is out within that second.
import { Effect, Redacted } from "effect"
import { type Caller, callerOf, keyMayEnter, requireAddress } from "../../../../core/customers/access/caller.ts"
import type { Account, RequestRate } from "../../../../core/customers/account/account.ts"
import { noteUse } from "../../../../core/customers/account/key-use.ts"
import type { Environment } from "../../../../core/base/environment/environment.ts"
import { RateLimited, Unauthorized } from "../../../../core/base/errors/errors.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { Secrets } from "../../../../core/engine/store/secrets.ts"
import { rateHeaders } from "./envelope.ts"
import { type Bucket, makeRateBuckets } from "./rate-buckets.ts"
import type { WireRequest } from "./wire.ts"

const rememberedMs = 1_000
const rememberedKeys = 10_000
const longestKey = 512

interface Remembered {
  readonly caller: Caller
  readonly until: number
}

/** The bearer key or token of a request; undefined when it carries none. */
export const bearerOf = (request: WireRequest): Redacted.Redacted | undefined => {
  const header = request.headers["authorization"]
  if (header === undefined || header.length > longestKey || !/^bearer /i.test(header)) return undefined
  const key = header.slice("bearer ".length).trim()
  return key === "" ? undefined : Redacted.make(key)
}

/** Finds the caller of a request, one memory an app. */
export const makeAuthenticate = (environment: Environment) => {
  const remembered = new Map<string, Remembered>()
  return Effect.fnUntraced(function*(request: WireRequest, now: number) {
    const key = bearerOf(request)
    if (key === undefined) return yield* new Unauthorized({ problem: "missing" })
    const refusal = keyMayEnter(key, environment)
    if (refusal !== undefined) return yield* refusal
    const digest = yield* Secrets.use((secrets) => secrets.keyDigest(key))
    const known = remembered.get(digest)
    const isFresh = known !== undefined && known.until > now
    const caller = isFresh ? known.caller : yield* callerOf(key, environment)
    yield* requireAddress(caller, request.peer)
    if (isFresh) return caller
    if (remembered.size >= rememberedKeys) remembered.clear()
    remembered.set(digest, { caller, until: now + rememberedMs })
    return caller
  })
}

/** Notes which keys are used, each at most once a minute. For requests that were not refused: those leave no trace (C13). */
export const makeUseNotes = () => {
  const notedAt = new Map<string, number>()
  return ({ account, keyId }: Caller, now: number) => {
    const before = notedAt.get(keyId)
    if (before !== undefined && now - before < limits.keyUseMs) return Effect.void
    if (notedAt.size >= rememberedKeys) notedAt.clear()
    notedAt.set(keyId, now)
    return noteUse({ id: keyId, owner: account.id }, now)
  }
}

const rateOf = ({ environment, requestRate }: Account): RequestRate | undefined => requestRate ?? defaults[environment]

const defaults: Readonly<Record<Environment, RequestRate | undefined>> = {
  production: limits.requestRate,
  sandbox: undefined
}

/** What became of one request: what is left, and the refusal when nothing was. */
export interface Quota {
  readonly headers: Readonly<Record<string, string>>
  readonly refusal: RateLimited | undefined
}

/**
 * Counts the requests of a plane against the general rate (C40): in production every owner has one, in the sandbox only those whose
 * account says so; `undefined` where none applies. What is counted stands in `known`.
 */
export const makeRateLimit = (known = new Map<string, Bucket>()) => {
  const take = makeRateBuckets(known)
  return ({ account }: Caller, now: number): Quota | undefined => {
    const rate = rateOf(account)
    if (rate === undefined) return undefined
    const { left, retryAfterSeconds } = take(account.id, rate, now)
    return {
      headers: rateHeaders(left),
      refusal: retryAfterSeconds === undefined ? undefined : new RateLimited({ retryAfterSeconds })
    }
  }
}
