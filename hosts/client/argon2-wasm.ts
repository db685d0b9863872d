// Argon2id by WebAssembly. It blocks whoever calls it for as long as it takes.
import { argon2id } from "hash-wasm"

/** The cost of a derivation, and how long the key is. */
export interface Argon2Parameters {
  readonly memoryKiB: number
  readonly passes: number
  readonly lanes: number
  readonly bytes: number
}

/** The key of a PIN and its salt. */
export const argon2Wasm = (
  pin: Uint8Array,
  salt: Uint8Array,
  { bytes, lanes, memoryKiB, passes }: Argon2Parameters
): Promise<Uint8Array> =>
  argon2id({
    password: pin,
    salt,
    memorySize: memoryKiB,
    iterations: passes,
    parallelism: lanes,
    hashLength: bytes,
    outputType: "binary"
  })
