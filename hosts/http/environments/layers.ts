// Puts the environments of a host together: their databases, keys, files and adapters. With `ports.ts` and main.ts the only place
// where a host knows adapters.
import { randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdir, open } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Effect, Layer, Option, Redacted, Result } from "effect"
import type { Reason } from "../../../core/base/reason/reason.ts"
import * as memoryCallWindow from "../../../adapters/memory/call-window.ts"
import * as memoryDocuments from "../../../adapters/memory/document-store.ts"
import * as memory from "../../../adapters/memory/store.ts"
import * as nodeNotifier from "../../../adapters/node/notifier.ts"
import { destinationOf } from "../../../adapters/node/notifier.ts"
import * as nodeDocuments from "../../../adapters/node/document-store.ts"
import * as nodeIds from "../../../adapters/node/ids.ts"
import * as nodeSecrets from "../../../adapters/node/secrets.ts"
import * as nodePasswords from "../../../adapters/node/password-hasher.ts"
import { secretFile } from "../../../adapters/node/secrets-key.ts"
import * as nodeWalletVault from "../../../adapters/node/wallet-vault.ts"
import * as pdfReceipts from "../../../adapters/pdf/receipt.ts"
import * as sandboxChain from "../../../adapters/sandbox/chain.ts"
import { sandboxChainId, startOf, testTokenOf } from "../../../adapters/sandbox/chain.ts"
import * as sandboxInbox from "../../../adapters/sandbox/provider-inbox.ts"
import * as sqlite from "../../../adapters/sqlite/store.ts"
import * as unconfigured from "../../../adapters/unconfigured/ports.ts"
import type { Environment } from "../../../core/base/environment/environment.ts"
import type { Auditor } from "../../../core/ports/auditor.ts"
import type { Chain } from "../../../core/ports/chain.ts"
import type { ChainTransfers } from "../../../core/ports/moving/chain-transfers.ts"
import { type DoubtLimits, ReviewAfter } from "../../../core/ports/review-after.ts"
import { IsSending } from "../../../core/ports/sending.ts"
import { PublicOrigin } from "../../../core/ports/public-origin.ts"
import { restrictions } from "../../../core/ports/restrictions.ts"
import type { Store } from "../../../core/engine/store/store.ts"
import * as audit from "../../audit/index.ts"
import * as observed from "../../telemetry/observed-ports.ts"
import type { Config, Database, WitnessSettings } from "../settings/config.ts"
import { movableClock, watched } from "./live-plane.ts"
import { witnessed } from "./witnessed.ts"
import { optionalPackage } from "./optional-package.ts"
import { type GivenEnvironment, inboxesLayer, replacedBy } from "./own-adapters.ts"
import { hasReceipts, ports, productionAdapters, sandboxAdapters, settlingAdapters, simulated } from "./ports.ts"

/** Makes the directory of a database that is a file. */
export const placeOf = (database: Database) =>
  Effect.tryPromise({
    try: async () => database.kind === "sqlite" ? await mkdir(dirname(database.path), { recursive: true }) : undefined,
    catch: () => new Error("the directory of the database can be neither found nor made")
  })

/** A store by its database. Postgres is loaded only where it is used. */
const storeLayer = (database: Database) => {
  switch (database.kind) {
    case "memory":
      return memory.layer
    case "sqlite":
      return Layer.unwrap(
        Effect.as(placeOf(database), sqlite.layer({ filename: database.path }))
      )
    case "postgres":
      return Layer.unwrap(
        Effect.map(
          optionalPackage("pg", () => import("../../../adapters/postgres/store.ts")),
          (postgres) => postgres.layer({ url: database.url })
        )
      )
  }
}

/** Who audits the data store while the service runs. One in memory is not to be read from another thread: no one does. */
const auditorLayer = (database: Database, everyMs: number | null): Layer.Layer<Auditor> =>
  everyMs === null || database.kind === "memory"
    ? unconfigured.auditor
    : audit.layer({
      everyMs,
      url: database.kind === "sqlite" ? `sqlite:${database.path}` : Redacted.value(database.url)
    })

// Secrets that the sandbox makes for itself live beside its database; one in memory takes them along when it goes.
const sandboxSecret = (database: Database, name: string, bytes: number) =>
  database.kind === "memory"
    ? Effect.sync(() => Redacted.make(randomBytes(bytes).toString("base64")))
    : secretFile(secretPath(database, name), bytes)

const secretPath = (database: Database, name: string): string =>
  `${database.kind === "sqlite" ? database.path : "./data/sandbox"}.${name}`

const keyName = "secrets-key"

// https://www.sqlite.org/fileformat2.html#magic_header_string
const sqliteHeader = "SQLite format 3\0"

/** Whether a file is a database already; of anything else SQLite says what is the matter. */
const isDatabase = async (path: string): Promise<boolean> => {
  const file = await open(path, "r").catch(() => undefined)
  if (file === undefined) return false
  try {
    const { buffer } = await file.read(Buffer.alloc(sqliteHeader.length), 0, sqliteHeader.length, 0)
    return buffer.toString("latin1") === sqliteHeader
  } catch {
    return false
  } finally {
    await file.close()
  }
}

// The key is made before its database, so a database without one has lost it: another would open nothing of what is sealed.
// The database is looked at first, since another process may be making both.
const keyIsThere = Effect.fnUntraced(function*(database: Database) {
  if (database.kind !== "sqlite" || !(yield* Effect.promise(() => isDatabase(database.path)))) return
  const file = secretPath(database, keyName)
  if (existsSync(file)) return
  const remedy = "restore that file, or set the variable to what was in it, or begin with another database"
  return yield* Effect.fail(new Error(`${file} is gone, whose key sealed what is in ${database.path}: ${remedy}`))
})

/** The key that seals the sandbox's secrets. */
export const sandboxKey = ({ sandboxDatabase, secretsKey }: Config) =>
  secretsKey === undefined
    ? Effect.andThen(keyIsThere(sandboxDatabase), sandboxSecret(sandboxDatabase, keyName, 32))
    : Effect.succeed(secretsKey)

/** The randomness of the API key that the sandbox prints at start. */
export const sandboxApiKeySeed = (config: Config) => sandboxSecret(config.sandboxDatabase, "api-key-seed", 64)

/** The token that opens /admin: the operator's own, or one that the sandbox makes once. */
export const sandboxOperatorToken = (config: Config) =>
  config.operatorToken === undefined
    ? sandboxSecret(config.sandboxDatabase, "operator-token", 32)
    : Effect.succeed(config.operatorToken)

/** What signs the events of the sandbox's provider: what was set, or a secret that the sandbox makes once. */
export const sandboxProviderSecret = (config: Config) =>
  config.providerSecret === undefined
    ? sandboxSecret(config.sandboxDatabase, "provider-secret", 32)
    : Effect.succeed(config.providerSecret)

/** Why an environment never sends to a URL, as far as the URL itself says. A notifier of one's own goes by its own rules. */
export const webhookUrlProblem = ({ adapters, webhooks }: EnvironmentParts, url: string): Reason | undefined =>
  adapters.notifier === undefined
    ? Result.match(destinationOf(url, webhooks), { onFailure: (problem) => problem, onSuccess: () => undefined })
    : undefined

const receiptLayer: Layer.Layer<never> = hasReceipts ? pdfReceipts.layer : Layer.empty

/** The PIN of every wallet of the sandbox (spec "Sandbox rules" 8). */
const sandboxPin = Redacted.make("123456")

// Documents live beside the database that names them, unless they are given a directory.
const documentsLayer = (
  database: Database,
  directory: string | undefined,
  plane: Environment
) =>
  directory === undefined && database.kind === "memory"
    ? memoryDocuments.layer
    : nodeDocuments.layer({
      directory: directory === undefined && database.kind === "sqlite"
        ? `${database.path}.documents`
        : join(directory ?? "./data/documents", plane)
    })

/** Where the sandbox settles: on the node that is configured, once it was found to be the right one, or nowhere real. */
export const sandboxSettlement = ({ sandboxEvm }: Config, key: Redacted.Redacted) =>
  sandboxEvm === undefined
    ? Effect.succeed(sandboxChain.layer)
    : Effect.flatMap(
      optionalPackage("viem", () => import("../../../adapters/evm/sandbox.ts")),
      (evm) =>
        evm.openSandbox(
          {
            ...sandboxEvm,
            key,
            chainId: sandboxChainId,
            testTokenOf,
            levelOf: startOf
          },
          sandboxChain.layer
        )
    )

// Whether no one but this process works on the sandbox: then its clock can be moved here (0135).
const ownsSandbox = ({ role, sandboxDatabase }: Pick<Config, "role" | "sandboxDatabase">): boolean =>
  role === "all" && sandboxDatabase.kind !== "postgres"

/** The name of the sandbox provider's inbox. */
export const sandboxInboxName = "sandbox"

/** What stands behind every port that a provider can stand behind. */
type AdaptersLayer = Layer.Layer<Layer.Success<typeof unconfigured.layer>, never, Store>

/** What an environment is made of. Sandbox and production are made by the same code, and differ by these values alone. */
export interface EnvironmentParts extends GivenEnvironment {
  readonly environment: Environment
  readonly database: Database
  /** The variable that names it: what keeps it from opening is said of that. */
  readonly databaseVariable: string
  readonly key: Redacted.Redacted
  readonly previousKey: Redacted.Redacted | undefined
  /** What people call the key: where it is. */
  readonly keyNamed: string
  readonly witness: WitnessSettings
  readonly isSending: boolean
  readonly reviewAfter: DoubtLimits
  readonly auditEveryMs: number | null
  readonly documentsDirectory: string | undefined
  /** Under which address people reach it; null where none is configured. */
  readonly publicOrigin: string | null
  /** Where its webhooks may go. */
  readonly webhooks: Config["sandboxWebhooks"]
  /** The PIN of every new wallet; none where its holder chooses one before it pays. */
  readonly initialPin: Option.Option<Redacted.Redacted>
  /** What time it is by. */
  readonly clock: Layer.Layer<never>
  /** What stands behind ports that no adapter is given for, and what `/ready` says of each. */
  readonly behind: AdaptersLayer
  readonly behindNamed: Readonly<Record<string, string>>
  /** The name of the inbox among these, where it takes provider events. */
  readonly behindInbox: string | undefined
}

/** What the sandbox seals with, what its provider signs with, and where it settles. */
interface SandboxMeans {
  readonly key: Redacted.Redacted
  readonly providerSecret: Redacted.Redacted
  readonly settlement: Layer.Layer<Chain | ChainTransfers, never, Store>
}

/** The sandbox: everything simulated, but for what is given. */
export const sandboxParts = (
  config: Config,
  given: GivenEnvironment,
  { key, providerSecret, settlement }: SandboxMeans
): EnvironmentParts => ({
  ...given,
  environment: "sandbox",
  database: config.sandboxDatabase,
  databaseVariable: "DATABASE_URL",
  key,
  previousKey: config.previousSecretsKey,
  witness: config.witness.sandbox,
  isSending: config.isSending.sandbox,
  reviewAfter: config.reviewAfter,
  keyNamed: config.secretsKey === undefined ? `what is in ${secretPath(config.sandboxDatabase, keyName)}` : "this",
  auditEveryMs: config.auditEveryMs,
  documentsDirectory: config.documentsDirectory,
  publicOrigin: config.publicOrigins.sandbox,
  webhooks: config.sandboxWebhooks,
  initialPin: Option.some(sandboxPin),
  clock: movableClock(ownsSandbox(config)),
  behind: Layer.mergeAll(unconfigured.layer, simulated, settlement, sandboxInbox.layer({ secret: providerSecret })),
  behindNamed: config.sandboxEvm === undefined ? sandboxAdapters : settlingAdapters,
  behindInbox: sandboxInboxName
})

/** Production: nothing stands behind its ports but what is given. */
export const productionParts = (
  config: Config,
  given: GivenEnvironment,
  { database, key }: { readonly database: Database; readonly key: Redacted.Redacted }
): EnvironmentParts => ({
  ...given,
  environment: "production",
  database,
  databaseVariable: "PONTEPAY_PRODUCTION_DATABASE_URL",
  key,
  previousKey: config.previousSecretsKey,
  keyNamed: "this",
  witness: config.witness.production,
  isSending: config.isSending.production,
  reviewAfter: config.reviewAfter,
  auditEveryMs: config.auditEveryMs,
  documentsDirectory: config.documentsDirectory,
  publicOrigin: config.publicOrigins.production,
  webhooks: "public",
  initialPin: Option.none(),
  clock: Layer.empty,
  behind: unconfigured.layer,
  behindNamed: productionAdapters,
  behindInbox: undefined
})

/** An environment: its own data store, secrets, adapters and restrictions. */
export const environmentLayer = (parts: EnvironmentParts) =>
  Layer.mergeAll(
    parts.behind,
    auditorLayer(parts.database, parts.auditEveryMs),
    documentsLayer(parts.database, parts.documentsDirectory, parts.environment),
    nodeWalletVault.layer({ initialPin: parts.initialPin }),
    receiptLayer,
    Layer.succeed(PublicOrigin, parts.publicOrigin),
    restrictions(parts.restrictions),
    memoryCallWindow.layer,
    nodePasswords.layer(),
    nodeNotifier.layer({ allowed: parts.webhooks })
  ).pipe(
    Layer.provideMerge(
      nodeSecrets.layer({ environment: parts.environment, key: parts.key, previousKey: parts.previousKey })
    ),
    Layer.provideMerge(nodeIds.layer),
    replacedBy(parts.adapters),
    (adapters) => Layer.provideMerge(inboxesLayer(parts.adapters, parts.behindInbox), adapters),
    (adapters) => Layer.provideMerge(observed.layer(parts.environment, ports), adapters),
    Layer.provideMerge(
      watched(witnessed(parts.environment, parts.database, parts.witness, storeLayer(parts.database)))
    ),
    Layer.merge(Layer.succeed(IsSending, parts.isSending)),
    Layer.merge(Layer.succeed(ReviewAfter, parts.reviewAfter)),
    Layer.merge(parts.clock)
  )
