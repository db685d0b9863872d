// The file of networks: its text, its JSON and its shape. It holds no secret, so it can be kept beside the code.
import { readFile } from "node:fs/promises"
import { Effect, Schema } from "effect"
import { reader, unknownField, whole } from "../../../../core/base/text/text.ts"
import { definitions } from "./definitions.ts"
import { SettingWrong } from "./setting.ts"
import { signer } from "./signers.ts"

type Definitions = typeof definitions

const Networks = Schema.Struct(
  Object.fromEntries(
    Object.entries(definitions).map(([name, { settings }]) => [name, Schema.optionalKey(settings)])
  ) as { readonly [N in keyof Definitions]: Schema.optionalKey<Definitions[N]["settings"]> }
)

const read = reader(Schema.Struct({ signers: Schema.Record(Schema.String, signer), networks: Networks }), "error")

/** More than any file of settings has. */
const mostBytes = 1_000_000

const wrongFile = (problem: string) => [new SettingWrong({ field: "", problem })]

const textOf = (path: string) =>
  Effect.tryPromise({
    try: () => readFile(path),
    catch: () => wrongFile("cannot be read")
  }).pipe(Effect.filterOrFail(
    (bytes) => bytes.length <= mostBytes,
    () => wrongFile(`is longer than ${mostBytes} bytes`)
  ))

const jsonOf = (bytes: Uint8Array) =>
  Effect.try({
    try: (): unknown => JSON.parse(Buffer.from(bytes).toString("utf8")),
    catch: () => wrongFile("is no JSON")
  })

// A value may be a secret that does not belong there, so what was found is not repeated.
const messageOf = (message: string): string =>
  message === unknownField ? "is no setting" : message.replace(/, got .*$/s, "")

/** What is in the file, or everything that is wrong with it. */
export const networksIn = Effect.fnUntraced(function*(path: string) {
  const json = yield* Effect.flatMap(textOf(path), jsonOf)
  return yield* read(json).pipe(
    Effect.mapError(({ details }) =>
      details.map(({ field, message }) =>
        new SettingWrong({ field: field === whole ? "" : field, problem: messageOf(message) })
      )
    )
  )
})
