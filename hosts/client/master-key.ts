// The master key of a PIN (contract "Wallet keys"): Argon2id with the e-mail's SHA-256 as salt. Natively where the platform has
// it, else by WebAssembly in a worker. PIN bytes are wiped; so is the key, by whoever asked for it.
import { sha256 } from "@noble/hashes/sha2.js"
import type { Argon2Answer, Argon2Question } from "./argon2-worker.ts"
import { PontepayError } from "./errors.ts"

export interface MasterKeyRequest {
  readonly pin: string
  readonly email: string
  /** Makes the worker where the bundler cannot, or where policy wants another address. */
  readonly worker?: (() => Worker) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Part of every envelope that was ever made: none of them can change. */
export const parameters = { memoryKiB: 65_536, passes: 3, lanes: 4, bytes: 32 } as const

/** The key could not be derived here: no memory for it, no WebAssembly, or the worker was not loaded. */
export class UnlockUnavailableError extends PontepayError {
  override readonly name = "UnlockUnavailableError"
}

/** 32 bytes. Fails with `UnlockUnavailableError`, or with the reason of the signal. */
export const masterKey = async ({ email, pin, signal, worker }: MasterKeyRequest): Promise<Uint8Array> => {
  signal?.throwIfAborted()
  const encoder = new TextEncoder()
  // Keyboards compose the same characters in different ways; the service derives from this form as well.
  const password = encoder.encode(pin.normalize("NFC"))
  const salt = new Uint8Array(sha256(encoder.encode(email.trim().toLowerCase())))
  try {
    if (worker !== undefined) return await inWorker(worker, { pin: password, salt, parameters }, signal)
    const native = nativeArgon2()
    if (native !== undefined) return await unlessAborted(native(password, salt), signal)
    return await inWorker(ownWorker, { pin: password, salt, parameters }, signal)
  } finally {
    // What has moved into the worker is gone from here, and is wiped there.
    if (password.length > 0) password.fill(0)
  }
}

// Bundlers know this form, and give the worker a file of its own.
const ownWorker = (): Worker => new Worker(new URL("./argon2-worker.ts", import.meta.url), { type: "module" })

type Argon2 = (password: Uint8Array, salt: Uint8Array) => Promise<Uint8Array>

// Asked for without an import, so that nothing of it is in a bundle for browsers.
const nativeArgon2 = (): Argon2 | undefined => {
  const crypto = globalThis.process?.getBuiltinModule?.("node:crypto")
  if (typeof crypto?.argon2 !== "function") return undefined
  const { bytes, lanes, memoryKiB, passes } = parameters
  return (message, nonce) =>
    new Promise((resolve, reject) => {
      const asked = { message, nonce, memory: memoryKiB, passes, parallelism: lanes, tagLength: bytes }
      crypto.argon2("argon2id", asked, (error, key) =>
        error === null
          ? resolve(key)
          : reject(new UnlockUnavailableError("The key cannot be derived here", { cause: error })))
    })
}

// Native work cannot be stopped: the caller is let go at once, and the key is wiped when it comes.
const unlessAborted = (deriving: Promise<Uint8Array>, signal: AbortSignal | undefined): Promise<Uint8Array> => {
  if (signal === undefined) return deriving
  let stop = (): void => {}
  return new Promise<Uint8Array>((resolve, reject) => {
    stop = () => reject(signal.reason as Error)
    signal.addEventListener("abort", stop)
    deriving.then((key) => {
      if (signal.aborted) key.fill(0)
      resolve(key)
    }, reject)
  }).finally(() => signal.removeEventListener("abort", stop))
}

const inWorker = (
  make: () => Worker,
  question: Argon2Question,
  signal: AbortSignal | undefined
): Promise<Uint8Array> => {
  let worker: Worker | undefined
  let stop = (): void => {}
  return new Promise<Uint8Array>((resolve, reject) => {
    const fail = (cause: unknown): void =>
      reject(new UnlockUnavailableError("The worker that derives the key cannot run here", { cause }))
    stop = () => reject(signal?.reason as Error)
    signal?.addEventListener("abort", stop)
    try {
      worker = make()
    } catch (cause) {
      return fail(cause)
    }
    worker.addEventListener("error", (event) => fail(event.message))
    worker.addEventListener(
      "message",
      ({ data }: MessageEvent<Argon2Answer>) => "key" in data ? resolve(data.key) : fail(data.problem)
    )
    // The PIN moves over instead of being copied.
    worker.postMessage(question, [question.pin.buffer])
  }).finally(() => {
    signal?.removeEventListener("abort", stop)
    worker?.terminate()
  })
}
