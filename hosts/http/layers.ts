// Puts the planes of a host together: which adapter stands behind which port. The only place, with main.ts, where a host
// knows adapters.
import { randomBytes } from "node:crypto"
import { mkdir } from "node:fs/promises"
import { dirname } from "node:path"
import { Effect, Layer, Redacted } from "effect"
import * as memory from "../../adapters/memory/store.ts"
import * as nodeIds from "../../adapters/node/ids.ts"
import * as nodeNotifier from "../../adapters/node/notifier.ts"
import * as nodeSecrets from "../../adapters/node/secrets.ts"
import { secretFile } from "../../adapters/node/secrets-key.ts"
import * as sandboxChain from "../../adapters/sandbox/chain.ts"
import * as sandboxFxRates from "../../adapters/sandbox/fx-rates.ts"
import * as sandboxLightningNode from "../../adapters/sandbox/lightning-node.ts"
import * as sandboxPixRail from "../../adapters/sandbox/pix-rail.ts"
import * as sandboxInbox from "../../adapters/sandbox/provider-inbox.ts"
import * as sqlite from "../../adapters/sqlite/store.ts"
import * as unconfigured from "../../adapters/unconfigured/ports.ts"
import type { Config, Database } from "./config.ts"

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
          Effect.promise(() => import("../../adapters/postgres/store.ts")),
          (postgres) => postgres.layer({ url: database.url })
        )
      )
  }
}

// Secrets that the sandbox makes for itself live beside its database; one in memory takes them along when it goes.
const sandboxSecret = (database: Database, name: string, bytes: number) =>
  database.kind === "memory"
    ? Effect.sync(() => Redacted.make(randomBytes(bytes).toString("base64")))
    : secretFile(`${database.kind === "sqlite" ? database.path : "./data/sandbox"}.${name}`, bytes)

/** The key that seals the sandbox's secrets. */
export const sandboxKey = (config: Config) =>
  config.secretsKey === undefined
    ? sandboxSecret(config.sandboxDatabase, "secrets-key", 32)
    : Effect.succeed(config.secretsKey)

/** The randomness of the API key that the sandbox prints at start. */
export const sandboxApiKeySeed = (config: Config) => sandboxSecret(config.sandboxDatabase, "api-key-seed", 64)

const nodeLayer = (key: Redacted.Redacted, allowPrivate: boolean) =>
  Layer.mergeAll(nodeIds.layer, nodeSecrets.layer({ key }), nodeNotifier.layer({ allowPrivate }))

/** The sandbox: everything simulated, kept in its own data plane. */
export const sandboxLayer = (config: Config, key: Redacted.Redacted) =>
  Layer.mergeAll(
    unconfigured.layer,
    sandboxPixRail.layer,
    sandboxChain.layer,
    sandboxLightningNode.layer,
    sandboxFxRates.layer,
    sandboxInbox.layer({ secret: config.providerSecret }),
    nodeLayer(key, config.allowPrivateWebhooks)
  ).pipe(Layer.provideMerge(storeLayer(config.sandboxDatabase)))

/** What stands behind the ports of the sandbox. */
export const sandboxAdapters = { pixRail: "simulated", chain: "simulated", fxRates: "simulated" } as const

/** Production: its own data plane and secrets. Providers are configured by their adapters. */
export const productionLayer = (database: Database, key: Redacted.Redacted) =>
  Layer.mergeAll(unconfigured.layer, nodeLayer(key, false)).pipe(Layer.provideMerge(storeLayer(database)))

/** What stands behind the ports of production. */
export const productionAdapters = { pixRail: "unconfigured", chain: "unconfigured", fxRates: "unconfigured" } as const
