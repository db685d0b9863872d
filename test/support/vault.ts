// Keys of wallets for tests: made at once instead of derived, opened by the PIN they were made with, every call kept. What
// it makes looks like the real thing; the real one has tests of its own.
import { createHash } from "node:crypto"
import { Effect, Layer, Option, Redacted, Result } from "effect"
import { checksummedEvmAddress, parseEvmAddress } from "../../core/standards/address/evm.ts"
import { type PinProof, VaultBusy, VaultRefused, type WalletLock, WalletVault } from "../../core/ports/wallet-vault.ts"

/** The PIN of wallets that are made at their first use in tests, as in the sandbox. */
export const testPin = "123456"

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()

/** Opens what it made; `isFull` refuses as one that has too much to do. */
export class FakeVault {
  initialPin: string | undefined = testPin
  isFull = false
  /** Wallet ids of every check of a PIN. */
  readonly opened: Array<string> = []
  /** Waits of checks to come, in order; afterwards they answer at once. */
  readonly pauses: Array<Promise<void>> = []
  /** Every seed that was handed out. */
  readonly seeds: Array<Uint8Array> = []
  private made = 0
  private readonly envelopes = new Map<string, { readonly pin: string; readonly email: string }>()

  envelope({ email, pin }: PinProof): Redacted.Redacted {
    const text = digest(`envelope ${++this.made}`).toString("base64")
    this.envelopes.set(text, { pin: Redacted.value(pin), email })
    return Redacted.make(text)
  }

  opens(envelope: Redacted.Redacted, { email, pin }: PinProof): boolean {
    const lock = this.envelopes.get(Redacted.value(envelope))
    return lock !== undefined && lock.pin === Redacted.value(pin) && lock.email === email
  }
}

const evmOf = (walletId: string): string =>
  checksummedEvmAddress(
    Result.getOrThrow(parseEvmAddress(`0x${digest(walletId).toString("hex").slice(0, 40)}`))
  )

const check = (vault: FakeVault, lock: WalletLock) =>
  Effect.gen(function*() {
    vault.opened.push(lock.walletId)
    const pause = vault.pauses.shift()
    if (pause !== undefined) yield* Effect.promise(() => pause)
    if (!vault.opens(lock.protectedSymmetricKey, lock)) return yield* new VaultRefused()
    const seed = new Uint8Array(digest(`seed of ${lock.walletId}`).subarray(0, 16))
    vault.seeds.push(seed)
    return Redacted.make(seed)
  })

const unlessFull = <A, E>(vault: FakeVault, effect: Effect.Effect<A, E>): Effect.Effect<A, E | VaultBusy> =>
  Effect.suspend((): Effect.Effect<A, E | VaultBusy> => vault.isFull ? Effect.fail(new VaultBusy()) : effect)

export const vaultLayer = (vault: FakeVault): Layer.Layer<WalletVault> =>
  Layer.succeed(WalletVault, {
    create: (walletId, proof) =>
      unlessFull(
        vault,
        Effect.sync(() => ({
          protectedSymmetricKey: vault.envelope(proof),
          sealedSeed: `sealed seed of ${walletId}`,
          addresses: {
            evm: evmOf(walletId),
            tron: "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL",
            solana: "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"
          }
        }))
      ),
    open: (lock) => unlessFull(vault, check(vault, lock)),
    rewrap: (proof, envelopes, next) =>
      unlessFull(
        vault,
        envelopes.every((envelope) => vault.opens(envelope, proof))
          ? Effect.sync(() => envelopes.map(() => vault.envelope(next)))
          : Effect.fail(new VaultRefused())
      ),
    get initialPin() {
      return Option.map(Option.fromUndefinedOr(vault.initialPin), Redacted.make)
    }
  })
