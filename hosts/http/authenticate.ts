// From a bearer key to the caller it belongs to. A caller is remembered for a second, so that a busy key costs no read a
// request, and a revoked one is out within that second.
import { Effect, Redacted } from "effect"
import { type Caller, callerOf, keyMayEnter } from "../../core/access/caller.ts"
import type { Environment } from "../../core/environment/environment.ts"
import { Unauthorized } from "../../core/errors/errors.ts"
import { Secrets } from "../../core/ports/secrets.ts"
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
    if (known !== undefined && known.until > now) return known.caller
    const caller = yield* callerOf(key, environment)
    if (remembered.size >= rememberedKeys) remembered.clear()
    remembered.set(digest, { caller, until: now + rememberedMs })
    return caller
  })
}
