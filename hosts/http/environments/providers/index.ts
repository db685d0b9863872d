// The providers of production, and how one is chosen for each role: `PONTEPAY_PRODUCTION_PIX=efi`.
import { Clock, Effect, Result } from "effect"
import type { ConfigProblem } from "../../settings/config.ts"
import { type OwnAdapters, combined } from "../own-adapters.ts"
import { type ProviderDefinition, type ProviderRole, roles } from "./definition.ts"
import { aveniaProvider } from "./avenia.ts"
import { bcb } from "./bcb.ts"
import { breezProvider } from "./breez.ts"
import { efi } from "./efi.ts"
import { lndProvider } from "./lnd.ts"
import { market } from "./market.ts"
import { nwcProvider } from "./nwc.ts"
import { sumsubProvider } from "./sumsub.ts"
import { wooviProvider } from "./woovi.ts"

/** Every provider that a host can be told to use. */
export const providers: ReadonlyArray<ProviderDefinition> = [
  aveniaProvider,
  bcb,
  breezProvider,
  efi,
  lndProvider,
  market,
  nwcProvider,
  sumsubProvider,
  wooviProvider
]

type Variables = Readonly<Record<string, string | undefined>>

const roleVariable = (role: ProviderRole): string => `PONTEPAY_PRODUCTION_${role}`

const namesFor = (role: ProviderRole, known: ReadonlyArray<ProviderDefinition>): ReadonlyArray<string> =>
  known.filter((each) => each.roles.includes(role)).map(({ name }) => name)

/** The adapters of production that variables choose, or everything that is wrong with them. */
export const chosenProviders = Effect.fnUntraced(
  function*(variables: Variables, known: ReadonlyArray<ProviderDefinition> = providers) {
    const problems: Array<ConfigProblem> = []
    const chosen = new Map<ProviderDefinition, Array<ProviderRole>>()
    const hasProduction = (variables["PONTEPAY_PRODUCTION_DATABASE_URL"] ?? "") !== ""
    for (const role of roles) {
      const variable = roleVariable(role)
      const name = variables[variable] || undefined
      if (name === undefined) continue
      const found = known.find((each) => each.name === name && each.roles.includes(role))
      if (found === undefined) {
        problems.push({ variable, message: `must be one of ${namesFor(role, known).join(", ")}` })
      } else if (!hasProduction) {
        problems.push({ variable, message: "needs PONTEPAY_PRODUCTION_DATABASE_URL beside it" })
      } else chosen.set(found, [...chosen.get(found) ?? [], role])
    }
    const now = yield* Clock.currentTimeMillis
    const adapters: Array<OwnAdapters> = []
    for (const [found, asked] of chosen) {
      const reading = yield* found.read(variables, now)
      if (reading._tag === "Wrong") {
        problems.push(...reading.problems)
        continue
      }
      const opened = yield* Effect.result(reading.open(asked))
      if (Result.isFailure(opened)) problems.push(...opened.failure)
      else adapters.push(opened.success)
    }
    return problems.length > 0 ? yield* Effect.fail<ReadonlyArray<ConfigProblem>>(problems) : combined(...adapters)
  }
)
