// A process that delivers on TRON, killed by signal 9 at one moment after the other and opened again on the file that it left: when it is left
// alone at last, every receiver has the units once.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"
import { depth, isDeep } from "../../support/depth.ts"
import { type World, openWorld } from "./world.ts"

let world: World
beforeAll(async () => {
  world = await openWorld({ blockMs: 60 })
})
afterAll(() => world.close())

const program = fileURLToPath(new URL("./deliver-in-child.ts", import.meta.url))

/** The moments, by what the model has seen of the deliveries of a process. */
const moments = ["a broadcast", "a question", "a block", "nothing"] as const

it.runIf(isDeep)("delivers once, whenever it was killed", async () => {
  const keys = await world.fundedKeys()
  const filename = join(await mkdtemp(join(tmpdir(), "tron-kill-")), "plane.db")
  const orders = Array.from({ length: 4 }, (_, place) => ({ id: `deliver/killed-${place}`, to: world.receiver() }))
  const start = () => {
    const given = [program, world.jsonOf(keys), filename, ...orders.flatMap(({ id, to }) => [id, to])]
    const child = spawn(process.execPath, given, { stdio: "ignore" })
    return { child, ended: once(child, "close") }
  }
  const seen = () => ({
    "a question": world.model.questions,
    "a broadcast": world.model.broadcasts.length,
    "a block": world.model.landed.size
  })
  for (const moment of Array.from({ length: depth.tronKills }, (_, turn) => moments[turn % moments.length])) {
    const before = seen()
    const { child, ended } = start()
    let isOver = false
    const watched = ended.finally(() => {
      isOver = true
    })
    // One that has no more to broadcast ends by itself.
    while (moment !== undefined && moment !== "nothing" && !isOver && seen()[moment] <= before[moment]) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    child.kill("SIGKILL")
    await watched
  }
  const [code] = await start().ended as [number | null]
  expect(code).toBe(0)
  await world.solidified()
  expect(orders.map(({ to }) => world.moved(to))).toEqual(orders.map(() => [1_000_001n]))
})
