// The service of the long run as a process: asked one thing at a time or many, killed by signal 9, and started again on what it left.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import type { Answer, Order } from "./orders.ts"

const program = fileURLToPath(new URL("service.ts", import.meta.url))

/** It died before it answered: what was ordered may have been done. */
export class Died extends Error {}

/** It answered that this was not done. */
export class NotDone extends Error {}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

const start = async (args: ReadonlyArray<string>, waiting: Map<number, Waiting>): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "ignore", "inherit", "ipc"] })
  const ready = new Promise<void>((resolve, reject) => {
    child.once("close", (code) => reject(new Error(`the service ended with ${code} before it was ready`)))
    child.on("message", (said: Answer | "ready") => {
      if (said === "ready") return resolve()
      const { id, problem, value } = said
      const asker = waiting.get(id)
      waiting.delete(id)
      if (problem === undefined) asker?.resolve(value)
      else asker?.reject(new NotDone(problem))
    })
  })
  child.once("close", () => {
    for (const { reject } of waiting.values()) reject(new Died("the service died"))
    waiting.clear()
  })
  await ready
  return child
}

export interface ServiceProcess {
  readonly ask: (order: Order) => Promise<unknown>
  /** Kills it, and starts it again. */
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Starts it on a database, with the JSON of each network. */
export const startService = async (
  database: string,
  networks: Readonly<Record<string, string>>
): Promise<ServiceProcess> => {
  const args = [database, JSON.stringify(networks)]
  const waiting = new Map<number, Waiting>()
  let child: Promise<ChildProcess> = start(args, waiting)
  let count = 0
  const ended = async (): Promise<void> => {
    const current = await child
    if (current.exitCode !== null || current.signalCode !== null) return
    current.kill("SIGKILL")
    await once(current, "close")
  }
  await child
  return {
    ask: async (asked) => {
      const current = await child
      const id = ++count
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        current.send({ asked, id }, (error) => {
          if (error === null) return
          waiting.delete(id)
          reject(new Died(error.message))
        })
      })
    },
    kill: async () => {
      await ended()
      child = start(args, waiting)
      await child
    },
    stop: ended
  }
}
