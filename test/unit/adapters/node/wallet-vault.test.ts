// The vault against the contract of the wallet keys, opened from outside as a holder's client does it: with another
// Argon2id and another NIP-44. Each derivation takes real time and memory, so there are few.
import { createHash, pbkdf2Sync } from "node:crypto"
import { Effect, Layer, Option, Redacted } from "effect"
import { argon2id } from "hash-wasm"
import { v2 } from "nostr-tools/nip44"
import { describe, expect, it } from "vitest"
import { layer } from "../../../../adapters/node/wallet-vault.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { Secrets } from "../../../../core/engine/store/secrets.ts"
import { type WalletLock, WalletVault } from "../../../../core/ports/wallet-vault.ts"
import { addressesOf, mnemonicOf } from "../../../../core/customers/wallet/derivation.ts"
import { secretsOfTests } from "../../../support/secrets.ts"

const secrets = secretsOfTests()
const vault = layer({ initialPin: Option.none() })
const run = <A, E>(effect: Effect.Effect<A, E, WalletVault | Secrets>): Promise<A> =>
  Effect.runPromise(effect.pipe(Effect.provide(Layer.provideMerge(vault, secrets))))

const walletId = "65a1b2c3d4e5f60718293a4b"
const proof = { owner: "acct_1", pin: Redacted.make("123456"), email: "ana@example.com" }

/** What a holder's client does. */
const masterKeyOf = (pin: string, email: string): Promise<Uint8Array> =>
  argon2id({
    password: pin,
    salt: createHash("sha256").update(email.trim().toLowerCase()).digest(),
    memorySize: 65_536,
    iterations: 3,
    parallelism: 4,
    hashLength: 32,
    outputType: "binary"
  })

const made = run(WalletVault.use((service) => service.create(walletId, proof)))
const lockOf = async (parts: Partial<WalletLock> = {}): Promise<WalletLock> => ({
  walletId,
  ...proof,
  ...await made,
  ...parts
})
const open = async (parts: Partial<WalletLock> = {}) => {
  const lock = await lockOf(parts)
  return await run(WalletVault.use((service) => service.open(lock)))
}
const refusal = async (parts: Partial<WalletLock>) => {
  const lock = await lockOf(parts)
  return await run(Effect.flip(WalletVault.use((service) => service.open(lock))))
}

describe("the vault", () => {
  it("gives an envelope that a holder's own client opens: 32 bytes in base64 §wallet-envelope", async () => {
    const { protectedSymmetricKey } = await made
    const text = v2.decrypt(Redacted.value(protectedSymmetricKey), await masterKeyOf("123456", " ANA@example.com "))
    expect(Buffer.from(text, "base64")).toHaveLength(32)
    expect(Buffer.from(text, "base64").toString("base64")).toBe(text)
  })

  it("opens what it made, and the entropy is that of its addresses §wallet-seed", async () => {
    const entropy = Redacted.value(await open())
    expect(entropy).toHaveLength(16)
    const seed = pbkdf2Sync(mnemonicOf(entropy), "mnemonic", 2_048, 64, "sha512")
    expect(addressesOf(seed)).toEqual((await made).addresses)
  })

  it("takes an envelope that the client sealed again under the same key", async () => {
    const master = await masterKeyOf("123456", "ana@example.com")
    const text = v2.decrypt(Redacted.value((await made).protectedSymmetricKey), master)
    const again = Redacted.make(v2.encrypt(text, master))
    expect(Redacted.value(await open({ protectedSymmetricKey: again }))).toHaveLength(16)
  })

  it("salts with the e-mail, whatever its case and the spaces around it §wallet-salt", async () => {
    expect(Redacted.value(await open({ email: " Ana@Example.com\n" }))).toHaveLength(16)
    expect(await refusal({ email: "eva@example.com" })).toMatchObject({ _tag: "VaultRefused" })
  })

  it("refuses another PIN, another wallet and keys of other lengths §wallet-key-length", async () => {
    expect(await refusal({ pin: Redacted.make("123457") })).toMatchObject({ _tag: "VaultRefused" })
    const master = await masterKeyOf("123456", "ana@example.com")
    for (const length of [31, 33]) {
      const sealed = v2.encrypt(Buffer.alloc(length, 1).toString("base64"), master)
      expect(await refusal({ protectedSymmetricKey: Redacted.make(sealed) })).toMatchObject({ _tag: "VaultRefused" })
    }
    const other = v2.encrypt(Buffer.alloc(32, 1).toString("base64"), master)
    expect(await refusal({ protectedSymmetricKey: Redacted.make(other) })).toMatchObject({ _tag: "VaultRefused" })
  })

  it("seals the seed twice: the service's key alone shows nothing of it §wallet-seed", async () => {
    const { sealedSeed } = await made
    const inner = await run(Secrets.use((service) => service.open(sealedSeed, `wallet/${walletId}/seed`)))
    const entropy = Buffer.from(Redacted.value(await open()))
    // 12 bytes of nonce, 16 of entropy, 16 of tag.
    expect(Buffer.from(Redacted.value(inner), "base64")).toHaveLength(44)
    expect(Buffer.from(Redacted.value(inner), "base64").includes(entropy)).toBe(false)
    expect(sealedSeed).not.toContain(Redacted.value(inner))
  })

  it("makes another key and another seed each time", async () => {
    const other = await run(WalletVault.use((service) => service.create(walletId, proof)))
    const first = await made
    expect(other.addresses.evm).not.toBe(first.addresses.evm)
    expect(Redacted.value(other.protectedSymmetricKey)).not.toBe(Redacted.value(first.protectedSymmetricKey))
  })

  it("puts the same symmetric keys under another PIN, all of them or none §pin-change", async () => {
    const { protectedSymmetricKey } = await made
    const next = { ...proof, pin: Redacted.make("654321"), email: "new@example.com" }
    const envelopes = await run(
      WalletVault.use((service) => service.rewrap(proof, [protectedSymmetricKey, protectedSymmetricKey], next))
    )
    const keyOf = async (envelope: Redacted.Redacted | undefined, pin: string, email: string) =>
      v2.decrypt(Redacted.value(envelope ?? Redacted.make("")), await masterKeyOf(pin, email))
    const before = await keyOf(protectedSymmetricKey, "123456", "ana@example.com")
    expect(envelopes).toHaveLength(2)
    for (const envelope of envelopes) expect(await keyOf(envelope, "654321", "new@example.com")).toBe(before)
    const wrong = { ...proof, pin: Redacted.make("000000") }
    expect(
      await run(Effect.flip(WalletVault.use((service) => service.rewrap(wrong, [protectedSymmetricKey], next))))
    ).toMatchObject({ _tag: "VaultRefused" })
  })

  // S4
  it("derives for another account while one has 64 unlocks in flight §unlocks-in-turn §limit-unlocks-at-once §limit-unlocks-waiting", async () => {
    const lock = await lockOf()
    const crowd = Array.from({ length: 64 }, () => lock)
    const results = await run(
      WalletVault.use((service) =>
        Effect.all([...crowd, { ...lock, owner: "acct_2" }].map((each) => Effect.result(service.open(each))), {
          concurrency: "unbounded"
        })
      )
    )
    const refusals = results.flatMap((result) => result._tag === "Failure" ? [result.failure._tag] : [])
    const { unlocksAtOnce, unlocksWaiting } = limits
    expect(refusals).toEqual(Array.from({ length: 64 - unlocksAtOnce - unlocksWaiting }, () => "VaultBusy"))
    expect(results.at(-1)).toMatchObject({ _tag: "Success" })
    expect(Redacted.value(await open())).toHaveLength(16)
  })
})
