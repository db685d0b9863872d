// `pontepay networks`: what networks need before the service pays on them. It works by the variables of the service, without the service.
import { Command } from "effect/cli"
import { act } from "../act.ts"
import type { PreparedNetwork } from "../world.ts"

const textOf = (prepared: ReadonlyArray<PreparedNetwork>): string =>
  prepared.length === 0
    ? "No network needs anything before the first payment.\n"
    : prepared.map(({ environment, made, network }) =>
      made.length === 0
        ? `${network} (${environment}): all is there.\n`
        : `${network} (${environment}): made ${made.join(", ")}\n`
    ).join("")

const prepare = Command.make(
  "prepare",
  {},
  act<object>(async (_, { show, world }) => {
    const networks = await world.tools.prepareNetworks()
    show({ networks }, () => textOf(networks))
  })
).pipe(
  Command.withDescription(
    "Make what the networks of PONTEPAY_PRODUCTION_NETWORKS and PONTEPAY_SANDBOX_NETWORKS need once before the first payment: on "
      + "Solana the nonce accounts, for which the fee account pays a rent. What is there stays as it is."
  ),
  Command.withExamples([{
    command: "pontepay networks prepare",
    description: "Before the first start, and with more nonce accounts"
  }])
)

export const networks = Command.make("networks").pipe(
  Command.withDescription(
    "Networks that payments are made on: prepare them before the service starts. For the operator."
  ),
  Command.withShortDescription("Prepare networks"),
  Command.withSubcommands([prepare]),
  Command.withExamples([{ command: "pontepay networks prepare", description: "Make what is missing" }])
)
