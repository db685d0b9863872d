// Processes that deliver the same are killed by signal 9 after any number of questions to their node, one after the other; then some are
// left alone until all is done.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import type { PlainOrder } from "./delivering-child.ts"

export interface Killing {
  /** What runs a process. */
  readonly script: URL
  /** Settings of the adapter, as JSON, and the file of its data store. */
  readonly settings: string
  readonly filename: string
  readonly orders: ReadonlyArray<PlainOrder>
  /** How many questions the node was asked so far. */
  readonly asked: () => number
  readonly kills: number
  /** More than one process asks, from its start until all is sent. */
  readonly mostQuestions: number
  /** What the network does between two processes. */
  readonly between?: () => Promise<unknown>
}

const started = (
  { filename, orders, script, settings }: Killing
): { readonly child: ChildProcess; readonly ended: Promise<string> } => {
  const args = [script.pathname, settings, filename, JSON.stringify(orders)]
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
  let said = ""
  child.stdout?.on("data", (bytes: Buffer) => {
    said += bytes.toString()
  })
  return { child, ended: once(child, "close").then(() => said) }
}

/** Kills so many, and leaves alone as many as it takes. What they said of each order in the end. */
export const killedAndLeftAlone = async (killing: Killing): Promise<ReadonlyMap<string, string>> => {
  const { asked, between, kills, mostQuestions, orders } = killing
  for (let kill = 0; kill < kills; kill++) {
    const before = asked()
    const { child, ended } = started(killing)
    const questions = Math.floor(kill * mostQuestions / kills)
    while (child.exitCode === null && asked() < before + questions) {
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    child.kill("SIGKILL")
    await ended
    await between?.()
  }
  const answers = new Map<string, string>()
  for (let tries = 0; tries < 100; tries++) {
    for (const line of (await started(killing).ended).split("\n")) {
      const [operationId, answer] = line.split(" ")
      if (operationId !== undefined && answer !== undefined) answers.set(operationId, answer)
    }
    if (orders.every(({ operationId }) => ["Done", "Refused"].includes(answers.get(operationId) ?? ""))) break
    await between?.()
  }
  return answers
}
