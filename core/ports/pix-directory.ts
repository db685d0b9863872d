// The register of PIX keys, where a PIX provider lets it be asked: whether anybody has a key, before anything is debited for it.
import { Context, type Effect, Layer } from "effect"
import type { PixKeyType } from "../standards/pix/pix-key.ts"
import type { LookUp } from "./outcome.ts"

/** Whose account a key leads to. */
export interface KeyHolder {
  /** Of the bank: eight digits. */
  readonly ispb: string
}

export interface PixDirectoryReader {
  /**
   * Done with the holder, Absent where the key is not registered, Unknown where it cannot be asked now. A
   * register counts questions that no payment follows, so it is asked for payouts alone, after the PIN.
   */
  readonly lookUpKey: (key: string, keyType: PixKeyType) => Effect.Effect<LookUp<KeyHolder>>
}

/** The register that the plane's PIX provider lets us ask; undefined where there is none. */
export const PixDirectory = Context.Reference<PixDirectoryReader | undefined>("pontepay/core/ports/PixDirectory", {
  defaultValue: () => undefined
})

/** An adapter's reader as the layer that `pixDirectory` of the own adapters takes. */
export const pixDirectoryLayer = (reader: PixDirectoryReader): Layer.Layer<never> => Layer.succeed(PixDirectory, reader)
