// A PostgreSQL server for the benchmark, durable as shipped (fsync and full-page writes on), in a folder of its own.
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { startPostgres } from "../support/postgres-child.ts"

export interface BenchServer {
  /** Makes a database and answers its address and a way to ask for its size in bytes. */
  readonly database: (name: string) => Promise<{ readonly url: string; readonly bytes: () => Promise<number> }>
  readonly stop: () => Promise<void>
}

const connected = async (url: string): Promise<Client> => {
  const client = new Client(url)
  await client.connect()
  return client
}

/** Starts the server. */
export const startBenchServer = async (): Promise<BenchServer> => {
  const { stop, url } = await startPostgres({
    directory: await mkdtemp(join(tmpdir(), "pontepay-bench-pg-")),
    flags: ["-c", "shared_buffers=512MB", "-c", "max_wal_size=4GB"],
    initdbFlags: []
  })
  const admin = await connected(`${url}/postgres`)
  return {
    database: async (name) => {
      await admin.query(`create database ${name}`)
      const bytes = async () => {
        const { rows } = await admin.query<{ size: string }>("select pg_database_size($1)::text as size", [name])
        return Number(rows[0]?.size ?? 0)
      }
      return { url: `${url}/${name}`, bytes }
    },
    stop: async () => {
      await admin.end()
      await stop()
    }
  }
}

/** A client of a database for questions beside the measurement; it may be cut off when the server stops. */
export const openAdmin = async (url: string): Promise<Client> => {
  const client = new Client(url)
  client.on("error", () => undefined)
  await client.connect()
  return client
}
