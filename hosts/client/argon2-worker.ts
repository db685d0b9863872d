// A worker that derives one key, so that the page stays alive meanwhile. Whoever started it ends it, and with it goes the memory
// in which the key was made. It loads nothing and asks no one.
import { type Argon2Parameters, argon2Wasm } from "./argon2-wasm.ts"

/** What a worker is asked. */
export interface Argon2Question {
  readonly pin: Uint8Array<ArrayBuffer>
  readonly salt: Uint8Array<ArrayBuffer>
  readonly parameters: Argon2Parameters
}

/** What it answers: the key, or what went wrong. */
export type Argon2Answer = { readonly key: Uint8Array } | { readonly problem: string }

const answer = async ({ parameters, pin, salt }: Argon2Question): Promise<Argon2Answer> => {
  try {
    return { key: await argon2Wasm(pin, salt, parameters) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  } finally {
    pin.fill(0)
  }
}

self.addEventListener("message", ({ data }: MessageEvent<Argon2Question>) => {
  void answer(data).then((told) => self.postMessage(told))
})
