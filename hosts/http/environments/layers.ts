// Puts the planes of a host together: their databases, keys, files and adapters. With `ports.ts` and main.ts the only place
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
import { SecondOperatorAbove } from "../../../core/engine/approval/approval.ts"
import { RequiredFields } from "../../../core/standards/identity/declaration.ts"
import { OperationLimit } from "../../../core/customers/account/operation-limit-context.ts"
import { DocumentRetention } from "../../../core/ports/document-store.ts"
import { PersonRetention } from "../../../core/ports/person-retention.ts"
import { PublicOrigin } from "../../../core/ports/public-origin.ts"
import type { Store } from "../../../core/engine/store/store.ts"
import * as audit from "../../audit/index.ts"
import * as observed from "../../telemetry/observed-ports.ts"
import type { Config, Database } from "../settings/config.ts"
import { movableClock, watched } from "./live-plane.ts"
import { optionalPackage } from "./optional-package.ts"
import { type OwnAdapters, inboxesLayer, replacedBy } from "./own-adapters.ts"
import { hasReceipts, ports, simulated } from "./ports.ts"

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

/** What people call the sandbox's key: where it is. */
export const sandboxKeyNamed = ({ sandboxDatabase, secretsKey }: Config): string =>
  secretsKey === undefined ? `what is in ${secretPath(sandboxDatabase, keyName)}` : "this"

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

/** Why nothing is ever sent to a URL, as far as the URL itself says; undefined where something may be. */
export const webhookUrlProblem = (config: Config, environment: Environment, url: string): Reason | undefined =>
  Result.match(destinationOf(url, environment === "sandbox" ? config.sandboxWebhooks : "public"), {
    onFailure: (problem) => problem,
    onSuccess: () => undefined
  })

const nodeLayer = (allowed: Config["sandboxWebhooks"]) =>
  Layer.mergeAll(memoryCallWindow.layer, nodePasswords.layer(), nodeNotifier.layer({ allowed }))

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

/** What the sandbox seals with, and what its provider signs with. */
interface SandboxSecrets {
  readonly key: Redacted.Redacted
  readonly providerSecret: Redacted.Redacted
}

/** The sandbox in its own data plane: everything simulated, but for a settlement that is given. */
export const sandboxLayer = (
  config: Config,
  { key, providerSecret }: SandboxSecrets,
  settlement: Layer.Layer<Chain | ChainTransfers, never, Store> = sandboxChain.layer,
  own: OwnAdapters = {}
) =>
  Layer.mergeAll(
    unconfigured.layer,
    simulated,
    settlement,
    sandboxInbox.layer({ secret: providerSecret }),
    auditorLayer(config.sandboxDatabase, config.auditEveryMs),
    documentsLayer(config.sandboxDatabase, config.documentsDirectory, "sandbox"),
    nodeWalletVault.layer({ initialPin: Option.some(sandboxPin) }),
    receiptLayer,
    Layer.succeed(PublicOrigin, config.publicOrigins.sandbox),
    Layer.succeed(DocumentRetention, config.documentRetentionMs),
    Layer.succeed(PersonRetention, config.personRetentionMs),
    Layer.succeed(SecondOperatorAbove, config.secondOperatorAbove.sandbox),
    Layer.succeed(RequiredFields, config.requiredFields.sandbox),
    Layer.succeed(OperationLimit, config.operationLimit.sandbox),
    nodeLayer(config.sandboxWebhooks)
  ).pipe(
    Layer.provideMerge(nodeSecrets.layer({ environment: "sandbox", key, previousKey: config.previousSecretsKey })),
    Layer.provideMerge(nodeIds.layer),
    replacedBy(own),
    (adapters) => Layer.provideMerge(inboxesLayer(own, sandboxInboxName), adapters),
    (adapters) => Layer.provideMerge(observed.layer("sandbox", ports), adapters),
    Layer.provideMerge(watched(storeLayer(config.sandboxDatabase))),
    Layer.merge(movableClock(ownsSandbox(config)))
  )

/** Production: its own data plane and secrets. Providers are configured by their adapters. */
export const productionLayer = (
  database: Database,
  key: Redacted.Redacted,
  settings: Pick<
    Config,
    | "auditEveryMs"
    | "documentRetentionMs"
    | "documentsDirectory"
    | "personRetentionMs"
    | "previousSecretsKey"
    | "publicOrigins"
    | "operationLimit"
    | "requiredFields"
    | "secondOperatorAbove"
  >,
  own: OwnAdapters = {}
) =>
  Layer.mergeAll(
    unconfigured.layer,
    auditorLayer(database, settings.auditEveryMs),
    documentsLayer(database, settings.documentsDirectory, "production"),
    nodeWalletVault.layer({ initialPin: Option.none() }),
    receiptLayer,
    Layer.succeed(PublicOrigin, settings.publicOrigins.production),
    Layer.succeed(DocumentRetention, settings.documentRetentionMs),
    Layer.succeed(PersonRetention, settings.personRetentionMs),
    Layer.succeed(SecondOperatorAbove, settings.secondOperatorAbove.production),
    Layer.succeed(RequiredFields, settings.requiredFields.production),
    Layer.succeed(OperationLimit, settings.operationLimit.production),
    nodeLayer("public")
  ).pipe(
    Layer.provideMerge(nodeSecrets.layer({ environment: "production", key, previousKey: settings.previousSecretsKey })),
    Layer.provideMerge(nodeIds.layer),
    replacedBy(own),
    (adapters) => Layer.provideMerge(inboxesLayer(own), adapters),
    (adapters) => Layer.provideMerge(observed.layer("production", ports), adapters),
    Layer.provideMerge(watched(storeLayer(database)))
  )
