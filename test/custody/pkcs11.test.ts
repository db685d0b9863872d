// Keys in SoftHSM, a PKCS#11 module in software: the real interface, without the hardware. Where it is not installed, nothing runs.
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePkcs11Session } from "../../adapters/custody/pkcs11-session.ts"
import { pkcs11Keys } from "../../adapters/custody/pkcs11.ts"
import { depth } from "../support/depth.ts"
import { problemOf, purpose, quietly, signerSuite } from "./signer-laws.ts"
import { type Token, finalize, makeToken, softhsmModule } from "./softhsm.ts"

const module = softhsmModule ?? ""
let token: Token

const settings = () => ({ module, token: token.label, pin: Redacted.make(token.pin) })
const keys = () => pkcs11Keys(settings())

describe.skipIf(softhsmModule === undefined)(
  `a PKCS#11 module (${softhsmModule ?? "not run: no SoftHSM here"})`,
  () => {
    beforeAll(() => {
      token = makeToken(module)
      token.make("treasury", "secp256k1")
      token.make("fees", "ed25519")
      token.make("p256", "p256")
      token.make("twice", "secp256k1")
      token.make("twice", "secp256k1")
      token.make("halves", "secp256k1", "other half")
      token.make("other half", "secp256k1", "halves")
    })
    afterAll(() => token.remove())

    signerSuite("as every signer", () => ({
      secp: () => keys().secpSigner("treasury"),
      ed: () => keys().edSigner("fees"),
      wrong: {
        "ed25519 as secp256k1": () => keys().secpSigner("fees"),
        "secp256k1 as ed25519": () => keys().edSigner("treasury"),
        "P-256": () => keys().secpSigner("p256"),
        "a key that is not there": () => keys().secpSigner("none"),
        "two of one label": () => keys().secpSigner("twice"),
        "a module that is none": () => pkcs11Keys({ ...settings(), module: token.configuration }).secpSigner("treasury")
      },
      troubles: [{
        name: "the token is not there",
        expects: "SignerAway",
        begin: () => {
          writeFileSync(join(token.folder, "empty.conf"), `directories.tokendir = ${token.folder}\n`)
          process.env["SOFTHSM2_CONF"] = join(token.folder, "empty.conf")
          finalize(module)
        },
        end: () => {
          process.env["SOFTHSM2_CONF"] = token.configuration
          finalize(module)
        }
      }],
      runs: Math.min(depth.cases, 25)
    }))

    it("opens its session again when the module ended it, and signs at once", async () => {
      const signer = await quietly(keys().secpSigner("treasury"))
      await quietly(signer.sign(new Uint8Array(32).fill(1), purpose))
      finalize(module)
      expect(await problemOf(signer.sign(new Uint8Array(32).fill(2), purpose))).toBeUndefined()
    })

    it("gives out no signature of another key than the public one under its label", async () => {
      const signer = await quietly(keys().secpSigner("halves"))
      expect(await problemOf(signer.sign(new Uint8Array(32).fill(1), purpose))).toMatchObject({
        _tag: "SignerRefused",
        reason: "it gave a signature that is not of this key"
      })
    })

    it("does not give a PIN again that was refused, until its file has another one", async () => {
      const file = join(token.folder, "pin")
      const reasons: Array<string | undefined> = []
      writeFileSync(file, "9999", { mode: 0o600 })
      // A login counts for all of a process, so another one must not be there.
      finalize(module)
      const other = pkcs11Keys({ ...settings(), pin: { file } })
      const reason = async () => reasons.push((await problemOf(other.secpSigner("treasury")))?.reason)
      await reason()
      // After the pause that follows each opening that failed.
      await expect.poll(async () => (await problemOf(other.secpSigner("treasury")))?.reason, { timeout: 60_000 })
        .toBe("the PIN was refused, and is not tried again")
      rmSync(file)
      writeFileSync(file, token.pin, { mode: 0o600 })
      await expect.poll(() => problemOf(other.secpSigner("treasury")), { timeout: 60_000 }).toBeUndefined()
      expect(reasons).toEqual(["CKR_PIN_INCORRECT"])
    })

    it("says after its time that the module is away, and asks it nothing more until it has answered", async () => {
      const session = makePkcs11Session({ ...settings(), timeoutMs: 200 })
      const begun: Array<number> = []
      let answer = (): void => undefined
      const hung = session.use(() => {
        begun.push(1)
        return new Promise<void>((resolve) => answer = resolve)
      })
      const next = session.use(() => Promise.resolve(void begun.push(2)))
      expect((await problemOf(hung))?._tag).toBe("SignerAway")
      expect((await problemOf(next))?._tag).toBe("SignerAway")
      expect(begun).toEqual([1])
      answer()
      await quietly(session.use(() => Promise.resolve(void begun.push(3))))
      expect(begun).toEqual([1, 3])
    })
  }
)
