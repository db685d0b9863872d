// What the variables of this process say: its configuration, and the addresses of its databases.
import { Redacted } from "effect"
import { type Config, type Database, readConfig } from "../../http/settings/config.ts"
import { misused } from "../failure.ts"

export type Environment = Readonly<Record<string, string | undefined>>

export const configured = (env: Environment): Config => {
  const config = readConfig(env)
  if ("port" in config) return config
  throw misused(config.map(({ message, variable }) => `${variable} ${message}`).join("; "), "See: pontepay doctor")
}

const urlOf = (database: Database): string => {
  switch (database.kind) {
    case "memory":
      return "memory:"
    case "sqlite":
      return `sqlite:${database.path}`
    case "postgres":
      return Redacted.value(database.url)
  }
}

export const databasesOf = (env: Environment): ReadonlyArray<string> => {
  const { productionDatabase, sandboxDatabase } = configured(env)
  if (productionDatabase === undefined) return [urlOf(sandboxDatabase)]
  // A sandbox in memory is for no one outside its process to read, and no reason to leave production unread.
  return [sandboxDatabase, productionDatabase].filter(({ kind }) => kind !== "memory").map(urlOf)
}
