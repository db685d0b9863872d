// The flags that every command takes: where the service is, who asks, and whether the answer is for a program.
import { Effect, Option } from "effect"
import { Flag, GlobalFlag } from "effect/cli"

const jsonFlag = GlobalFlag.Setting("json")({
  flag: Flag.Boolean("json").pipe(Flag.withDescription("Print JSON for programs"), Flag.withDefault(false))
})

const urlFlag = GlobalFlag.Setting("url")({
  flag: Flag.String("url").pipe(
    Flag.withDescription("Where the service is (PONTEPAY_URL; http://127.0.0.1:3000)"),
    Flag.withMetavar("<url>"),
    Flag.optional
  )
})

const apiKeyFlag = GlobalFlag.Setting("api-key")({
  flag: Flag.String("api-key").pipe(
    Flag.withDescription("API key (PONTEPAY_API_KEY; of a local sandbox: its own)"),
    Flag.withMetavar("<key>"),
    Flag.optional
  )
})

const operatorTokenFlag = GlobalFlag.Setting("operator-token")({
  flag: Flag.String("operator-token").pipe(
    Flag.withDescription("Operator token (PONTEPAY_OPERATOR_TOKEN; of a local sandbox: its own)"),
    Flag.withMetavar("<token>"),
    Flag.optional
  )
})

export const settings = [jsonFlag, urlFlag, apiKeyFlag, operatorTokenFlag] as const

/** What the flags said. */
export interface Settings {
  readonly json: boolean
  readonly url: string | undefined
  readonly apiKey: string | undefined
  readonly operatorToken: string | undefined
}

/** The settings of this run. */
export const readSettings = Effect.gen(function*() {
  const given: Settings = {
    json: yield* jsonFlag,
    url: Option.getOrUndefined(yield* urlFlag),
    apiKey: Option.getOrUndefined(yield* apiKeyFlag),
    operatorToken: Option.getOrUndefined(yield* operatorTokenFlag)
  }
  return given
})
