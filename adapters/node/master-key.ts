// The master key of a service with node:crypto: it wraps data keys with AES-256-GCM under a key of the environment, so the
// keys of one environment unwrap in no other. A wrapped key names the master key that wrapped it.
import { Data, Effect, Layer, Redacted } from "effect"
import type { KeyObject } from "node:crypto"
import type { Environment } from "../../core/base/environment/environment.ts"
import { MasterKey, MasterKeyUnknown } from "../../core/engine/store/master-key.ts"
import { commandKeyOf } from "./command-seal.ts"
import { decrypted, derived, encrypted, keyedDigest, partsOf, sealedText } from "./sealing.ts"

/** The configured key is not 32 bytes of base64. */
export class InvalidSecretsKey extends Data.TaggedError("InvalidSecretsKey")<{ readonly problem: string }> {}

export interface SecretsConfig {
  readonly environment: Environment
  /** 32 bytes, base64. */
  readonly key: Redacted.Redacted
  /** The key before it, while it is changed: what that one wrapped opens too. */
  readonly previousKey?: Redacted.Redacted | undefined
}

const keyBytes = 32
const form = "w1"

/** The master keys of a service in an environment; fails when one has another shape. */
export const layer = ({ environment, key, previousKey }: SecretsConfig): Layer.Layer<MasterKey, InvalidSecretsKey> =>
  Layer.effect(
    MasterKey,
    Effect.gen(function*() {
      const current = wrappingKey(yield* bytesOf(key), environment)
      const known = [
        current,
        ...(previousKey === undefined ? [] : [wrappingKey(yield* bytesOf(previousKey), environment)])
      ]
      return {
        wrap: (dataKey: Redacted.Redacted, place: string) =>
          Effect.sync(() => sealedText(form, current.id, encrypted(current.key, Redacted.value(dataKey), place))),
        unwrap: (wrapped: string, place: string) =>
          Effect.suspend(() => {
            const parts = partsOf(wrapped)
            const master = known.find(({ id }) => id === parts?.keyId)
            if (master === undefined || parts === undefined) return Effect.fail(new MasterKeyUnknown())
            const dataKey = decrypted(master.key, parts.bytes, place)
            return dataKey === undefined
              ? Effect.die(new Error(`A wrapped key does not open at ${place}`))
              : Effect.succeed(Redacted.make(dataKey))
          }),
        commandKey: (keyId: string, dataKey: Redacted.Redacted) =>
          Effect.sync(() => commandKeyOf(keyId, Buffer.from(Redacted.value(dataKey), "hex"), environment))
      }
    })
  )

interface WrappingKey {
  readonly id: string
  readonly key: KeyObject
}

// The id says which key it is and gives nothing of it.
const wrappingKey = (master: Buffer, environment: Environment): WrappingKey => ({
  id: keyedDigest(derived(master, environment, "master-id").export())("").slice(0, 16),
  key: derived(master, environment, "wrap")
})

const bytesOf = (key: Redacted.Redacted): Effect.Effect<Buffer, InvalidSecretsKey> =>
  Effect.suspend(() => {
    const bytes = Buffer.from(Redacted.value(key), "base64")
    return bytes.length === keyBytes && bytes.toString("base64") === Redacted.value(key)
      ? Effect.succeed(bytes)
      : Effect.fail(new InvalidSecretsKey({ problem: `The secrets key is not ${keyBytes} bytes of base64` }))
  })
