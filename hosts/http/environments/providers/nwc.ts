// A wallet over Nostr Wallet Connect behind LIGHTNING.
import { Effect, Result } from "effect"
import { bolt11Networks } from "../../../../core/standards/address/bolt11.ts"
import { parseConnection } from "../../../../adapters/nwc/connection-string.ts"
import { secretOfFile } from "../../../../adapters/http-client/secret-file.ts"
import type { ConfigProblem } from "../../settings/config.ts"
import { optionalPackage } from "../optional-package.ts"
import { provider, variableOf } from "./definition.ts"

const name = "nwc"

const problemOf = (path: string) =>
  secretOfFile(path).pipe(
    Effect.map((text) => {
      const parsed = parseConnection(text)
      return Result.isFailure(parsed) ? `${path}: ${parsed.failure}` : undefined
    }),
    Effect.catch(({ problem }) => Effect.succeed(`${path}: ${problem}`))
  )

export const nwcProvider = provider({
  name,
  title: "Nostr Wallet Connect",
  roles: ["LIGHTNING"],
  variables: {
    CONNECTION_FILE: { kind: "secretFile", about: "file with the wallet's connection string" },
    UNBOUNDED_FEE: {
      kind: "oneOf",
      values: ["no", "yes"],
      about: "`yes` accepts that payments have no bound of their fee, without which there is no such wallet",
      fallback: "no"
    },
    NETWORK: {
      kind: "oneOf",
      values: Object.values(bolt11Networks),
      about: "the wallet's network",
      fallback: "mainnet"
    }
  },
  adapters: Effect.fnUntraced(function*(given) {
    const problems: Array<ConfigProblem> = []
    const file = yield* problemOf(given.CONNECTION_FILE.file)
    if (file !== undefined) problems.push({ variable: variableOf(name, "CONNECTION_FILE"), message: file })
    if (given.UNBOUNDED_FEE !== "yes") {
      problems.push({
        variable: variableOf(name, "UNBOUNDED_FEE"),
        message: "must be yes: a wallet over NWC pays fees without a bound"
      })
    }
    if (problems.length > 0) return yield* Effect.fail<ReadonlyArray<ConfigProblem>>(problems)
    const { nwc } = yield* optionalPackage("nostr-tools", () => import("../../../../adapters/nwc/index.ts")).pipe(
      Effect.mapError(({ message }): ReadonlyArray<ConfigProblem> => [
        { variable: "PONTEPAY_PRODUCTION_LIGHTNING", message }
      ])
    )
    return nwc({ connection: given.CONNECTION_FILE, allowsUnboundedFee: true, network: given.NETWORK })
  })
})
