// What holds for every signer, wherever its key is: one suite, run against each of them.
import { ed25519 } from "@noble/curves/ed25519.js"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { Effect, Exit, type Layer, Logger, References } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { EdSigner, SecpSigner, SignerProblem, SigningPurpose } from "../../adapters/custody/index.ts"

type Opened<Signer> = () => Effect.Effect<Signer, SignerProblem>

/** Something that keeps a signer from signing, until it ends. */
export interface Trouble {
  readonly name: string
  readonly expects: SignerProblem["_tag"]
  readonly begin: () => Promise<void> | void
  readonly end: () => Promise<void> | void
}

export interface SignersUnderTest {
  readonly secp: Opened<SecpSigner>
  readonly ed: Opened<EdSigner>
  /** Keys of other kinds, each opened as one of its own. */
  readonly wrong: Readonly<Record<string, () => Effect.Effect<unknown, SignerProblem>>>
  readonly troubles: ReadonlyArray<Trouble>
  /** Signatures that are looked at. */
  readonly runs: number
}

export const purpose: SigningPurpose = {
  operationId: "dep_01canary/deliver",
  network: "polygon",
  what: "USDT",
  units: 1_000_000n,
  to: "0x00000000000000000000000000000000000000aa"
}

interface Lines {
  readonly layer: Layer.Layer<never>
  readonly texts: ReadonlyArray<string>
}

/** What an effect logs, as JSON. */
const openLines = (): Lines => {
  const texts: Array<string> = []
  const logger = Logger.make((options) => void texts.push(Logger.formatJson.log(options)))
  return { layer: Logger.layer([logger]), texts }
}

export const quietly = <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.provideService(effect, References.MinimumLogLevel, "None"))

/** The tag of the problem that an effect fails with; undefined where it does not. */
export const problemOf = async (effect: Effect.Effect<unknown, SignerProblem>): Promise<SignerProblem | undefined> => {
  const exit = await quietly(Effect.exit(effect))
  const failure = Exit.findErrorOption(exit)
  return failure._tag === "Some" ? failure.value : undefined
}

const digests = fc.uint8Array({ minLength: 32, maxLength: 32 })
const messages = fc.uint8Array({ minLength: 1, maxLength: 1_232 })
const half = secp256k1.Point.Fn.ORDER >> 1n

const isGood = async (signer: SecpSigner, digest: Uint8Array): Promise<string> => {
  const { r, recovery, s } = await quietly(signer.sign(digest, purpose))
  expect([r.length, s.length, signer.publicKey.length]).toEqual([32, 32, 33])
  const compact = Uint8Array.from([...r, ...s])
  const options = { prehash: false, lowS: true } as const
  expect(secp256k1.verify(compact, digest, signer.publicKey, options)).toBe(true)
  expect(BigInt(`0x${Buffer.from(s).toString("hex")}`) <= half).toBe(true)
  const found = secp256k1.Signature.fromBytes(compact).addRecoveryBit(recovery).recoverPublicKey(digest).toBytes(true)
  expect(Buffer.from(found)).toEqual(Buffer.from(signer.publicKey))
  return Buffer.from(compact).toString("hex")
}

/** The suite of signers by a name. */
export const signerSuite = (name: string, open: () => SignersUnderTest): void => {
  describe(`${name}: laws of signers`, () => {
    it("signs digests so that they verify, with the lower s and the recovery that finds the key", async () => {
      const { runs, secp } = open()
      const signer = await quietly(secp())
      await fc.assert(
        fc.asyncProperty(digests, async (digest) => {
          await isGood(signer, digest)
          // A second one may be another, and is as good.
          await isGood(signer, digest)
        }),
        { numRuns: runs }
      )
    })

    it("signs messages so that they verify", async () => {
      const { ed, runs } = open()
      const signer = await quietly(ed())
      await fc.assert(
        fc.asyncProperty(messages, async (message) => {
          const signature = await quietly(signer.sign(message, purpose))
          expect(signature.length).toBe(64)
          expect(ed25519.verify(signature, message, signer.publicKey)).toBe(true)
        }),
        { numRuns: runs }
      )
    })

    it("signs many things at the same time, each with its own signature", async () => {
      const signer = await quietly(open().secp())
      const many = Array.from({ length: 12 }, (_, n) => new Uint8Array(32).fill(n + 1))
      const signatures = await Promise.all(many.map((digest) => isGood(signer, digest)))
      expect(new Set(signatures).size).toBe(many.length)
    })

    it("has the same key each time it is opened", async () => {
      const { ed, secp } = open()
      expect((await quietly(secp())).publicKey).toEqual((await quietly(secp())).publicKey)
      expect((await quietly(ed())).publicKey).toEqual((await quietly(ed())).publicKey)
    })

    it("signs nothing that is no digest", async () => {
      const signer = await quietly(open().secp())
      for (const length of [0, 20, 31, 33, 64]) {
        expect((await problemOf(signer.sign(new Uint8Array(length), purpose)))?._tag).toBe("SignerRefused")
      }
    })

    it("leaves a line for each signature: what it is for, and no bytes of it", async () => {
      const signer = await quietly(open().secp())
      const lines = openLines()
      const digest = new Uint8Array(32).fill(0xc4)
      const { r, s } = await Effect.runPromise(Effect.provide(signer.sign(digest, purpose), lines.layer))
      expect(lines.texts).toHaveLength(1)
      const [text = ""] = lines.texts
      const { network, operationId, to, what } = purpose
      for (const part of [operationId, network, what, "1000000", to]) expect(text).toContain(part)
      for (const bytes of [digest, r, s, signer.publicKey]) {
        expect(text.toLowerCase()).not.toContain(Buffer.from(bytes).toString("hex"))
        expect(text).not.toContain(Buffer.from(bytes).toString("base64"))
      }
    })

    it("refuses keys of another kind", async () => {
      for (const [which, opened] of Object.entries(open().wrong)) {
        expect([which, (await problemOf(opened()))?._tag]).toEqual([which, "SignerRefused"])
      }
    })

    it("says what keeps it from signing, and signs once that has ended", async () => {
      const { ed, secp, troubles } = open()
      const [signer, other] = [await quietly(secp()), await quietly(ed())]
      const answers: Array<readonly [string, ...ReadonlyArray<string | undefined>]> = []
      for (const { begin, end, name: trouble } of troubles) {
        await begin()
        const signing = [signer.sign(new Uint8Array(32).fill(7), purpose), other.sign(new Uint8Array(9), purpose)]
        const problems = await Promise.all(signing.map(problemOf))
        await end()
        answers.push([trouble, ...problems.map((problem) => problem?._tag)])
        await expect.poll(() => problemOf(signing[0] ?? Effect.void), { timeout: 60_000 }).toBeUndefined()
        await isGood(signer, new Uint8Array(32).fill(8))
      }
      expect(answers).toEqual(troubles.map(({ expects, name: trouble }) => [trouble, expects, expects]))
    })
  })
}
