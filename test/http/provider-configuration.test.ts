// How providers of production are chosen: what is missing, wrong, open to everybody or expired ends the start with one line each,
// and the doctor says what to do about each.
import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Exit, Result } from "effect"
import { describe, expect, it } from "vitest"
import * as sandboxFxRates from "../../adapters/sandbox/fx-rates.ts"
import { providerVariableFinding } from "../../hosts/cli/doctor/here.ts"
import { type ProviderDefinition, provider } from "../../hosts/http/environments/providers/definition.ts"
import { chosenProviders } from "../../hosts/http/environments/providers/index.ts"
import { BadConfiguration, settingsOf } from "../../hosts/http/service.ts"
import { certificateFor, certificateOf } from "../support/certificate.ts"
import { type Variables, operatorToken, providerSecret, runProcess, scratch, secretsKey } from "../support/host.ts"
import { providerIn, unusedState } from "../support/provider-states.ts"

const opened: Array<unknown> = []

const bank = provider({
  name: "test-bank",
  title: "A bank of the tests",
  roles: ["PIX", "FX"],
  variables: {
    BASE_URL: { kind: "url", about: "its address", fallback: "https://bank.example" },
    CLIENT_ID: { kind: "text", about: "our name", pattern: /^[a-z]+$/, shape: "lower-case letters" },
    CLIENT_SECRET_FILE: { kind: "secretFile", about: "our secret" },
    CERTIFICATE_FILE: { kind: "certificateFile", about: "our certificate", key: "KEY_FILE", fallback: null },
    KEY_FILE: { kind: "secretFile", about: "its key", fallback: null },
    AUTHORITIES_FILE: { kind: "authoritiesFile", about: "whom we trust", fallback: null },
    SPREAD: { kind: "number", least: 0, most: 500, about: "what we add", fallback: "50" },
    MODE: { kind: "oneOf", values: ["live", "homologation"], about: "which of its environments", fallback: "live" }
  },
  adapters: (given, chosen) => {
    opened.push({ given, chosen })
    return Effect.succeed({
      ...chosen.includes("FX") ? { fxRates: sandboxFxRates.layer } : {},
      providers: [providerIn("test-bank", unusedState)]
    })
  }
})

const people = provider({
  name: "people",
  title: "KYC of the tests",
  roles: ["KYC"],
  variables: {},
  adapters: () => Effect.fail([{ variable: "PONTEPAY_PRODUCTION_KYC", message: "needs a package" }])
})

const known: ReadonlyArray<ProviderDefinition> = [bank, people]

const directory = scratch()
let made = 0
const fileOf = (text: string, mode = 0o600): string => {
  const path = join(directory, `file-${++made}`)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

const authority = certificateFor("authority.example", "250101", "491231")
const ours = certificateOf(authority, "us.example")
const expired = certificateOf(authority, "us.example", "240101", "250101")
const early = certificateOf(authority, "us.example", "480101", "491231")

const production: Variables = {
  DATABASE_URL: "memory:",
  PORT: "0",
  PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
  PONTEPAY_PRODUCTION_HOST: "live.example",
  PONTEPAY_SECRETS_KEY: secretsKey,
  PONTEPAY_OPERATOR_TOKEN: operatorToken,
  PONTEPAY_SANDBOX_PROVIDER_SECRET: providerSecret
}
const secretText = "the secret of the bank"
const own = (parts: Variables = {}): Variables => ({
  PONTEPAY_PRODUCTION_PIX: "test-bank",
  PONTEPAY_PRODUCTION_TEST_BANK_CLIENT_ID: "us",
  PONTEPAY_PRODUCTION_TEST_BANK_CLIENT_SECRET_FILE: fileOf(secretText),
  ...Object.fromEntries(Object.entries(parts).map(([name, value]) => [`PONTEPAY_PRODUCTION_TEST_BANK_${name}`, value]))
})

const problemsOf = async (variables: Variables): Promise<ReadonlyArray<string>> => {
  const exit = await Effect.runPromiseExit(settingsOf(variables, known))
  if (Exit.isSuccess(exit)) return []
  const failure = exit.cause.reasons.find((reason) => reason._tag === "Fail")?.error
  if (!(failure instanceof BadConfiguration)) throw new Error("not refused but broken", { cause: exit.cause })
  return failure.problems.map(({ message, variable }) => `${variable}: ${message}`)
}

const certificateFiles = ({ cert, key }: { readonly cert: string; readonly key: string }, mode = 0o600) => ({
  CERTIFICATE_FILE: fileOf(cert, mode),
  KEY_FILE: fileOf(key)
})

describe("a provider that is chosen §provider-configuration", () => {
  it("is opened once, for every role that it is chosen for, with what its variables say", async () => {
    opened.length = 0
    const variables: Variables = { ...production, ...own(certificateFiles(ours)), PONTEPAY_PRODUCTION_FX: "test-bank" }
    const settings = await Effect.runPromise(settingsOf(variables, known))
    expect(opened).toEqual([{
      given: {
        BASE_URL: "https://bank.example",
        CLIENT_ID: "us",
        CLIENT_SECRET_FILE: { file: variables["PONTEPAY_PRODUCTION_TEST_BANK_CLIENT_SECRET_FILE"] },
        CERTIFICATE_FILE: { file: variables["PONTEPAY_PRODUCTION_TEST_BANK_CERTIFICATE_FILE"] },
        KEY_FILE: { file: variables["PONTEPAY_PRODUCTION_TEST_BANK_KEY_FILE"] },
        AUTHORITIES_FILE: undefined,
        SPREAD: 50,
        MODE: "live"
      },
      chosen: ["PIX", "FX"]
    }])
    const { adapters } = settings.production
    expect(adapters).toHaveProperty("fxRates")
    expect(adapters.providers?.map(({ name }) => name)).toEqual(["test-bank"])
  })

  it("may have a certificate of everybody's authorities, which everybody may read", async () => {
    expect(await problemsOf({ ...production, ...own({ AUTHORITIES_FILE: fileOf(authority.cert, 0o644) }) })).toEqual([])
  })

  it("is not there until it is chosen: its variables alone change nothing", async () => {
    opened.length = 0
    expect(await problemsOf({ ...production, PONTEPAY_PRODUCTION_TEST_BANK_BASE_URL: "none" })).toEqual([])
    expect(opened).toEqual([])
  })
})

const secret = "PONTEPAY_PRODUCTION_TEST_BANK_CLIENT_SECRET_FILE"
const withSecret = (path: string): Variables => ({ ...own(), [secret]: path })

const rows: ReadonlyArray<readonly [what: string, variables: Variables, lines: ReadonlyArray<RegExp>]> = [
  ["a name that is none", { PONTEPAY_PRODUCTION_PIX: "other" }, [
    /^PONTEPAY_PRODUCTION_PIX: must be one of test-bank$/
  ]],
  ["a provider of another role", { PONTEPAY_PRODUCTION_KYC: "test-bank" }, [
    /^PONTEPAY_PRODUCTION_KYC: must be one of people$/
  ]],
  ["nothing that it needs", { PONTEPAY_PRODUCTION_PIX: "test-bank" }, [
    /^PONTEPAY_PRODUCTION_TEST_BANK_CLIENT_ID: is required by the provider test-bank$/,
    /^PONTEPAY_PRODUCTION_TEST_BANK_CLIENT_SECRET_FILE: is required by the provider test-bank$/
  ]],
  ["nothing that it needs, though two roles ask", {
    PONTEPAY_PRODUCTION_PIX: "test-bank",
    PONTEPAY_PRODUCTION_FX: "test-bank"
  }, [/CLIENT_ID: is required/, /CLIENT_SECRET_FILE: is required/]],
  ["text of another form", own({ CLIENT_ID: "US" }), [/CLIENT_ID: must be lower-case letters$/]],
  ["an address in the open", own({ BASE_URL: "http://bank.example" }), [/BASE_URL: must be an https address/]],
  ["a number that is too great", own({ SPREAD: "501" }), [/SPREAD: must be a whole number from 0 to 500$/]],
  ["a number that is none", own({ SPREAD: "0.5" }), [/SPREAD: must be a whole number from 0 to 500$/]],
  ["a word that is none of those", own({ MODE: "test" }), [/MODE: must be one of live, homologation$/]],
  ["a file that is missing", withSecret("/nowhere/secret"), [
    /CLIENT_SECRET_FILE: \/nowhere\/secret: there is no such file$/
  ]],
  ["a file that is empty", withSecret(fileOf("\n")), [/CLIENT_SECRET_FILE: \S+: it is empty$/]],
  ["a file that is a directory", withSecret(directory), [/CLIENT_SECRET_FILE: \S+: it is not a file$/]],
  ["a file that everybody may read", withSecret(fileOf(secretText, 0o644)), [
    /CLIENT_SECRET_FILE: (\S+): everybody on this machine may read it: chmod o= \1$/
  ]],
  ["a certificate that expired", own(certificateFiles(expired)), [
    /CERTIFICATE_FILE: \S+: it expired on 2025-01-01: renew it$/
  ]],
  ["a certificate before its time", own(certificateFiles(early)), [
    /CERTIFICATE_FILE: \S+: it is not valid before 2048-01-01$/
  ]],
  ["a certificate with the key of another", own(certificateFiles({ cert: ours.cert, key: expired.key })), [
    /CERTIFICATE_FILE: \S+: it cannot be read, or the key beside it is not its own$/
  ]],
  ["a certificate that everybody may read", own(certificateFiles(ours, 0o604)), [
    /CERTIFICATE_FILE: \S+: everybody on this machine may read it: chmod o= \S+$/
  ]],
  ["a certificate in PKCS#12", own(certificateFiles({ cert: "0\u0082", key: ours.key })), [
    /CERTIFICATE_FILE: \S+: it is no certificate in PEM; of a PKCS#12 file make one: openssl pkcs12 -in .*$/
  ]],
  ["a certificate without its key", own({ CERTIFICATE_FILE: fileOf(ours.cert) }), [
    /KEY_FILE: is required beside PONTEPAY_PRODUCTION_TEST_BANK_CERTIFICATE_FILE$/
  ]],
  ["authorities that are none", own({ AUTHORITIES_FILE: fileOf("none", 0o644) }), [
    /AUTHORITIES_FILE: \S+: it is no certificate in PEM$/
  ]],
  ["what its adapters cannot be made of", { PONTEPAY_PRODUCTION_KYC: "people" }, [
    /^PONTEPAY_PRODUCTION_KYC: needs a package$/
  ]],
  ["several wrong variables of the host as well", { ...own({ SPREAD: "x" }), PORT: "x" }, [
    /^PORT: /,
    /SPREAD: must be a whole number/
  ]]
]

describe("a provider ends the start §provider-configuration §bad-configuration", () => {
  it.each(rows)("with %s: one line each, and the doctor says what to do", async (_what, variables, lines) => {
    const problems = await problemsOf({ ...production, ...variables })
    expect(problems).toEqual(lines.map((line) => expect.stringMatching(line)))
    expect(problems.join()).not.toContain(secretText)
    const chosen = await Effect.runPromise(Effect.result(chosenProviders(variables, known)))
    for (const problem of Result.isFailure(chosen) ? chosen.failure : []) {
      expect(providerVariableFinding(problem)).toMatchObject({
        check: problem.variable,
        state: "problem",
        found: problem.message,
        remedy: expect.stringContaining("hosts/docs/provider-variables.md")
      })
    }
  })

  it("without a production database", async () => {
    expect(await problemsOf({ DATABASE_URL: "memory:", PORT: "0", ...own() })).toEqual([
      "PONTEPAY_PRODUCTION_PIX: needs PONTEPAY_PRODUCTION_DATABASE_URL beside it"
    ])
  })

  it("as a process, with exit code 2 and its line", async () => {
    const { code, stderr } = await runProcess({ ...production, PONTEPAY_PRODUCTION_PIX: "no-such-provider" })
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^PONTEPAY_PRODUCTION_PIX: must be one of .*\n$/)])
  })
})
