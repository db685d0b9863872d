// Processes that deliver are killed at one step after the other, each time with deliveries of its own; who comes next also carries on what those
// before left. In the end one is left alone until all is done.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import type { Deliveries, PlainOrder } from "./delivering-child.ts"
import { type Step, steps } from "./kill-steps.ts"

export interface Killing extends Pick<Deliveries, "settings" | "database"> {
  /** What runs a process. */
  readonly script: URL
  /** The next delivery: an id, an address and an amount of its own. */
  readonly order: (place: number) => Promise<PlainOrder>
  readonly kills: number
  /** What the network does between two processes. */
  readonly between?: () => Promise<unknown>
}

export interface Killed {
  readonly orders: ReadonlyArray<PlainOrder>
  /** What was said of each in the end. */
  readonly answers: ReadonlyMap<string, string>
  /** How many processes ended at each step. */
  readonly killed: Readonly<Partial<Record<Step, number>>>
}

/** So many kills at each step, in place of what the depth of the tests says. */
const killsAStep = process.env["PONTEPAY_KILLS_A_STEP"]
const together = 2
const looks = 50
/** More deliveries than these are not left open by those who are killed: a command line holds no more, and each round looks at all. */
const mostOpen = 40

interface Ended {
  readonly said: string
  readonly signal: NodeJS.Signals | null
}

/** Runs a process to its end. */
const delivered = async (script: URL, deliveries: Deliveries): Promise<Ended> => {
  const child = spawn(process.execPath, [fileURLToPath(script), JSON.stringify(deliveries)], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  let said = ""
  child.stdout.on("data", (bytes: Buffer) => {
    said += bytes.toString()
  })
  const [, signal] = await once(child, "close") as [number | null, NodeJS.Signals | null]
  return { said, signal }
}

/** The answers in what a process said. */
const answersIn = (said: string): ReadonlyArray<readonly [operationId: string, answer: string]> =>
  said.split("\n").flatMap((line) => {
    const [operationId, answer] = line.split(" ")
    return operationId === undefined || answer === undefined ? [] : [[operationId, answer]]
  })

/** Kills so many, spread over the steps, and leaves alone as many as it takes. */
export const killedAndLeftAlone = async (
  { between, database, kills, order, script, settings }: Killing
): Promise<Killed> => {
  const rounds = killsAStep === undefined ? kills : Number(killsAStep) * steps.length
  const orders: Array<PlainOrder> = []
  const answers = new Map<string, string>()
  const killed: Partial<Record<Step, number>> = {}
  const open = () => orders.filter(({ operationId }) => answers.get(operationId) !== "Done")
  const leaveAlone = async (most: number): Promise<void> => {
    while (open().length > most) {
      const { said } = await delivered(script, { settings, database, orders: open(), looks })
      for (const [operationId, answer] of answersIn(said)) answers.set(operationId, answer)
      await between?.()
    }
  }
  for (let round = 0; round < rounds; round++) {
    for (let place = 0; place < together; place++) orders.push(await order(orders.length))
    const step = steps[round % steps.length] ?? "ask"
    const turn = Math.floor(round / steps.length)
    // More questions are asked than anything else is done.
    const passed = step === "ask" ? turn * 3 : turn % together
    const { said, signal } = await delivered(script, {
      settings,
      database,
      orders: open(),
      killAt: { step, passed },
      looks
    })
    for (const [operationId, answer] of answersIn(said)) answers.set(operationId, answer)
    if (signal === "SIGKILL") killed[step] = (killed[step] ?? 0) + 1
    await between?.()
    await leaveAlone(mostOpen)
  }
  await leaveAlone(0)
  return { orders, answers, killed }
}
