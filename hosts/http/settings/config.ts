// The configuration of a host, from environment variables. Every wrong one is named, all at once.
import { resolve } from "node:path"
import { Redacted, Schema } from "effect"
import { publishedProviderSecret } from "../../../core/customers/access/secret-strength.ts"
import { AddressRange } from "../../../core/customers/account/address-range.ts"
import {
  type Environment as Plane,
  type HostNames,
  environmentOfHost
} from "../../../core/base/environment/environment.ts"
import { requirable } from "../../../core/standards/identity/declaration.ts"
import { type Cents, unitsUnsafe } from "../../../core/base/money/units.ts"
import { DocumentRetention } from "../../../core/ports/document-store.ts"
import { PersonRetention } from "../../../core/ports/person-retention.ts"
import { OperationLimit, type Restrictions, SecondOperatorAbove } from "../../../core/ports/restrictions.ts"
import type { DoubtLimits } from "../../../core/ports/review-after.ts"
import { isLoopbackHost } from "../../../core/standards/address/loopback-host.ts"
import { type TelemetryConfig, readTelemetry } from "../../telemetry/config.ts"
import { isAskedInTheOpen } from "./database-tls.ts"
import { isLoopbackOrigin, isReachedByOthers, nowhere, refuseWeakSecrets } from "./reach.ts"

/** Where a data plane is kept. */
export type Database =
  | { readonly kind: "memory" }
  | { readonly kind: "sqlite"; readonly path: string }
  | { readonly kind: "postgres"; readonly url: Redacted.Redacted }

/** How the data store of an environment is witnessed. */
export interface WitnessSettings {
  /** Where copies are kept; beside a database that is a file unless given. */
  readonly directory: string | undefined
  /** Whether a fail-over of the database loses nothing that was answered. */
  readonly losesNothing: boolean
  /** The word of an operator that the data was restored; each word counts once. */
  readonly restored: string | undefined
}

export type Role = "all" | "http" | "worker"

/** The node that a sandbox settles on, and when a block of it counts as final. */
export interface EvmSettlement {
  /** It may hold the key of whoever runs the node. */
  readonly url: Redacted.Redacted
  readonly finality: { readonly confirmations: number } | "finalized"
}

/** What restricts an environment by variables; its treasuries are restricted by its file of networks. */
export type ConfiguredRestrictions = Omit<Restrictions, "treasuryLimits" | "floatMarks">

export interface Config {
  readonly host: string
  readonly port: number
  readonly sandboxDatabase: Database
  readonly productionDatabase: Database | undefined
  readonly hosts: HostNames
  /** Under which address people reach each plane from outside: what links in events begin with; null where none is. */
  readonly publicOrigins: Readonly<Record<Plane, string | null>>
  readonly bootstrapFile: string | undefined
  /** Where uploaded documents are kept; beside the database by default. */
  readonly documentsDirectory: string | undefined
  readonly secretsKey: Redacted.Redacted | undefined
  /** The key before it, while it is changed. */
  readonly previousSecretsKey: Redacted.Redacted | undefined
  readonly operatorToken: Redacted.Redacted | undefined
  /** Undefined: the sandbox makes one, as it does of the other secrets. */
  readonly providerSecret: Redacted.Redacted | undefined
  /** Where webhooks of the sandbox may go; those of production go to the public internet alone (0163). */
  readonly sandboxWebhooks: "public" | "loopback" | "private"
  /** Who may read `/metrics`: everybody, no one, or whoever has the token. */
  readonly metrics: "open" | "closed" | Redacted.Redacted
  /** Where the documentation is served: everywhere, at hosts of the sandbox, or nowhere. */
  readonly docs: "all" | "sandbox" | "none"
  readonly role: Role
  /** Addresses and ranges of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: ReadonlyArray<string>
  /** The header in which they hand on a client certificate that they verified. */
  readonly clientCertificateHeader: string | undefined
  /** Undefined: the chain of the sandbox is simulated. */
  readonly sandboxEvm: EvmSettlement | undefined
  readonly logLevel: LogLevelName
  /** Pause between two audits of a plane in milliseconds; null: none is made. */
  readonly auditEveryMs: number | null
  readonly restrictions: Readonly<Record<Plane, ConfiguredRestrictions>>
  readonly witness: Readonly<Record<Plane, WitnessSettings>>
  /** Whether an environment sends anything. */
  readonly isSending: Readonly<Record<Plane, boolean>>
  readonly reviewAfter: DoubtLimits
  /** Undefined: nothing is exported. */
  readonly telemetry: TelemetryConfig | undefined
}

const logLevels = ["trace", "debug", "info", "warn", "error", "none"] as const
export type LogLevelName = (typeof logLevels)[number]

/** What is wrong with one variable. */
export interface ConfigProblem {
  readonly variable: string
  readonly message: string
}

type Environment = Readonly<Record<string, string | undefined>>

class Reader {
  readonly problems: Array<ConfigProblem> = []
  constructor(environment: Environment) {
    this.environment = environment
  }
  private readonly environment: Environment

  text(variable: string): string | undefined {
    const value = this.environment[variable]
    return value === "" ? undefined : value
  }

  /** Notes what is wrong with a variable: what was found first, so that each has one line. */
  refuse(variable: string, message: string): undefined {
    if (!this.problems.some((problem) => problem.variable === variable)) this.problems.push({ variable, message })
    return undefined
  }

  port(variable: string, fallback: number): number {
    const text = this.text(variable)
    if (text === undefined) return fallback
    const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
    return port <= 65_535 ? port : this.refuse(variable, "must be a port from 0 to 65535") ?? fallback
  }

  /** Seconds as milliseconds; null for 0. */
  interval(variable: string, fallback: number): number | null {
    const text = this.text(variable) ?? String(fallback)
    const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
    const isInterval = value <= 86_400
    if (!isInterval) this.refuse(variable, "must be from 1 to 86400 seconds, or 0 for never")
    return isInterval && value > 0 ? value * 1_000 : null
  }

  /** A span of days, in milliseconds. */
  days(variable: string, least: number): number | undefined {
    const text = this.text(variable)
    if (text === undefined) return undefined
    const value = /^\d{1,5}$/.test(text) ? Number(text) : 0
    if (value >= least) return value * 86_400_000
    return this.refuse(variable, `must be a number of days from ${least} to 99999`)
  }

  /** A span of hours, in milliseconds. */
  hours(variable: string, fallback: number): number {
    const text = this.text(variable) ?? String(fallback)
    const value = /^\d{1,4}$/.test(text) ? Number(text) : 0
    return (value > 0 ? value : this.refuse(variable, "must be a number of hours from 1 to 9999") ?? fallback) *
      3_600_000
  }

  /** An amount of BRL in cents. */
  reais(variable: string): Cents | undefined {
    const cents = this.cents(variable, "BRL")
    return cents === undefined ? undefined : unitsUnsafe("BRL", cents)
  }

  /** An amount of USD in cents. */
  dollars(variable: string): bigint | undefined {
    return this.cents(variable, "USD")
  }

  private cents(variable: string, currency: string): bigint | undefined {
    const text = this.text(variable)
    if (text === undefined) return undefined
    if (/^\d{1,10}(?:\.\d{2})?$/.test(text)) return BigInt(text.replace(".", "") + (text.includes(".") ? "" : "00"))
    return this.refuse(variable, `must be an amount of ${currency} such as 10000 or 10000.00`)
  }

  oneOf<const A extends string>(variable: string, values: ReadonlyArray<A>, fallback: A): A {
    const text = this.text(variable)
    if (text === undefined) return fallback
    const found = values.find((value) => value === text.toLowerCase())
    return found ?? this.refuse(variable, `must be one of ${values.join(", ")}`) ?? fallback
  }

  names(variable: string): ReadonlyArray<string> | undefined {
    return this.text(variable)?.split(",").map((name) => name.trim().toLowerCase()).filter((name) => name !== "")
  }

  addresses(variable: string): ReadonlyArray<string> {
    const ranges = this.names(variable) ?? []
    if (ranges.every(Schema.is(AddressRange))) return ranges
    return this.refuse(variable, "must be IP addresses or ranges as 10.0.0.0/8, separated by commas") ?? []
  }

  header(variable: string): string | undefined {
    const text = this.text(variable)
    if (text === undefined) return undefined
    return /^x-[a-z0-9-]{1,62}$/i.test(text)
      ? text.toLowerCase()
      : this.refuse(variable, "must be the name of a header that begins with X-")
  }

  database(variable: string): Database | undefined {
    const text = this.text(variable)
    if (text === undefined) return undefined
    if (text === "memory:") return { kind: "memory" }
    if (text.startsWith("sqlite:") && text.length > "sqlite:".length) return { kind: "sqlite", path: text.slice(7) }
    if (/^postgres(?:ql)?:\/\/.+/.test(text)) return { kind: "postgres", url: Redacted.make(text) }
    return this.refuse(variable, "must be sqlite:PATH, postgres://… or memory:")
  }

  key(variable: string): Redacted.Redacted | undefined {
    const text = this.text(variable)
    if (text === undefined) return undefined
    const isKey = /^[A-Za-z0-9+/]{43}=$/.test(text) && Buffer.from(text, "base64").toString("base64") === text
    return isKey ? Redacted.make(text) : this.refuse(variable, "must be 32 bytes in base64")
  }

  url(variable: string): Redacted.Redacted | undefined {
    const text = this.text(variable)
    if (text === undefined) return undefined
    const isHttp = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
    return isHttp ? Redacted.make(text) : this.refuse(variable, "must be an http or https URL")
  }

  /** An address for each environment that one of them names; the environment is reported by the Host header it leads to. */
  origins(variable: string, hosts: HostNames): Partial<Record<Plane, string>> {
    const found: Partial<Record<Plane, string>> = {}
    for (
      const text of (this.text(variable) ?? "").split(",").map((each) => each.trim()).filter((each) => each !== "")
    ) {
      const url = URL.canParse(text) ? new URL(text) : undefined
      const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
      const environment = isOrigin ? environmentOfHost(hosts, url.host) : undefined
      if (!isOrigin) this.refuse(variable, "must be http or https addresses without path, separated by commas")
      else if (environment === undefined) this.refuse(variable, `${url.origin} leads to no environment`)
      else if (found[environment] !== undefined) this.refuse(variable, `names the ${environment} environment twice`)
      else found[environment] = url.origin
    }
    return found
  }

  /** Names of operations with one of their fields, as `deposit.purpose`. */
  required(variable: string): ReadonlyArray<string> {
    const named = (this.text(variable) ?? "").split(",").map((each) => each.trim()).filter((each) => each !== "")
    const unknown = named.filter((each) => !requirable.includes(each))
    if (unknown.length > 0) {
      this.refuse(variable, `names ${unknown.join(", ")}: a field is one of ${requirable.join(", ")}`)
    }
    return named
  }

  finality(variable: string): EvmSettlement["finality"] {
    const text = this.text(variable) ?? "1"
    if (text === "finalized") return "finalized"
    const confirmations = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined
    return { confirmations: confirmations ?? this.refuse(variable, "must be from 1 to 9999, or finalized") ?? 1 }
  }

  secret(variable: string): Redacted.Redacted | undefined {
    const text = this.text(variable)
    return text === undefined ? undefined : Redacted.make(text)
  }
}

const sameDatabase = (a: Database, b: Database): boolean =>
  (a.kind === "sqlite" && b.kind === "sqlite" && resolve(a.path) === resolve(b.path)) ||
  (a.kind === "postgres" && b.kind === "postgres" && Redacted.value(a.url) === Redacted.value(b.url))

type Listens = Pick<Config, "host" | "hosts" | "port" | "role">

// The address of a sandbox that is one process and can be reached from this machine alone.
const loopbackOrigin = ({ host, hosts, port, role }: Listens): string | undefined => {
  const address = `${host.includes(":") ? `[${host}]` : host}:${port}`
  const isSandbox = environmentOfHost(hosts, address) === "sandbox"
  return role === "all" && isLoopbackHost(host) && isSandbox ? `http://${address}` : undefined
}

// One function for both environments: what restricts one restricts the other.
const restrictionsOf = (read: Reader, environment: "SANDBOX" | "PRODUCTION"): ConfiguredRestrictions => ({
  operationLimit: read.dollars(`PONTEPAY_${environment}_OPERATION_LIMIT_USD`) ?? OperationLimit.none,
  secondOperatorAbove: read.reais(`PONTEPAY_${environment}_SECOND_OPERATOR_ABOVE_BRL`) ?? SecondOperatorAbove.none,
  requiredFields: read.required(`PONTEPAY_${environment}_REQUIRED_FIELDS`),
  documentRetentionMs: read.days("PONTEPAY_DOCUMENT_RETENTION_DAYS", 30) ?? DocumentRetention.forever,
  personRetentionMs: read.days("PONTEPAY_PERSON_RETENTION_DAYS", 1) ?? PersonRetention.ofTheLaw
})

const witnessSettings = (read: Reader, environment: "SANDBOX" | "PRODUCTION"): WitnessSettings => ({
  directory: read.text("PONTEPAY_WITNESS_DIR"),
  losesNothing: read.oneOf("PONTEPAY_FAILOVER", ["lossy", "synchronous"], "lossy") === "synchronous",
  restored: read.text(`PONTEPAY_${environment}_RESTORED`)
})

const isSending = (read: Reader, environment: "SANDBOX" | "PRODUCTION"): boolean =>
  read.oneOf(`PONTEPAY_${environment}_SENDING`, ["on", "off"], "on") === "on"

// Both environments have the same people who look at reviews.
const reviewAfter = (read: Reader): DoubtLimits => ({
  unknownMs: read.hours("PONTEPAY_REVIEW_UNKNOWN_HOURS", 4),
  heldMs: read.hours("PONTEPAY_REVIEW_HELD_HOURS", 4),
  keptMs: read.hours("PONTEPAY_REVIEW_KEPT_HOURS", 24)
})

const insecureDatabase = "is not on this machine, so it needs TLS: add sslmode=verify-full to the address "
  + "(and sslrootcert=PATH for a CA of your own), or set PONTEPAY_ALLOW_INSECURE_DATABASE=true"

/** The configuration, or everything that is wrong with it. */
export const readConfig = (environment: Environment): Config | ReadonlyArray<ConfigProblem> => {
  const read = new Reader(environment)
  const sandboxDatabase = read.database("DATABASE_URL") ?? { kind: "sqlite" as const, path: "./data/sandbox.db" }
  const productionDatabase = read.database("PONTEPAY_PRODUCTION_DATABASE_URL")
  const evmUrl = read.url("PONTEPAY_SANDBOX_EVM_RPC_URL")
  const evmFinality = read.finality("PONTEPAY_SANDBOX_EVM_FINALITY")
  const hosts = {
    sandbox: read.names("PONTEPAY_SANDBOX_HOST") ?? "any" as const,
    production: read.names("PONTEPAY_PRODUCTION_HOST") ?? []
  }
  const listens = {
    host: read.text("HOST") ?? "127.0.0.1",
    port: read.port("PORT", 3_000),
    role: read.oneOf("PONTEPAY_ROLE", ["all", "http", "worker"], "all")
  }
  const origins = read.origins("PONTEPAY_PUBLIC_URL", hosts)
  const ownOrigin = loopbackOrigin({ ...listens, hosts })
  const publicOrigins = {
    sandbox: origins.sandbox ?? (listens.port === 0 ? null : ownOrigin ?? null),
    production: origins.production ?? null
  }
  // Production, or a public address, means that there are others who may register webhooks than whoever started this.
  const isDevelopers = ownOrigin !== undefined && productionDatabase === undefined &&
    (origins.sandbox === undefined || isLoopbackOrigin(origins.sandbox))
  const isShared = isReachedByOthers({ host: listens.host, productionDatabase, publicOrigins })
  const metricsToken = read.secret("PONTEPAY_METRICS_TOKEN")
  const allowsPrivate = read.oneOf("PONTEPAY_ALLOW_PRIVATE_WEBHOOKS", ["true", "false"], "false") === "true"
  const config: Config = {
    ...listens,
    sandboxDatabase,
    productionDatabase,
    hosts,
    publicOrigins,
    bootstrapFile: read.text("PONTEPAY_BOOTSTRAP_FILE"),
    documentsDirectory: read.text("PONTEPAY_DOCUMENTS_DIR"),
    secretsKey: read.key("PONTEPAY_SECRETS_KEY"),
    previousSecretsKey: read.key("PONTEPAY_SECRETS_KEY_PREVIOUS"),
    operatorToken: read.secret("PONTEPAY_OPERATOR_TOKEN"),
    providerSecret: read.secret("PONTEPAY_SANDBOX_PROVIDER_SECRET") ??
      (isShared ? undefined : Redacted.make(publishedProviderSecret)),
    sandboxWebhooks: allowsPrivate ? "private" : isDevelopers ? "loopback" : "public",
    // What an embedding server lets through cannot be known, so there it takes a token.
    metrics: metricsToken ?? (isShared || listens.host === nowhere ? "closed" : "open"),
    docs: read.oneOf("PONTEPAY_DOCS", ["all", "sandbox", "none"], "all"),
    trustedProxies: read.addresses("PONTEPAY_TRUSTED_PROXIES"),
    clientCertificateHeader: read.header("PONTEPAY_CLIENT_CERTIFICATE_HEADER"),
    sandboxEvm: evmUrl === undefined ? undefined : { url: evmUrl, finality: evmFinality },
    logLevel: read.oneOf("LOG_LEVEL", logLevels, "info"),
    auditEveryMs: read.interval("PONTEPAY_AUDIT_INTERVAL_SECONDS", 300),
    restrictions: { sandbox: restrictionsOf(read, "SANDBOX"), production: restrictionsOf(read, "PRODUCTION") },
    witness: { sandbox: witnessSettings(read, "SANDBOX"), production: witnessSettings(read, "PRODUCTION") },
    isSending: { sandbox: isSending(read, "SANDBOX"), production: isSending(read, "PRODUCTION") },
    reviewAfter: reviewAfter(read),
    telemetry: readTelemetry(read)
  }
  if (isShared) refuseWeakSecrets({ ...config, metricsToken }, (variable, message) => read.refuse(variable, message))
  const allowsOpen = read.oneOf("PONTEPAY_ALLOW_INSECURE_DATABASE", ["true", "false"], "false") === "true"
  if (productionDatabase?.kind === "postgres" && !allowsOpen && isAskedInTheOpen(productionDatabase.url)) {
    read.refuse("PONTEPAY_PRODUCTION_DATABASE_URL", insecureDatabase)
  }
  if (config.clientCertificateHeader !== undefined && config.trustedProxies.length === 0) {
    read.refuse(
      "PONTEPAY_CLIENT_CERTIFICATE_HEADER",
      "needs PONTEPAY_TRUSTED_PROXIES beside it, the proxies that write it"
    )
  }
  if (config.previousSecretsKey !== undefined && config.secretsKey === undefined) {
    read.refuse("PONTEPAY_SECRETS_KEY_PREVIOUS", "needs PONTEPAY_SECRETS_KEY beside it, the key that takes its place")
  }
  if (productionDatabase !== undefined) {
    if (config.secretsKey === undefined) read.refuse("PONTEPAY_SECRETS_KEY", "is required in production")
    if (config.operatorToken === undefined) read.refuse("PONTEPAY_OPERATOR_TOKEN", "is required in production")
    if (sameDatabase(sandboxDatabase, productionDatabase)) {
      read.refuse("PONTEPAY_PRODUCTION_DATABASE_URL", "must differ from the sandbox's DATABASE_URL")
    }
  }
  return read.problems.length === 0 ? config : read.problems
}
