// Configuration: what is weak, constant, published or open ends the start, each with one line, wherever others reach the service.
import { readConfig } from "../../hosts/http/settings/config.ts"
import { operatorToken, providerSecret, secretsKey } from "../support/host.ts"
import { type Outcome, Score } from "./attempt.ts"

type Variables = Readonly<Record<string, string>>

/** Ways in which others reach the service. */
const reached: Readonly<Record<string, Variables>> = {
  "beside production": { PONTEPAY_PRODUCTION_DATABASE_URL: "memory:", PONTEPAY_PRODUCTION_HOST: "live.example" },
  "on every address": { HOST: "0.0.0.0" },
  "on every address of version 6": { HOST: "::" },
  "on an address of a network": { HOST: "192.168.0.10" },
  "under a public address": { PONTEPAY_PUBLIC_URL: "https://pay.example" }
}

const strong: Variables = {
  PONTEPAY_SECRETS_KEY: secretsKey,
  PONTEPAY_OPERATOR_TOKEN: operatorToken,
  PONTEPAY_SANDBOX_PROVIDER_SECRET: providerSecret,
  PONTEPAY_METRICS_TOKEN: "the token of the metrics of the tests"
}

const words = [
  "x",
  " ",
  "secret",
  "password",
  "changeme",
  "0".repeat(64),
  "a".repeat(32),
  "ab".repeat(32),
  "1234567".repeat(10),
  "0123456789abcdef0123456789abcde"
]
const keys = [
  "",
  "x",
  "a".repeat(43),
  Buffer.alloc(32).toString("base64"),
  Buffer.alloc(32, 255).toString("base64"),
  Buffer.alloc(32, "ab").toString("base64"),
  Buffer.alloc(31, secretsKey).toString("base64"),
  Buffer.alloc(33, secretsKey).toString("base64")
]

const weak: ReadonlyArray<readonly [variable: string, value: string]> = [
  ...["PONTEPAY_OPERATOR_TOKEN", "PONTEPAY_METRICS_TOKEN", "PONTEPAY_SANDBOX_PROVIDER_SECRET"].flatMap((variable) =>
    words.map((value) => [variable, value] as const)
  ),
  ["PONTEPAY_SANDBOX_PROVIDER_SECRET", "sandbox-provider-secret"],
  ...keys.filter((value) => value !== "").map((value) => ["PONTEPAY_SECRETS_KEY", value] as const)
]

const database = (address: string): Variables => ({
  ...strong,
  PONTEPAY_PRODUCTION_HOST: "live.example",
  PONTEPAY_PRODUCTION_DATABASE_URL: `postgres://pontepay:secret@${address}`
})

/** Wrong whoever reaches it. */
const wrong: ReadonlyArray<readonly [name: string, variables: Variables, variable: string]> = [
  [
    "production without a token",
    { ...database("127.0.0.1/live"), PONTEPAY_OPERATOR_TOKEN: "" },
    "PONTEPAY_OPERATOR_TOKEN"
  ],
  ["production without a key", { ...database("127.0.0.1/live"), PONTEPAY_SECRETS_KEY: "" }, "PONTEPAY_SECRETS_KEY"],
  ...[
    "db.example/live",
    "db.example/live?sslmode=disable",
    "db.example/live?sslmode=prefer",
    "db.example/live?sslmode=no-verify",
    "10.0.0.7/live",
    "localhost.db.example/live",
    "localhost/live?host=db.example"
  ].map((address) => [`production at ${address}`, database(address), "PONTEPAY_PRODUCTION_DATABASE_URL"] as const),
  ...[
    "http://user:secret@pay.example",
    "javascript:alert(1)",
    "ftp://pay.example",
    "pay.example",
    "https://pay.example/path?x"
  ].map((url) => [`links to ${url}`, { ...strong, PONTEPAY_PUBLIC_URL: url }, "PONTEPAY_PUBLIC_URL"] as const),
  ...["0.0.0.0/0x", "everything", "10.0.0.0/33", "127.0.0.1/-1", "::/129"].map((proxies) =>
    [`proxies ${proxies}`, { ...strong, PONTEPAY_TRUSTED_PROXIES: proxies }, "PONTEPAY_TRUSTED_PROXIES"] as const
  ),
  ...["-1", "65536", "x", "80.5", "0x50"].map((port) =>
    [`the port ${port}`, { ...strong, PORT: port }, "PORT"] as const
  )
]

const problemsOf = (variables: Variables): ReadonlyArray<{ readonly variable: string; readonly message: string }> => {
  const config = readConfig({ DATABASE_URL: "memory:", PORT: "0", ...variables })
  return "length" in config ? config : []
}

/** Tries all of it. */
export const attackConfiguration = (): Outcome => {
  const score = new Score()
  for (const [where, variables] of Object.entries(reached)) {
    score.expect(`what is strong, ${where}`, [], problemsOf({ ...variables, ...strong }))
    for (const [variable, value] of weak) {
      const problems = problemsOf({ ...variables, ...strong, [variable]: value })
      const isNamed = problems.length === 1 && problems[0]?.variable === variable
      const isSilent = value.trim().length < 4 || !problems.some(({ message }) => message.includes(value))
      score.note(`${variable} ${value.slice(0, 20)} ${where}`, isNamed && isSilent, variable, problems)
    }
  }
  for (const [name, variables, variable] of wrong) {
    const problems = problemsOf(variables)
    const isNamed = problems.length === 1 && problems[0]?.variable === variable
    score.note(name, isNamed && !problems.some(({ message }) => message.includes("secret@")), variable, problems)
  }
  return score.outcome()
}
