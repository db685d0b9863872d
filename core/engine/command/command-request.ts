// What may be commanded, checked where the command is given: the same rules as `pontepay.command` of the Postgres store
// (0110), for embedders on another one. What the payload has to be is the endpoint's to say, when the command runs.
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Effect, Redacted, Schema } from "effect"
import { type ValidationFailed, invalidField } from "../../base/errors/errors.ts"
import { limits } from "../../base/limits/limits.ts"
import { isDeeper } from "../../base/text/text.ts"
import { type Command, CommandName, enqueue, needsSeal, recordIdOf } from "./command.ts"

export interface CommandRequest {
  /** 1 to 128 visible ASCII characters; the same one is the same command. */
  readonly id: string
  /** The account on whose behalf it runs. */
  readonly account: string
  readonly name: string
  /** The body of the endpoint. PIN and key of a wallet are in it as `sealed`. */
  readonly payload: Readonly<Record<string, unknown>>
}

const visible = new RegExp(`^[!-~]{${limits.commandId.minimum},${limits.commandId.maximum}}$`)
const isName = Schema.is(CommandName)

/** The write and the job of a command, for a commit of the embedder's; `now` in Unix milliseconds. */
export const newCommand = (
  request: CommandRequest,
  now: number
): Effect.Effect<ReturnType<typeof enqueue>, ValidationFailed> =>
  Effect.map(checked(request), (parts) =>
    enqueue({
      id: recordIdOf(request.id),
      owner: request.account,
      commandId: request.id,
      ...parts,
      state: "WAITING",
      createdAt: now,
      endedAt: null
    }))

type Checked = Pick<Command, "name" | "payload" | "sealed">

const checked = ({ account, id, name, payload }: CommandRequest): Effect.Effect<Checked, ValidationFailed> => {
  if (!visible.test(id)) return wrong("id", "must be 1 to 128 visible ASCII characters")
  if (account === "") return wrong("account", "must name an account")
  if (!isName(name)) return wrong("name", `must be one of ${CommandName.literals.join(", ")}`)
  const { sealed = null, ...rest } = payload
  if (isDeeper(rest, limits.body.depth)) return wrong("payload", `is nested deeper than ${limits.body.depth} levels`)
  const clear = secretIn("payload", rest)
  if (clear !== undefined) return wrong(clear, "must not be stored in clear: seal it")
  const text = JSON.stringify(rest)
  if (utf8ToBytes(text).length > limits.body.bytes) return wrong("payload", `is larger than ${limits.body.bytes} bytes`)
  if (!needsSeal(name)) {
    return sealed === null
      ? Effect.succeed({ name, payload: text, sealed })
      : wrong("payload.sealed", `is not for ${name}, which spends from no wallet`)
  }
  return typeof sealed === "string" && sealed.length > 0 && sealed.length <= limits.commandSeal
    ? Effect.succeed({ name, payload: text, sealed })
    : wrong("payload.sealed", `is required for ${name}: PIN and key of the wallet, sealed for this command`)
}

// The path to the first field, at any depth, that would hold a PIN or key of a wallet.
const secretIn = (path: string, value: unknown): string | undefined => {
  if (value === null || typeof value !== "object") return undefined
  for (const [name, each] of Object.entries(value)) {
    const found = namesSecret(name) ? `${path}.${name}` : secretIn(`${path}.${name}`, each)
    if (found !== undefined) return found
  }
  return undefined
}

// Case, signs and word breaks do not hide what a field holds.
const namesSecret = (name: string): boolean => {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase().split(/[^a-z0-9]+/)
  const whole = words.join("")
  return words.includes("pin") || pinNames.test(whole) || whole.includes("protectedsymmetrickey")
}

const pinNames = /(?:^|wallet|user|holder|current|new|old)pin(?:code|number)?[0-9]*$/

const wrong = (field: string, message: string): Effect.Effect<never, ValidationFailed> =>
  Effect.fail(invalidField(field, message))

/** What a command's seal holds. */
const WalletSecrets = Schema.Struct({ walletPin: Schema.String, protectedSymmetricKey: Schema.String })

/** PIN and key of a wallet as one text to be sealed. */
export const packSecrets = (secrets: typeof WalletSecrets.Type): Redacted.Redacted =>
  Redacted.make(JSON.stringify(secrets))

const readSecrets = Schema.decodeUnknownEffect(Schema.fromJsonString(WalletSecrets))

/** PIN and key out of the text that was sealed. */
export const unpackSecrets = (text: Redacted.Redacted) => Effect.orDie(readSecrets(Redacted.value(text)))
