// Breez SDK Spark behind SPARK.
import { validateMnemonic } from "@scure/bip39"
import { wordlist } from "@scure/bip39/wordlists/english.js"
import { Effect, Redacted } from "effect"
import { secretOfFile } from "../../../../adapters/http-client/secret-file.ts"
import type { ConfigProblem } from "../../settings/config.ts"
import { isInstalled, notInstalled } from "../optional-package.ts"
import { provider, variableOf } from "./definition.ts"

const name = "breez"
const sdk = "@breeztech/breez-sdk-spark"

const problemOf = (path: string) =>
  secretOfFile(path).pipe(
    Effect.map((text) =>
      validateMnemonic(Redacted.value(text), wordlist)
        ? undefined
        : `${path}: it holds no words of a wallet: 12 to 24 of the English list of BIP-39, with one space between two`
    ),
    Effect.catch(({ problem }) => Effect.succeed(`${path}: ${problem}`))
  )

export const breezProvider = provider({
  name,
  title: "Breez SDK Spark",
  roles: ["SPARK"],
  variables: {
    API_KEY_FILE: { kind: "secretFile", about: "file with the key that Breez gives for its services" },
    MNEMONIC_FILE: {
      kind: "secretFile",
      about: "file with the words of the settlement wallet, which nothing else uses"
    },
    DEPIX_TOKEN: {
      kind: "text",
      pattern: /^btkn1[02-9ac-hj-np-z]{20,200}$/,
      shape: "the token of DePix on Spark, which begins with btkn1",
      about: "the token of DePix on Spark"
    },
    DIRECTORY: {
      kind: "text",
      about: "folder of this process alone, where the SDK keeps what it has seen of each wallet"
    },
    CONVERSIONS: {
      kind: "oneOf",
      values: ["none", "manual"],
      about:
        "`manual` says that a person converts DePix of the settlement wallet for each swap, without which there are no swaps",
      fallback: "none"
    }
  },
  adapters: Effect.fnUntraced(function*(given) {
    const problem = yield* problemOf(given.MNEMONIC_FILE.file)
    const problems: ReadonlyArray<ConfigProblem> = [
      ...problem === undefined ? [] : [{ variable: variableOf(name, "MNEMONIC_FILE"), message: problem }],
      // It is loaded at its first use: it is large, and writes to the console.
      ...isInstalled(sdk) ? [] : [{ variable: "PONTEPAY_PRODUCTION_SPARK", message: notInstalled(sdk).message }]
    ]
    if (problems.length > 0) return yield* Effect.fail(problems)
    const { spark } = yield* Effect.promise(() => import("../../../../adapters/spark/index.ts"))
    return spark({
      apiKey: given.API_KEY_FILE,
      mnemonic: given.MNEMONIC_FILE,
      depixToken: given.DEPIX_TOKEN,
      directory: given.DIRECTORY,
      hasManualConversions: given.CONVERSIONS === "manual"
    })
  })
})
