// What happens to the process and to whoever signs: a signer that is away, another key, a process that ends between two steps, and two of them.
import { randomBytes } from "node:crypto"
import { hex } from "@scure/base"
import { Effect, Redacted } from "effect"
import { localSecpSigner } from "../../../adapters/custody/local.ts"
import { type SecpSigner, SignerAway, type SignerProblem, SignerRefused } from "../../../adapters/custody/signer.ts"
import type { Fault } from "./fault.ts"
import { recordOf } from "./stranger.ts"
import { type Treasury, freshAddress } from "./world.ts"

const keyOf = ({ treasury }: Treasury): SecpSigner => localSecpSigner(Redacted.make(hex.decode(treasury)))

const failing = (treasury: Treasury, problem: SignerProblem): SecpSigner => ({
  publicKey: keyOf(treasury).publicKey,
  sign: () => Effect.fail(problem)
})

const heldBySigner = (name: string, signer: (treasury: Treasury) => SecpSigner): Fault => ({
  case: name,
  play: async ({ again, deliver, look, treasury }) => {
    const without = again({}, signer(treasury))
    const before = [await deliver({}, without), await look(without)]
    return [...before, await deliver(), await look()]
  },
  answers: ["Held custody", "Absent", "Unknown", "Done"],
  moved: [100_000n]
})

export const processFaults: ReadonlyArray<Fault> = [
  heldBySigner("a signer that is away", (treasury) => failing(treasury, new SignerAway({ reason: "away" }))),
  heldBySigner("a signer that does not want", (treasury) => failing(treasury, new SignerRefused({ reason: "policy" }))),
  heldBySigner("a signer with another key", (treasury) => ({
    publicKey: keyOf(treasury).publicKey,
    sign: localSecpSigner(Redacted.make(new Uint8Array(randomBytes(32)))).sign
  })),
  {
    case: "a recipe that was never signed: an hour later its coins are another delivery's",
    play: async ({ again, deliver, look, treasury }) => {
      const without = again({}, failing(treasury, new SignerAway({ reason: "away" })))
      const other = { operationId: "deliver/unsigned", address: freshAddress() }
      const before = [await deliver(other, without), await deliver()]
      await without.step(Date.now() + 3_600_001)
      return [...before, await deliver(), await look()]
    },
    answers: ["Held custody", "Held float", "Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "a process that ends after it stored the bytes and before it sent them: another sends the same",
    play: async ({ again, deliver, look, operationId, plane, treasury }) => {
      treasury.proxies[0]?.next("sendrawtransaction", "cut")
      const first = [await deliver(), await look()]
      const raw = (await recordOf(plane, operationId)).attempts[0]?.raw
      const next = again()
      await next.step()
      const last = await look(next)
      if ((await recordOf(plane, operationId)).attempts[0]?.raw !== raw) throw new Error("it was signed again")
      return [...first, last]
    },
    answers: ["Unknown", "Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "two processes that deliver the same at once",
    parts: { coins: [1_000_000n, 1_000_000n, 1_000_000n] },
    play: async ({ again, deliver, look }) => {
      const both = [again(), again()]
      await Promise.all(Array.from({ length: 8 }, (_, place) => deliver({}, both[place % 2])))
      return [await look()]
    },
    answers: ["Done"],
    moved: [100_000n]
  },
  {
    case: "two processes that deliver different things from the same coins at once",
    parts: { coins: Array.from({ length: 6 }, () => 150_000n) },
    play: async ({ again, deliver, look }) => {
      const both = [again(), again()]
      await Promise.all(
        Array.from(
          { length: 6 },
          (_, place) => deliver(place === 0 ? {} : { operationId: `deliver/both/${place}` }, both[place % 2])
        )
      )
      return [await look()]
    },
    answers: ["Done"],
    moved: Array.from({ length: 6 }, () => 100_000n)
  }
]
