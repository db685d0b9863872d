// Unlocking wallets against the published vectors: natively, by WebAssembly, and by the vault of the service, which have to
// agree byte for byte; and what is left of a key afterwards. A key that was derived once is not derived again.
import type * as NodeCrypto from "node:crypto"
import { createHash } from "node:crypto"
import { Effect, Exit, Layer, Option, Redacted } from "effect"
import { describe, expect, it, vi } from "vitest"
import { Secrets } from "../../../core/engine/store/secrets.ts"
import { WalletVault } from "../../../core/ports/wallet-vault.ts"
import { layer as vaultLayer, sealNip44 } from "../../../adapters/node/wallet-vault.ts"
import { argon2Wasm } from "../../../hosts/client/argon2-wasm.ts"
import { UnlockUnavailableError, masterKey, parameters } from "../../../hosts/client/master-key.ts"
import { InvalidWalletKeysError, WrongPinError, unlockWallet } from "../../../hosts/client/unlock-wallet.ts"
import { vectors } from "./wallet-keys.ts"

// What the vault derives with: the real thing, once for each PIN and salt.
vi.mock("node:crypto", async (original) => {
  const real = await original<typeof NodeCrypto>()
  const known = new Map<string, Buffer>()
  const argon2: typeof real.argon2 = (algorithm, parameters, callback) => {
    const { message, nonce } = parameters as { readonly message: string; readonly nonce: Uint8Array }
    const name = `${message} ${Buffer.from(nonce).toString("hex")}`
    const key = known.get(name)
    // A copy, because whoever gets a key wipes it.
    if (key !== undefined) return queueMicrotask(() => callback(null, Buffer.from(key)))
    real.argon2(algorithm, parameters, (error, made) => {
      if (error === null) known.set(name, Buffer.from(made))
      callback(error, made)
    })
  }
  return { ...real, argon2 }
})

const derived = new Map<string, Promise<Uint8Array>>()

/** A worker that gives the key of a PIN and an e-mail, derived natively and once. */
const keyed = (pin: string, email: string) => (): Worker => {
  const told = new Map<string, (event: unknown) => void>()
  return {
    addEventListener: (name: string, listener: (event: unknown) => void) => told.set(name, listener),
    postMessage: () => {
      const key = derived.get(`${pin} ${email}`) ?? masterKey({ pin, email })
      derived.set(`${pin} ${email}`, key)
      void key.then((known) => told.get("message")?.({ data: { key: Uint8Array.from(known) } }))
    },
    terminate: () => {}
  } as unknown as Worker
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "hex"))

const walletId = "0123456789abcdef01234567"
const owner = "acct_1"
const problems = { "wrong-pin": WrongPinError, "invalid-keys": InvalidWalletKeysError }

const notAsked = () => Effect.die("not requested")

const inVault = <A, E>(effect: Effect.Effect<A, E, WalletVault>): Promise<Exit.Exit<A, E>> => {
  const secrets = Layer.succeed(Secrets, {
    seal: (secret: Redacted.Redacted) => Effect.succeed(Redacted.value(secret)),
    open: (sealed: string) => Effect.succeed(Redacted.make(sealed)),
    ready: Effect.void,
    keyDigest: notAsked,
    digest: notAsked,
    keptKey: notAsked,
    proof: notAsked,
    proofs: notAsked,
    openCommand: notAsked
  })
  const vault = Layer.provide(vaultLayer({ initialPin: Option.none() }), secrets)
  return Effect.runPromiseExit(Effect.provide(effect, vault))
}

/** What the service makes of an envelope: the same key under another PIN, or a refusal. */
const rewrapped = (pin: string, email: string, envelope: string) =>
  inVault(
    WalletVault.use((vault) =>
      vault.rewrap({ owner, pin: Redacted.make(pin), email }, [Redacted.make(envelope)], {
        owner,
        pin: Redacted.make("000001"),
        email: "new@example.com"
      })
    )
  )

describe.each(vectors.opens)("$name", ({ email, masterKey: master, nonce, pin, salt, symmetricKey, ...vector }) => {
  const { protectedSymmetricKey } = vector

  it("is derived as published §client-unlock", async () => {
    expect(createHash("sha256").update(email.trim().toLowerCase()).digest("hex")).toBe(salt)
    expect(hex(await masterKey({ pin, email }))).toBe(master)
    const plaintext = Buffer.from(symmetricKey, "hex").toString("base64")
    expect(sealNip44(plaintext, bytes(master), bytes(nonce))).toBe(protectedSymmetricKey)
  })

  it("gives its symmetric key, and the proof for payments §client-unlock", async () => {
    const worker = keyed(pin, email)
    using wallet = await unlockWallet({ pin, keys: { walletId, email, protectedSymmetricKey }, worker })
    expect(hex(wallet.symmetricKey)).toBe(symmetricKey)
    expect(wallet.walletId).toBe(walletId)
    expect(wallet.proof).toEqual({ walletPin: pin, protectedSymmetricKey })
  })

  it("opens in the service as well, and what that seals opens here §client-unlock", async () => {
    const exit = await rewrapped(pin, email, protectedSymmetricKey)
    const [sealed] = Exit.isSuccess(exit) ? exit.value : []
    const again = Redacted.value(sealed ?? expect.fail("it did not open"))
    using wallet = await unlockWallet({
      pin: "000001",
      keys: { walletId, email: "new@example.com", protectedSymmetricKey: again },
      worker: keyed("000001", "new@example.com")
    })
    expect(hex(wallet.symmetricKey)).toBe(symmetricKey)
  })
})

it("is derived the same by WebAssembly §client-unlock", async () => {
  const [{ masterKey: master, pin, salt } = expect.fail("there are no vectors")] = vectors.opens
  expect(hex(await argon2Wasm(new TextEncoder().encode(pin), bytes(salt), parameters))).toBe(master)
})

it.each(vectors.refused)("refuses $name, as the service does §client-wrong-pin", async ({ problem, ...refused }) => {
  const { email, pin, protectedSymmetricKey } = refused
  const keys = { walletId, email, protectedSymmetricKey }
  await expect(unlockWallet({ pin, keys, worker: keyed(pin, email) })).rejects.toBeInstanceOf(problems[problem])
  expect(Exit.isFailure(await rewrapped(pin, email, protectedSymmetricKey))).toBe(true)
})

it("opens what the vault of the service makes §client-unlock", async () => {
  const proof = { owner, pin: Redacted.make("424242"), email: "holder@example.com" }
  const exit = await inVault(WalletVault.use((vault) => vault.create(walletId, proof)))
  const made = Exit.isSuccess(exit) ? exit.value : expect.fail("nothing was made")
  const keys = { walletId, email: proof.email, protectedSymmetricKey: Redacted.value(made.protectedSymmetricKey) }
  using wallet = await unlockWallet({ pin: "424242", keys })
  expect(wallet.symmetricKey).toHaveLength(32)
})

describe("what is left", () => {
  const [first = expect.fail("there are no vectors")] = vectors.opens
  const keys = { walletId, email: first.email, protectedSymmetricKey: first.protectedSymmetricKey }

  it("of a wallet that was disposed of: no key, no proof §client-wipe", async () => {
    const wallet = await unlockWallet({ pin: first.pin, keys })
    const held = wallet.symmetricKey
    wallet.dispose()
    wallet.dispose()
    expect(hex(held)).toBe("00".repeat(32))
    expect(() => wallet.symmetricKey).toThrow("disposed")
    expect(() => wallet.proof).toThrow("disposed")
  })

  it("at the end of a block that used it §client-wipe", async () => {
    let held: Uint8Array = new Uint8Array()
    {
      using wallet = await unlockWallet({ pin: first.pin, keys, worker: keyed(first.pin, first.email) })
      held = wallet.symmetricKey
      expect(hex(held)).toBe(first.symmetricKey)
    }
    expect(hex(held)).toBe("00".repeat(32))
  })

  it("of PIN and master key, right or wrong: nothing in any array that was made for them §client-wipe", async () => {
    const made: Array<Uint8Array> = []
    const encode = vi.spyOn(TextEncoder.prototype, "encode")
    const answered = vi.fn<() => void>()
    class Deriver {
      private readonly told = new Map<string, (event: unknown) => void>()
      addEventListener(name: string, listener: (event: unknown) => void): void {
        this.told.set(name, listener)
      }
      postMessage(): void {
        const key = Uint8Array.from(bytes(first.masterKey))
        made.push(key)
        queueMicrotask(() => this.told.get("message")?.({ data: { key } }))
      }
      terminate(): void {
        answered()
      }
    }
    const worker = () => new Deriver() as unknown as Worker
    try {
      const wallet = await unlockWallet({ pin: first.pin, keys, worker })
      wallet.dispose()
      const cut = { ...keys, protectedSymmetricKey: "" }
      await expect(unlockWallet({ pin: first.pin, keys: cut, worker })).rejects.toThrow(InvalidWalletKeysError)
      for (const { value } of encode.mock.results.filter((_each, at) => encode.mock.calls[at]?.[0] === first.pin)) {
        made.push(value as Uint8Array)
      }
    } finally {
      encode.mockRestore()
    }
    expect(made).toHaveLength(4)
    expect(made.flatMap((each) => [...each]).every((byte) => byte === 0)).toBe(true)
    expect(answered).toHaveBeenCalledTimes(2)
  })
})

describe("a derivation", () => {
  const request = { pin: "123456", email: "ana@example.com" }

  it("that cannot run says so, and ends its worker §client-worker", async () => {
    const ended = vi.fn<() => void>()
    const listeners = new Map<string, (event: unknown) => void>()
    const worker = () =>
      ({
        addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
        postMessage: () => queueMicrotask(() => listeners.get("error")?.({ message: "refused by a policy" })),
        terminate: ended
      }) as unknown as Worker
    await expect(masterKey({ ...request, worker })).rejects.toMatchObject({
      name: "UnlockUnavailableError",
      cause: "refused by a policy"
    })
    expect(ended).toHaveBeenCalledOnce()
    const never = () => {
      throw new Error("no workers here")
    }
    await expect(masterKey({ ...request, worker: never })).rejects.toBeInstanceOf(UnlockUnavailableError)
  })

  it("ends with the caller's signal, and so does its worker §client-cancel", async () => {
    const ended = vi.fn<() => void>()
    const worker = () =>
      ({
        addEventListener: vi.fn<() => void>(),
        postMessage: vi.fn<() => void>(),
        terminate: ended
      }) as unknown as Worker
    const leaving = new AbortController()
    const derived = masterKey({ ...request, worker, signal: leaving.signal })
    leaving.abort(new Error("the user left"))
    await expect(derived).rejects.toThrow("the user left")
    expect(ended).toHaveBeenCalledOnce()
    await expect(masterKey({ ...request, signal: leaving.signal })).rejects.toThrow("the user left")
  })

  it("that is native lets the caller go at once, and its key is wiped when it comes §client-cancel §client-wipe", async () => {
    const told: Array<(error: null, key: Uint8Array) => void> = []
    const argon2 = (_name: string, _asked: object, callback: (error: null, key: Uint8Array) => void) =>
      told.push(callback)
    const native = vi.spyOn(process, "getBuiltinModule").mockReturnValue({ argon2 })
    try {
      const leaving = new AbortController()
      const keys = { walletId, email: request.email, protectedSymmetricKey: "" }
      const unlocking = unlockWallet({ pin: request.pin, keys, signal: leaving.signal })
      leaving.abort(new Error("the user left"))
      await expect(unlocking).rejects.toThrow("the user left")
      const key = new Uint8Array(32).fill(7)
      told[0]?.(null, key)
      await vi.waitFor(() => expect(hex(key)).toBe("00".repeat(32)))

      await expect(unlockWallet({ pin: request.pin, keys, signal: leaving.signal })).rejects.toThrow("the user left")
      expect(told).toHaveLength(1)
    } finally {
      native.mockRestore()
    }
  })

  it("that is native gives its key under a signal that stays silent §client-unlock", async () => {
    const [vector = expect.fail("there are no vectors")] = vectors.opens
    const { email, masterKey: master, pin } = vector
    expect(hex(await masterKey({ pin, email, signal: new AbortController().signal }))).toBe(master)
  })
})
