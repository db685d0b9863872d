// LND behind LIGHTNING.
import { Effect, Redacted, Result } from "effect"
import { bolt11Networks } from "../../../../core/standards/address/bolt11.ts"
import { secretOfFile } from "../../../../adapters/http-client/secret-file.ts"
import { macaroonForm } from "../../../../adapters/lnd/macaroon.ts"
import type { ConfigProblem } from "../../settings/config.ts"
import { provider, variableOf } from "./definition.ts"

const name = "lnd"

/** The forms of what is in its files; a variable names each. */
const forms = {
  MACAROON_FILE: {
    form: macaroonForm,
    problem: "it is no macaroon in hex: lncli bakemacaroon prints one, and xxd -p -c 0 prints that of a file"
  },
  INVOICE_KEY_FILE: {
    form: /^.{32,}$/s,
    problem: "it needs at least 32 characters: openssl rand -hex 32 prints such a key"
  }
} as const

type Files = Readonly<Record<keyof typeof forms, { readonly file: string }>>

const problemsOf = Effect.fnUntraced(function*(given: Files) {
  const problems: Array<ConfigProblem> = []
  for (const row of ["MACAROON_FILE", "INVOICE_KEY_FILE"] as const) {
    const { file } = given[row]
    const text = yield* Effect.result(secretOfFile(file))
    const problem = Result.isFailure(text)
      ? text.failure.problem
      : forms[row].form.test(Redacted.value(text.success))
      ? undefined
      : forms[row].problem
    if (problem !== undefined) problems.push({ variable: variableOf(name, row), message: `${file}: ${problem}` })
  }
  return problems
})

export const lndProvider = provider({
  name,
  title: "LND",
  roles: ["LIGHTNING"],
  variables: {
    URL: { kind: "url", about: "address of the node's REST interface" },
    MACAROON_FILE: { kind: "secretFile", about: "file with the macaroon in hex" },
    CERTIFICATE_FILE: {
      kind: "secretFile",
      about: "file with the node's own certificate, `tls.cert`; needed unless public authorities vouch for it",
      fallback: null
    },
    INVOICE_KEY_FILE: { kind: "secretFile", about: "file with the secret that preimages of invoices are derived from" },
    NETWORK: {
      kind: "oneOf",
      values: Object.values(bolt11Networks),
      about: "the node's network",
      fallback: "mainnet"
    },
    PRIVATE_CHANNELS: {
      kind: "oneOf",
      values: ["no", "yes"],
      about: "whether invoices name private channels to be reached by",
      fallback: "no"
    }
  },
  adapters: Effect.fnUntraced(function*(given) {
    const problems = yield* problemsOf(given)
    if (problems.length > 0) return yield* Effect.fail<ReadonlyArray<ConfigProblem>>(problems)
    const { lnd } = yield* Effect.promise(() => import("../../../../adapters/lnd/index.ts"))
    return lnd({
      url: given.URL,
      macaroon: given.MACAROON_FILE,
      ...given.CERTIFICATE_FILE === undefined ? {} : { certificate: given.CERTIFICATE_FILE },
      invoiceKey: given.INVOICE_KEY_FILE,
      network: given.NETWORK,
      hasPrivateChannels: given.PRIVATE_CHANNELS === "yes"
    })
  })
})
