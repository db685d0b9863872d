// From a bearer key to the caller it belongs to. A caller is remembered for a second, so that a busy key costs no read a
// request, and a revoked one is out within that second.
import { Effect, Redacted } from "effect"
import { type Caller, callerOf, keyMayEnter, requireAddress } from "../../core/access/caller.ts"
import type { Environment } from "../../core/environment/environment.ts"
import { noteUse } from "../../core/account/key-use.ts"
import { Unauthorized } from "../../core/errors/errors.ts"
import { limits } from "../../core/limits/limits.ts"
import { Secrets } from "../../core/ports/secrets.ts"
import type { WireRequest } from "./wire.ts"

const rememberedMs = 1_000
const rememberedKeys = 10_000
const longestKey = 512

interface Remembered {
  readonly caller: Caller
  readonly until: number
  /** When its use was last noted. */
  readonly notedAt: number
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
    const isNoted = known !== undefined && now - known.notedAt < limits.keyUseMs
    if (!isNoted) yield* noteUse({ id: caller.keyId, owner: caller.account.id }, now)
    if (remembered.size >= rememberedKeys) remembered.clear()
    remembered.set(digest, { caller, until: now + rememberedMs, notedAt: isNoted ? known.notedAt : now })
    return caller
  })
}
