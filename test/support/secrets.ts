// Secrets of tests, with keys of their own beside the data of the test: the same in every run.
import { Effect, Layer, Redacted } from "effect"
import { layer as memory } from "../../adapters/memory/store.ts"
import { commandKeyOf } from "../../adapters/node/command-seal.ts"
import { layer } from "../../adapters/node/secrets.ts"
import type { Environment } from "../../core/base/environment/environment.ts"
import { Ids } from "../../core/engine/store/ids.ts"

/** A master key of tests: one byte, 32 times. */
export const masterKeyOf = (fill: number): Redacted.Redacted => Redacted.make(Buffer.alloc(32, fill).toString("base64"))

/** Makes keys of one byte, so that they can be foretold. */
export const fixedKeys = (fill: number): Layer.Layer<Ids> => {
  const none = () => Effect.die("no id was expected")
  const secret = (bytes: number) => Effect.succeed(fill.toString(16).padStart(2, "0").repeat(bytes))
  return Layer.succeed(Ids, { next: none, walletId: none, secret })
}

/** The public key that commands of those secrets are sealed with. */
export const commandKeyOfTests = (fill = 7, environment: Environment = "sandbox"): string =>
  commandKeyOf(fill.toString(16).padStart(2, "0").repeat(8), Buffer.alloc(32, fill), environment)

/** The secrets of an environment whose keys hold one byte. */
export const secretsOfTests = (fill = 7, environment: Environment = "sandbox") =>
  layer({ environment, key: masterKeyOf(fill) }).pipe(
    Layer.orDie,
    Layer.provide(Layer.merge(Layer.fresh(memory), fixedKeys(fill)))
  )
