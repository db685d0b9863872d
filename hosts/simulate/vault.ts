// Keys of wallets in a simulation: made at once instead of derived, and opened by the PIN that they were made with. What
// it costs to derive real ones has tests of its own.
import { createHash } from "node:crypto"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { type PinProof, VaultRefused, WalletVault } from "../../core/ports/wallet-vault.ts"
import { CurrentWork } from "./work.ts"

/** The PIN that every wallet of a simulation is made with. */
export const simulatedPin = "123456"

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()

// The envelope tells its PIN to whoever has the proof: nothing here is secret.
const envelopeOf = (name: string, { email, pin }: PinProof): Redacted.Redacted =>
  Redacted.make(`${digest(`${Redacted.value(pin)}/${email}`).toString("hex")}.${name}`)

const opens = (envelope: Redacted.Redacted, { email, pin }: PinProof): boolean =>
  Redacted.value(envelope).startsWith(digest(`${Redacted.value(pin)}/${email}`).toString("hex"))

/** Hears of each look at a PIN: in which piece of work, and whether it was the right one. */
export type Checked = (label: string, isRight: boolean) => void

export const vaultLayer = (checked: Checked): Layer.Layer<WalletVault> =>
  Layer.succeed(WalletVault, {
    create: (walletId, proof) =>
      Effect.sync(() => ({
        protectedSymmetricKey: envelopeOf(walletId, proof),
        sealedSeed: `sealed seed of ${walletId}`,
        addresses: {
          evm: `0x${digest(walletId).toString("hex").slice(0, 40)}`,
          tron: "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL",
          solana: "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"
        }
      })),
    open: (lock) =>
      Effect.withFiber((fiber) => {
        const isRight = opens(lock.protectedSymmetricKey, lock)
        checked(Context.get(fiber.context, CurrentWork).label, isRight)
        return isRight
          ? Effect.succeed(Redacted.make(new Uint8Array(digest(`seed of ${lock.walletId}`).subarray(0, 16))))
          : Effect.fail(new VaultRefused())
      }),
    rewrap: (proof, envelopes, next) =>
      Effect.suspend(() =>
        envelopes.every((envelope) => opens(envelope, proof))
          ? Effect.succeed(envelopes.map((envelope) => envelopeOf(Redacted.value(envelope).split(".")[1] ?? "", next)))
          : Effect.fail(new VaultRefused())
      ),
    initialPin: Option.some(Redacted.make(simulatedPin))
  })
