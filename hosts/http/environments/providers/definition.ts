// Settings of a provider of production, as data: its variables, which a start checks and a page prints, and how its
// adapters are made of them.
import { Effect, Result } from "effect"
import { baseUrlProblem } from "../../../../adapters/http-client/client.ts"
import { publicTextOfFile, secretOfFile } from "../../../../adapters/http-client/secret-file.ts"
import { authoritiesProblem, checkedCertificate } from "../../../../adapters/http-client/tls.ts"
import type { ConfigProblem } from "../../settings/config.ts"
import type { OwnAdapters } from "../own-adapters.ts"

/** What a provider can be chosen for, each by `PONTEPAY_PRODUCTION_<ROLE>`. */
export const roles = ["PIX", "KYC", "FX", "LIGHTNING", "SPARK"] as const
export type ProviderRole = (typeof roles)[number]

type Kind =
  | { readonly kind: "text"; readonly pattern?: RegExp; readonly shape?: string }
  /** https, or http on this machine. */
  | { readonly kind: "url" }
  /** The path of a file that others on the machine may not read. */
  | { readonly kind: "secretFile" }
  /** The same of a certificate in PEM; `key` is the row of its private key. */
  | { readonly kind: "certificateFile"; readonly key: string }
  /** The path of a file of certificates in PEM whose holders are believed, which everybody may read. */
  | { readonly kind: "authoritiesFile" }
  | { readonly kind: "number"; readonly least: number; readonly most: number }
  | { readonly kind: "oneOf"; readonly values: ReadonlyArray<string> }

interface About {
  /** A phrase for the page of variables. */
  readonly about: string
}

/** One variable: required, unless it says what counts without it; null where nothing does. */
export type VariableRow = Kind & About & { readonly fallback?: string | null }

type FileKind = "secretFile" | "certificateFile" | "authoritiesFile"

const isFile = ({ kind }: VariableRow): boolean =>
  kind === "secretFile" || kind === "certificateFile" || kind === "authoritiesFile"

type Value<Row extends VariableRow> = Row["kind"] extends FileKind ? { readonly file: string }
  : Row["kind"] extends "number" ? number
  : Row extends { readonly values: ReadonlyArray<infer A> } ? A
  : string

/** The values of a table of variables. */
export type Given<Rows extends Readonly<Record<string, VariableRow>>> = {
  readonly [Name in keyof Rows]: null extends Rows[Name]["fallback"]
    ? Rows[Name] extends { readonly fallback: null } ? Value<Rows[Name]> | undefined : Value<Rows[Name]>
    : Value<Rows[Name]>
}

/** A provider of production. */
export interface ProviderDefinition {
  /** As the variable of its role names it; its own variables begin with `PONTEPAY_PRODUCTION_<NAME>_`. */
  readonly name: string
  readonly title: string
  readonly roles: ReadonlyArray<ProviderRole>
  readonly variables: Readonly<Record<string, VariableRow>>
  /** Reads its variables; each wrong one is noted. */
  readonly read: (variables: Variables, now: number) => Effect.Effect<Reading>
}

type Variables = Readonly<Record<string, string | undefined>>

/** What a provider's variables give: its adapters for the roles that it is chosen for, or what is wrong. */
export type Reading =
  | {
    readonly _tag: "Usable"
    readonly open: (chosen: ReadonlyArray<ProviderRole>) => Effect.Effect<OwnAdapters, ReadonlyArray<ConfigProblem>>
  }
  | { readonly _tag: "Wrong"; readonly problems: ReadonlyArray<ConfigProblem> }

export const variableOf = (provider: string, row: string): string =>
  `PONTEPAY_PRODUCTION_${provider.toUpperCase().replaceAll("-", "_")}_${row}`

const problemOfText = (row: VariableRow, text: string): string | undefined => {
  switch (row.kind) {
    case "text":
      return row.pattern === undefined || row.pattern.test(text)
        ? undefined
        : `must be ${row.shape ?? "of another form"}`
    case "url":
      return baseUrlProblem(text)
    case "number": {
      const isNumber = /^\d{1,12}$/.test(text) && Number(text) >= row.least && Number(text) <= row.most
      return isNumber ? undefined : `must be a whole number from ${row.least} to ${row.most}`
    }
    case "oneOf":
      return row.values.includes(text) ? undefined : `must be one of ${row.values.join(", ")}`
    case "secretFile":
    case "certificateFile":
    case "authoritiesFile":
      return undefined
  }
}

// What is wrong with the file that a variable names.
const problemOfFile = Effect.fnUntraced(function*(
  row: VariableRow,
  path: string,
  textOf: (row: string) => string | undefined,
  now: number
) {
  const file = yield* Effect.result(row.kind === "authoritiesFile" ? publicTextOfFile(path) : secretOfFile(path))
  if (Result.isFailure(file)) return `${path}: ${file.failure.problem}`
  if (row.kind === "authoritiesFile") {
    const problem = authoritiesProblem(file.success)
    return problem === undefined ? undefined : `${path}: ${problem}`
  }
  const keyPath = row.kind === "certificateFile" ? textOf(row.key) : undefined
  if (keyPath === undefined) return undefined
  const key = yield* Effect.result(secretOfFile(keyPath))
  // The key's own variable says what is wrong with it.
  if (Result.isFailure(key)) return undefined
  const checked = checkedCertificate({ certificate: file.success, key: key.success }, now)
  return Result.isFailure(checked) ? `${path}: ${checked.failure}` : undefined
})

const valueOf = (row: VariableRow, text: string | undefined): unknown => {
  if (text === undefined) return undefined
  if (isFile(row)) return { file: text }
  return row.kind === "number" ? Number(text) : text
}

/** A provider by its table of variables and what makes adapters of them; `adapters` loads its code. */
export const provider = <const Rows extends Readonly<Record<string, VariableRow>>>(definition: {
  readonly name: string
  readonly title: string
  readonly roles: ReadonlyArray<ProviderRole>
  readonly variables: Rows
  readonly adapters: (
    given: Given<Rows>,
    chosen: ReadonlyArray<ProviderRole>
  ) => Effect.Effect<OwnAdapters, ReadonlyArray<ConfigProblem>>
}): ProviderDefinition => ({
  ...definition,
  read: Effect.fnUntraced(function*(variables, now) {
    const rows: Readonly<Record<string, VariableRow>> = definition.variables
    const problems: Array<ConfigProblem> = []
    const given: Record<string, unknown> = {}
    const textOf = (row: string): string | undefined => variables[variableOf(definition.name, row)] || undefined
    for (const [name, row] of Object.entries(rows)) {
      const variable = variableOf(definition.name, name)
      const text = textOf(name) ?? row.fallback ?? undefined
      const problem = text === undefined
        ? row.fallback === undefined ? `is required by the provider ${definition.name}` : undefined
        : isFile(row)
        ? yield* problemOfFile(row, text, textOf, now)
        : problemOfText(row, text)
      if (problem !== undefined) problems.push({ variable, message: problem })
      // Without it the certificate would not be shown, and the provider would refuse us.
      if (row.kind === "certificateFile" && text !== undefined && rows[row.key]?.fallback === null) {
        const key = variableOf(definition.name, row.key)
        if (textOf(row.key) === undefined) problems.push({ variable: key, message: `is required beside ${variable}` })
      }
      given[name] = valueOf(row, text)
    }
    return problems.length > 0
      ? { _tag: "Wrong", problems }
      : { _tag: "Usable", open: (chosen) => definition.adapters(given as Given<Rows>, chosen) }
  })
})
