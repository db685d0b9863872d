// What each operation of a day costs in CPU time, on a plane with some history: of this process and of the backends. There
// is no peer for most of them, so the figures are of this machine in this hour, and only useful beside each other.
//   node test/bench/gains.ts [--database sqlite|postgres] [--rounds 5] [--times 100]
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { cpuMicrosOf } from "./cpu.ts"
import { growPostgres, growSqlite } from "./grow.ts"
import { daily, payouts } from "./operations.ts"
import { openBenchPlane } from "./plane.ts"
import { openAdmin, startBenchServer } from "./postgres-server.ts"
import { machine, median, spread, table } from "./table.ts"

const { values } = parseArgs({
  options: {
    database: { type: "string", default: "sqlite" },
    rounds: { type: "string", default: "5" },
    times: { type: "string", default: "100" }
  }
})
const [rounds, times] = [Number(values.rounds), Number(values.times)]
const deposits = 2_500
/** A payout checks a PIN, which is slow on purpose. */
const fewer = (name: string): number => name === payouts.name ? Math.ceil(times / 20) : times

const folder = mkdtempSync(join(tmpdir(), "pontepay-gains-"))
const server = values.database === "postgres" ? await startBenchServer() : undefined
const url = server === undefined ? `sqlite:${join(folder, "plane.db")}` : (await server.database("gains")).url
try {
  await (server === undefined ? growSqlite(join(folder, "plane.db"), deposits) : growPostgres(url, deposits))
  const admin = server === undefined ? undefined : await openAdmin(url)
  const plane = await openBenchPlane(url, { worker: false })
  const rows: Array<ReadonlyArray<string>> = []
  for (const { name, prepare } of [...daily, payouts]) {
    const [micros, wall]: [Array<number>, Array<number>] = [[], []]
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      const work = await prepare(plane, fewer(name))
      const startedAt = performance.now()
      const cpu = await cpuMicrosOf(admin, work)
      if (round === 0) continue
      micros.push(cpu / fewer(name))
      wall.push((performance.now() - startedAt) / fewer(name))
    }
    rows.push([name, median(micros).toFixed(0), spread(micros), median(wall).toFixed(2)])
  }
  await plane.close()
  await admin?.end()
  process.stdout.write([
    "",
    `One operation after the other on ${values.database}, medians of ${rounds} rounds of ${times}`,
    machine(),
    "",
    table(["", "CPU µs", "spread", "ms by the clock"], rows),
    ""
  ].join("\n"))
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}
