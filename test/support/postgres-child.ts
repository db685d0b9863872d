// Starts and ends the PostgreSQL process from whatever needs a real server.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"

/** A running server: the address without a database, and how to end it with its data. */
export interface PostgresChild {
  readonly url: string
  readonly stop: () => Promise<void>
  /** Shuts it down on the spot: every session breaks off, nothing is written any more. */
  readonly crash: () => Promise<void>
  /** Starts it again after a crash; resolves when it has recovered. */
  readonly start: () => Promise<void>
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
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const said = async (): Promise<string> => {
    const line = await lines.next()
    if (line.done === true) throw new Error("PostgreSQL did not start")
    return line.value
  }
  const tell = async (order: string): Promise<void> => {
    child.stdin.write(`${order}\n`)
    await said()
  }
  return {
    url: (await said()).replace(/^ready /, ""),
    stop: async () => {
      child.stdin.end()
      await exited
    },
    crash: () => tell("crash"),
    start: () => tell("start")
  }
}
