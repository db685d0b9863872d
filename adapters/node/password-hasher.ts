// Passwords by node:crypto: Argon2id (RFC 9106) off the event loop, as PHC strings. A hash that was made with other parameters
// is checked with its own.
import { argon2, randomBytes } from "node:crypto"
import { promisify } from "node:util"
import { Effect, Layer, Redacted } from "effect"
import { limits } from "../../core/base/limits/limits.ts"
import { HasherBusy, PasswordHasher } from "../../core/ports/password-hasher.ts"
import { equalInConstantTime } from "../../core/base/text/text.ts"
import { sharedPlaces } from "./turns.ts"

/** What a hash costs. */
export interface HashCost {
  /** KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** As OWASP has it for Argon2id. */
export const strongCost: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }

const saltBytes = 16
const tagBytes = 32

const form = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/

const derive = promisify(argon2)

const tagOf = async (password: Redacted.Redacted, salt: Buffer, cost: HashCost): Promise<Buffer> =>
  derive("argon2id", { message: Redacted.value(password), nonce: salt, ...cost, tagLength: tagBytes })

const base64 = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "")

const hashed = async (password: Redacted.Redacted, salt: Buffer, cost: HashCost): Promise<string> => {
  const { memory, parallelism, passes } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${
    base64(await tagOf(password, salt, cost))
  }`
}

const costIn = (hash: string) => {
  const [, memory, passes, parallelism, salt] = form.exec(hash) ?? []
  if (salt === undefined) throw new Error("A stored hash of a password is none")
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, "base64")
  }
}

// Of the process, as the threads are that derive.
const inTurn = sharedPlaces({
  places: limits.passwords.atOnce,
  waitingPerOwner: limits.passwords.waiting,
  waitMs: limits.passwords.waitMs
})

const turned = <A>(turn: string, work: () => Promise<A>): Effect.Effect<A, HasherBusy> =>
  Effect.mapError(inTurn(turn, work), () => new HasherBusy())

/** Hashes at a cost; weaker ones are for tests. */
export const layer = (cost: HashCost = strongCost): Layer.Layer<PasswordHasher> =>
  Layer.succeed(PasswordHasher, {
    hash: (password, turn) => turned(turn, () => hashed(password, randomBytes(saltBytes), cost)),
    verify: (password, hash, turn) =>
      turned(turn, async () => {
        const known = hash === undefined ? { cost, salt: randomBytes(saltBytes) } : costIn(hash)
        const found = await hashed(password, known.salt, known.cost)
        return hash !== undefined && equalInConstantTime(found, hash)
      }),
    isOutdated: (hash) => {
      const { cost: made } = costIn(hash)
      return made.memory < cost.memory || made.passes < cost.passes
    }
  })
