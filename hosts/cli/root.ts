// The command line as one tree.
import { Command } from "effect/cli"
import { accounts } from "./commands/accounts.ts"
import { audit } from "./commands/audit.ts"
import { decode } from "./commands/decode.ts"
import { doctor } from "./commands/doctor.ts"
import { exportCommand } from "./commands/export.ts"
import { keys } from "./commands/keys.ts"
import { listen } from "./commands/listen.ts"
import { networks } from "./commands/networks.ts"
import { operators } from "./commands/operators.ts"
import { person } from "./commands/person.ts"
import { replay } from "./commands/replay.ts"
import { reserves } from "./commands/reserves.ts"
import { reviews } from "./commands/reviews.ts"
import { secrets } from "./commands/secrets.ts"
import { serviceTokens } from "./commands/service-tokens.ts"
import { simulate } from "./commands/simulate.ts"
import { start } from "./commands/start.ts"
import { trigger } from "./commands/trigger.ts"
import { webhooks } from "./commands/webhooks.ts"
import { settings } from "./settings.ts"

export const root = Command.make("pontepay").pipe(
  Command.withDescription(
    "PIX, Lightning and stablecoins: the service, its sandbox and what one needs beside them. Exit codes: 0 done, 1 not done "
      + "or something found, 2 asked for in a wrong way."
  ),
  Command.withSubcommands([
    start,
    doctor,
    accounts,
    keys,
    secrets,
    networks,
    operators,
    serviceTokens,
    webhooks,
    person,
    exportCommand,
    reserves,
    reviews,
    listen,
    trigger,
    replay,
    decode,
    simulate,
    audit
  ]),
  Command.withGlobalFlags(settings),
  Command.withExamples([
    { command: "pontepay start", description: "Start the sandbox" },
    { command: "pontepay listen --forward http://127.0.0.1:4000/hook", description: "See its events in your program" },
    { command: "pontepay trigger PAYOUT_SUCCESSFUL", description: "Make one happen" },
    { command: "pontepay --completions zsh > ~/.zfunc/_pontepay", description: "Completion for a shell" }
  ])
)
