// Starts and ends the PostgreSQL process from whatever needs a real server.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"

/** A running server: the address without a database, and how to end it with its data. */
export interface PostgresChild {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Starts a server that keeps its data in this directory and answers when it is ready. */
export const startPostgres = async (options: {
  readonly directory: string
  readonly flags: ReadonlyArray<string>
  readonly initdbFlags: ReadonlyArray<string>
}): Promise<PostgresChild> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "postgres-process.ts"), JSON.stringify(options)], {
    stdio: ["pipe", "pipe", "inherit"]
  })
  const exited = once(child, "exit")
  const stop = async () => {
    child.stdin.end()
    await exited
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^ready (\S+)/.exec(line)?.[1]
    if (url !== undefined) return { url, stop }
  }
  throw new Error("PostgreSQL did not start")
}
