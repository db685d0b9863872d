// The signers that settings of networks name: keys in this process's memory, in a module of hardware, or in AWS KMS.
import { Data, Effect, Redacted, Schema } from "effect"
import type { EdSigner, KeyStore, SecpSigner, SignerProblem } from "../../../../adapters/custody/signer.ts"
import type * as local from "../../../../adapters/custody/local.ts"
import { optionalPackage } from "../optional-package.ts"
import { withSecrets } from "./secrets.ts"
import { SettingWrong, milliseconds, secret } from "./setting.ts"

const key = Schema.String.check(Schema.isPattern(/^.{1,300}$/, { expected: "the name of the key there" }))

export const signer = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("local"), key: secret }),
  Schema.Struct({
    kind: Schema.Literal("pkcs11"),
    module: Schema.String,
    token: Schema.String,
    pin: secret,
    key,
    timeoutMs: Schema.optionalKey(milliseconds)
  }),
  Schema.Struct({
    kind: Schema.Literal("aws-kms"),
    region: Schema.String,
    key,
    endpoint: Schema.optionalKey(Schema.String),
    timeoutMs: Schema.optionalKey(milliseconds)
  })
])
export type SignerSetting = typeof signer.Type

/** A signer gives no answer: whether its key is one that can be used cannot be seen yet. */
export class SignerNotReady extends Data.TaggedError("SignerNotReady")<{
  readonly field: string
  readonly reason: string
}> {}

/** Why a signer, or what needs one, was not opened. */
export type NotOpened = SettingWrong | SignerNotReady

/** Signers by name, each opened where a network uses it. */
export interface Signers {
  readonly secp: (name: string, field: string) => Effect.Effect<SecpSigner, NotOpened>
  readonly ed: (name: string, field: string) => Effect.Effect<EdSigner, NotOpened>
}

type Variables = Readonly<Record<string, string | undefined>>

// The reason of a signer names no secret.
const usable = <A>(signer: Effect.Effect<A, SignerProblem>, field: string): Effect.Effect<A, NotOpened> =>
  Effect.mapError(
    signer,
    ({ _tag, reason }) =>
      _tag === "SignerAway" ? new SignerNotReady({ field, reason }) : new SettingWrong({ field, problem: reason })
  )

/** 32 bytes of a key in hex. */
const keyBytes = (hex: Redacted.Redacted): Redacted.Redacted<Uint8Array> | undefined =>
  /^(?:0x)?[0-9a-fA-F]{64}$/.test(Redacted.value(hex))
    ? Redacted.make(new Uint8Array(Buffer.from(Redacted.value(hex).replace(/^0x/, ""), "hex")))
    : undefined

const localSigner = <A>(
  setting: Extract<SignerSetting, { readonly kind: "local" }>,
  variables: Variables,
  field: string,
  make: (custody: typeof local, bytes: Redacted.Redacted<Uint8Array>) => A
) =>
  Effect.gen(function*() {
    const bytes = keyBytes(yield* withSecrets(setting.key, variables, `${field}.key`))
    const wrong = new SettingWrong({ field: `${field}.key`, problem: `${setting.key} is no key: 32 bytes in hex` })
    if (bytes === undefined) return yield* wrong
    const custody = yield* Effect.promise(() => import("../../../../adapters/custody/local.ts"))
    return yield* Effect.try({ try: () => make(custody, bytes), catch: () => wrong })
  })

const keyStore = Effect.fnUntraced(function*(
  setting: Exclude<SignerSetting, { readonly kind: "local" }>,
  variables: Variables,
  field: string
): Effect.fn.Return<KeyStore, SettingWrong> {
  if (setting.kind === "aws-kms") {
    const { kind: _, key: _key, ...settings } = setting
    const { awsKms } = yield* Effect.promise(() => import("../../../../adapters/custody/aws-kms.ts"))
    return awsKms(settings)
  }
  const { kind: _, key: _key, pin, ...settings } = setting
  const { pkcs11Keys } = yield* optionalPackage("pkcs11js", () => import("../../../../adapters/custody/pkcs11.ts"))
    .pipe(Effect.mapError(({ message }) => new SettingWrong({ field, problem: message })))
  return pkcs11Keys({ ...settings, pin: yield* withSecrets(pin, variables, `${field}.pin`) })
})

/** The signers of a file. */
export const signersOf = (
  settings: Readonly<Record<string, SignerSetting>>,
  variables: Variables
): Signers => {
  const named = (name: string, field: string) =>
    settings[name] === undefined
      ? Effect.fail(new SettingWrong({ field, problem: `names the signer ${name}, which is none of \`signers\`` }))
      : Effect.succeed(settings[name])
  return {
    secp: Effect.fnUntraced(function*(name, field) {
      const setting = yield* named(name, field)
      const place = `signers.${name}`
      if (setting.kind === "local") {
        return yield* localSigner(setting, variables, place, ({ localSecpSigner }, bytes) => localSecpSigner(bytes))
      }
      return yield* usable((yield* keyStore(setting, variables, place)).secpSigner(setting.key), place)
    }),
    ed: Effect.fnUntraced(function*(name, field) {
      const setting = yield* named(name, field)
      const place = `signers.${name}`
      if (setting.kind === "local") {
        return yield* localSigner(setting, variables, place, ({ localEdSigner }, bytes) => localEdSigner(bytes))
      }
      return yield* usable((yield* keyStore(setting, variables, place)).edSigner(setting.key), place)
    })
  }
}
