// A process that signs with a key of its settings and writes down what is on its heap afterwards: the key is in a module, or in memory.
import { writeHeapSnapshot } from "node:v8"
import { Effect, Logger, Redacted, References } from "effect"
import { localEdSigner, localSecpSigner } from "../../adapters/custody/index.ts"
import { pkcs11Keys } from "../../adapters/custody/pkcs11.ts"
import { purpose } from "./signer-laws.ts"

interface Settings {
  readonly heap: string
  /** A module, its token and its PIN, with keys `treasury` and `fees`. */
  readonly pkcs11?: { readonly module: string; readonly token: string; readonly pin: string }
  /** Keys in hex. */
  readonly local?: { readonly treasury: string; readonly fees: string }
}

const settings = JSON.parse(process.argv[2] ?? "") as Settings

const bytesOf = (hex: string) => Redacted.make(new Uint8Array(Buffer.from(hex, "hex")))

const signers = Effect.gen(function*() {
  if (settings.local !== undefined) {
    return [localSecpSigner(bytesOf(settings.local.treasury)), localEdSigner(bytesOf(settings.local.fees))] as const
  }
  if (settings.pkcs11 === undefined) throw new Error("no keys")
  const keys = pkcs11Keys({ ...settings.pkcs11, pin: Redacted.make(settings.pkcs11.pin) })
  return [yield* keys.secpSigner("treasury"), yield* keys.edSigner("fees")] as const
})

const signed = Effect.gen(function*() {
  const [secp, ed] = yield* signers
  yield* secp.sign(new Uint8Array(32).fill(7), purpose)
  yield* ed.sign(new Uint8Array(64).fill(7), purpose)
  return { ed, secp }
})

const kept = await Effect.runPromise(signed.pipe(
  Effect.provide(Logger.layer([Logger.consoleJson])),
  Effect.provideService(References.MinimumLogLevel, "Trace")
))
writeHeapSnapshot(settings.heap)
process.stdout.write(
  `${Buffer.from(kept.secp.publicKey).toString("hex")} ${Buffer.from(kept.ed.publicKey).toString("hex")}\n`
)
