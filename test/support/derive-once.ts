// Set-up of every test file: a key that was derived from a PIN in this process is not derived again. Argon2 takes 64 MiB and
// a tenth of a second by design, and tests open the same few wallets with the same few PINs hundreds of times.
import crypto, { type Argon2Parameters } from "node:crypto"
import { syncBuiltinESMExports } from "node:module"

type Derived = (error: Error | null, key: Buffer) => void

const { argon2 } = crypto
const keys = new Map<string, Buffer>()

const text = (value: unknown): unknown => value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value

const once = (algorithm: "argon2d" | "argon2i" | "argon2id", parameters: Argon2Parameters, done: Derived): void => {
  const name = JSON.stringify([algorithm, ...Object.entries(parameters).map(([key, value]) => [key, text(value)])])
  const known = keys.get(name)
  // A copy: whoever gets a key may wipe it.
  if (known !== undefined) return void setImmediate(() => done(null, Buffer.from(known)))
  argon2(algorithm, parameters, (error, key) => {
    if (error === null) keys.set(name, Buffer.from(key))
    done(error, key)
  })
}

crypto.argon2 = once as typeof argon2
syncBuiltinESMExports()
