// The networks that an environment pays on, of the file that a variable names.
import { Effect, Result } from "effect"
import type { Network } from "../../../../core/standards/address/network.ts"
import { FloatMarks } from "../../../../core/ports/float-marks.ts"
import type { Restrictions } from "../../../../core/ports/restrictions.ts"
import { TreasuryLimits } from "../../../../core/ports/treasury-limits.ts"
import type { ConfigProblem } from "../../settings/config.ts"
import type { OwnAdapters } from "../own-adapters.ts"
import { simulatedChain } from "../../../../adapters/sandbox/chain.ts"
import { unconfiguredChain } from "../../../../adapters/unconfigured/ports.ts"
import { type Rest, chainOf } from "./chain.ts"
import type { NetworkDefinition, OpenedNetwork, Tools, WaitingNetwork } from "./definition.ts"
import { definitions } from "./definitions.ts"
import { networksIn } from "./file.ts"
import { limitsOf } from "./limits.ts"
import { marksOf } from "./marks.ts"
import { loginNodeWith, nodeWith, withSecrets } from "./secrets.ts"
import { SettingWrong, inFile } from "./setting.ts"
import { signersOf } from "./signers.ts"
import { signerOf, whyNotOpen } from "./waiting.ts"

type Variables = Readonly<Record<string, string | undefined>>

type AnyDefinition = NetworkDefinition<Network, unknown>

/** What one of the variables of networks leads to. */
interface Choice {
  readonly variable: string
  readonly rest: Rest
}

// Keys are looked for where they are; no node is asked before the adapters are used.
const openedOf = Effect.fnUntraced(function*(variable: string, variables: Variables) {
  const path = variables[variable] || undefined
  if (path === undefined) return undefined
  const problemOf = inFile(variable, path)
  const { networks, signers } = yield* networksIn(path).pipe(Effect.mapError((wrong) => wrong.map(problemOf)))
  const tools: Tools = {
    ...signersOf(signers, variables),
    node: (node, field) => nodeWith(node, variables, field),
    loginNode: (node, field) => loginNodeWith(node, variables, field),
    secret: (text, field) => withSecrets(text, variables, field)
  }
  const { limits, problems } = limitsOf(networks)
  const { marks, problems: wrongMarks } = marksOf(networks)
  const wrong = [...problems, ...wrongMarks]
  const opened = new Map<Network, OpenedNetwork>()
  const waiting = new Map<Network, WaitingNetwork>()
  const away: Array<ConfigProblem> = []
  for (const [name, settings] of Object.entries(networks)) {
    const network = name as keyof typeof definitions
    const definition = definitions[network] as unknown as AnyDefinition
    const open = definition.open(network, settings, tools)
    const result = yield* Effect.result(open)
    if (Result.isSuccess(result)) opened.set(network, result.success)
    else if (result.failure._tag === "SettingWrong") wrong.push(result.failure)
    else {
      const { field, reason: problem } = result.failure
      waiting.set(network, { problem: whyNotOpen(result.failure), delivers: definition.delivers(settings), open })
      away.push(problemOf(new SettingWrong({ field, problem })))
    }
  }
  if (wrong.length > 0) return yield* Effect.fail<ReadonlyArray<ConfigProblem>>(wrong.map(problemOf))
  return { opened, waiting, away, limits, marks, problemOf }
})

/** What a file of networks gives an environment. */
interface ConfiguredNetworks {
  readonly adapters: OwnAdapters
  readonly restrictions: Pick<Restrictions, "treasuryLimits" | "floatMarks">
  /** Signers that give no answer, whose networks are opened once they do. */
  readonly away: ReadonlyArray<ConfigProblem>
}

const noFile: ConfiguredNetworks = {
  adapters: {},
  restrictions: { treasuryLimits: TreasuryLimits.none, floatMarks: FloatMarks.none },
  away: []
}

const networksOf = Effect.fnUntraced(function*({ rest, variable }: Choice, variables: Variables) {
  const found = yield* openedOf(variable, variables)
  if (found === undefined) return noFile
  const { away, limits, marks, opened, problemOf, waiting } = found
  const adapters: OwnAdapters = {
    chain: chainOf({ opened, waiting }, marks, rest, problemOf),
    providers: [
      ...[...opened].flatMap(([network, { nodes = [] }]) =>
        nodes.map(({ name, state }) => ({ name: `${network}/${name}`, state }))
      ),
      ...[...waiting].map(([network, each]) => signerOf(network, each))
    ].map((provider) => ({ ...provider, ports: ["chain"] }))
  }
  return {
    adapters,
    restrictions: { treasuryLimits: limits, floatMarks: marks },
    away
  } satisfies ConfiguredNetworks
})

const sandbox: Choice = { variable: "PONTEPAY_SANDBOX_NETWORKS", rest: { chain: simulatedChain, serves: true } }
const production: Choice = {
  variable: "PONTEPAY_PRODUCTION_NETWORKS",
  rest: { chain: Effect.succeed(unconfiguredChain), serves: false }
}

const isSet = (variables: Variables, variable: string): boolean => (variables[variable] ?? "") !== ""

// Where a variable cannot be used with what else is set.
const misplaced = (variables: Variables): ReadonlyArray<ConfigProblem> => [
  ...isSet(variables, production.variable) && !isSet(variables, "PONTEPAY_PRODUCTION_DATABASE_URL")
    ? [{ variable: production.variable, message: "needs PONTEPAY_PRODUCTION_DATABASE_URL beside it" }]
    : [],
  ...isSet(variables, sandbox.variable) && isSet(variables, "PONTEPAY_SANDBOX_EVM_RPC_URL")
    ? [{
      variable: sandbox.variable,
      message: "is for other sandboxes than PONTEPAY_SANDBOX_EVM_RPC_URL: set one of the two"
    }]
    : []
]

/** The networks of both environments, or everything that is wrong with their files. */
export const configuredNetworks = Effect.fnUntraced(function*(variables: Variables) {
  const read = yield* Effect.all({
    sandbox: Effect.result(networksOf(sandbox, variables)),
    production: Effect.result(networksOf(production, variables))
  })
  const problems = [
    ...misplaced(variables),
    ...Object.values(read).flatMap((each) => Result.isFailure(each) ? each.failure : [])
  ]
  return Result.isFailure(read.sandbox) || Result.isFailure(read.production) || problems.length > 0
    ? yield* Effect.fail(problems)
    : { sandbox: read.sandbox.success, production: read.production.success }
})

/** What was made on a network, such as the addresses of accounts. */
export interface Prepared {
  readonly environment: "sandbox" | "production"
  readonly network: Network
  readonly made: ReadonlyArray<string>
}

/** Makes what networks need once before the first payment, which costs their fee accounts a rent; what is there stays. */
export const prepareNetworks = Effect.fnUntraced(function*(variables: Variables) {
  const prepared: Array<Prepared> = []
  for (const [environment, { variable }] of Object.entries({ sandbox, production })) {
    const found = yield* openedOf(variable, variables)
    for (const [network, { problem: why }] of found?.waiting ?? []) {
      return yield* Effect.fail({ network, reason: why ?? "it is not open" })
    }
    for (const [network, { prepare }] of found?.opened ?? []) {
      if (prepare === undefined) continue
      const made = yield* Effect.mapError(prepare, (problem) => ({ network, ...problem }))
      prepared.push({ environment: environment === "sandbox" ? "sandbox" : "production", network, made })
    }
  }
  return prepared
})
