// The secrets that a sandbox made and keeps beside its database.
import { readFile } from "node:fs/promises"
import { Redacted } from "effect"
import { apiKeyOf } from "../../../core/customers/account/api-key.ts"
import { type Database, readConfig } from "../../http/settings/config.ts"
import type { SandboxSecrets } from "../world.ts"
import type { Environment } from "./configured.ts"

/** Where a sandbox keeps the secrets that it made; one in memory keeps none. */
export const secretsPlace = (database: Database): string | undefined => {
  switch (database.kind) {
    case "memory":
      return undefined
    case "sqlite":
      return database.path
    case "postgres":
      return "./data/sandbox"
  }
}

const textAt = (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").then((text) => text.trim(), () => undefined)

export const sandboxSecrets = async (env: Environment): Promise<SandboxSecrets> => {
  const config = readConfig(env)
  const place = "port" in config ? secretsPlace(config.sandboxDatabase) : undefined
  if (place === undefined) {
    return { apiKey: undefined, operatorToken: undefined, providerSecret: undefined, place: env["DATABASE_URL"] ?? "" }
  }
  const seed = await textAt(`${place}.api-key-seed`)
  return {
    apiKey: seed === undefined
      ? undefined
      : Redacted.value(apiKeyOf("sandbox", Buffer.from(seed, "base64").toString("hex"))),
    operatorToken: await textAt(`${place}.operator-token`),
    providerSecret: "port" in config && config.providerSecret === undefined
      ? await textAt(`${place}.provider-secret`)
      : undefined,
    place
  }
}
