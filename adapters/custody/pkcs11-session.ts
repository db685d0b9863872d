// One session with a token of a PKCS#11 module: kept, and opened again after an error. One call at a time, for a session signs one thing at
// a time. A PIN that was refused is never given again, as tokens lock themselves after some wrong ones.
import type { Handle, PKCS11 } from "pkcs11js"
import { Clock, Effect, Redacted } from "effect"
import { type Secret, type SecretSource, readSecret } from "../http-client/secret-file.ts"
import { SignerAway, type SignerProblem, SignerRefused } from "./signer.ts"

export interface Pkcs11Settings {
  /** The path of the module, a shared library. */
  readonly module: string
  /** The label of the token. */
  readonly token: string
  readonly pin: SecretSource
  /** For one signature, with the wait for its turn. Milliseconds, 5,000 unless given. */
  readonly timeoutMs?: number
}

/** A session that is logged in. */
export interface OpenSession {
  readonly pkcs11: PKCS11
  readonly handle: Handle
}

export interface Pkcs11Session {
  /** Calls that need a session, when it is their turn. */
  readonly use: <A>(work: (session: OpenSession) => Promise<A>) => Effect.Effect<A, SignerProblem>
}

/** Opening blocks this thread while the module looks for its device, so one that failed is not tried again at once. */
const pauseMs = 1_000

/** Results of PKCS#11 after which the same call fails again until somebody changes something. */
const refusals =
  /^CKR_(?:PIN_\w+|KEY_FUNCTION_NOT_PERMITTED|KEY_TYPE_INCONSISTENT|MECHANISM_\w+|USER_PIN_NOT_INITIALIZED)$/
/** Of those, the ones that are about the PIN. */
const pinRefusals = /^CKR_PIN_/

/** The name of a result, such as CKR_DEVICE_ERROR; the rest of an error's words is the module's. */
const resultOf = (cause: unknown): string =>
  /CKR_[A-Z0-9_]+/.exec(cause instanceof Error ? cause.message : "")?.[0] ?? "the module failed"

const isProblem = (cause: unknown): cause is SignerProblem =>
  cause instanceof SignerAway || cause instanceof SignerRefused

const problemOf = (cause: unknown): SignerProblem => {
  if (isProblem(cause)) return cause
  const reason = resultOf(cause)
  return refusals.test(reason) ? new SignerRefused({ reason }) : new SignerAway({ reason })
}

// What another user of the same module in this process did before is done for us too.
const unless = (done: string, call: () => void): void => {
  try {
    call()
  } catch (cause) {
    if (resultOf(cause) !== done) throw cause
  }
}

// Node.js sees no names of a CommonJS package that it makes as it is loaded: they are in `default`.
const loaded = async (path: string): Promise<PKCS11> => {
  const { default: { PKCS11 } } = await import("pkcs11js").catch(() => {
    throw new SignerRefused({ reason: "the package pkcs11js is not installed, or its build does not run here" })
  })
  const pkcs11 = new PKCS11()
  try {
    pkcs11.load(path)
  } catch {
    throw new SignerRefused({ reason: `the module cannot be loaded: ${path}` })
  }
  return pkcs11
}

/** The session of a token. Needs the package `pkcs11js`, which is loaded with the first call. */
export const makePkcs11Session = (settings: Pkcs11Settings): Pkcs11Session => {
  const { module, timeoutMs = 5_000, token: label } = settings
  const pin = Effect.mapError(
    readSecret(settings.pin),
    ({ path, problem }) => new SignerRefused({ reason: `${path}: ${problem}` })
  )
  let library: PKCS11 | undefined
  let current: OpenSession | undefined
  let last: { readonly at: number; readonly problem: SignerProblem } | undefined
  let refusedVersion: string | undefined
  let turn: Promise<unknown> = Promise.resolve()

  const open = async ({ text, version }: Secret): Promise<OpenSession> => {
    if (version === refusedVersion) throw new SignerRefused({ reason: "the PIN was refused, and is not tried again" })
    const pkcs11 = library ??= await loaded(module)
    const { default: { CKF_SERIAL_SESSION, CKU_USER } } = await import("pkcs11js")
    unless("CKR_CRYPTOKI_ALREADY_INITIALIZED", () => pkcs11.C_Initialize())
    const slot = pkcs11.C_GetSlotList(true).find((each) => pkcs11.C_GetTokenInfo(each).label.trim() === label)
    if (slot === undefined) throw new SignerAway({ reason: "the token is not there" })
    const handle = pkcs11.C_OpenSession(slot, CKF_SERIAL_SESSION)
    try {
      unless("CKR_USER_ALREADY_LOGGED_IN", () => pkcs11.C_Login(handle, CKU_USER, Redacted.value(text)))
    } catch (cause) {
      if (pinRefusals.test(resultOf(cause))) refusedVersion = version
      pkcs11.C_CloseSession(handle)
      throw cause
    }
    return { pkcs11, handle }
  }

  const drop = (): void => {
    const dropped = current
    current = undefined
    try {
      dropped?.pkcs11.C_CloseSession(dropped.handle)
    } catch {
      // It is gone already, which may be why it is dropped.
    }
  }

  const reopened = async (secret: Secret, now: number): Promise<OpenSession> => {
    if (last !== undefined && now - last.at >= 0 && now - last.at < pauseMs) throw last.problem
    try {
      current = await open(secret)
      last = undefined
      return current
    } catch (cause) {
      last = { at: now, problem: problemOf(cause) }
      throw cause
    }
  }

  const used = async <A>(work: (session: OpenSession) => Promise<A>, secret: Secret, now: number): Promise<A> => {
    if (current !== undefined) {
      try {
        return await work(current)
      } catch (cause) {
        if (problemOf(cause)._tag === "SignerRefused") throw cause
        // The device may have ended what was kept: a session that is new says whether it is there.
        drop()
      }
    }
    const session = await reopened(secret, now)
    try {
      return await work(session)
    } catch (cause) {
      if (problemOf(cause)._tag === "SignerAway") drop()
      throw cause
    }
  }

  return {
    use: (work) =>
      Effect.gen(function*() {
        const secret = yield* pin
        const now = yield* Clock.currentTimeMillis
        return yield* Effect.tryPromise({
          try: (signal) => {
            // No one can end a call of a module: it keeps its turn until it returns, also when no one waits for it any more.
            const mine = turn.then(() => {
              if (signal.aborted) throw new SignerAway({ reason: "it was not its turn in time" })
              return used(work, secret, now)
            })
            turn = mine.catch(() => undefined)
            return mine
          },
          catch: problemOf
        })
      }).pipe(Effect.timeoutOrElse({
        duration: timeoutMs,
        orElse: () => Effect.fail(new SignerAway({ reason: `no signature within ${timeoutMs} ms` }))
      }))
  }
}
