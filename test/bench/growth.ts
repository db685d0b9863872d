// Does an operation cost more for the history behind it? Planes of several sizes are open at once and take turns, so that
// only the ratios between them count; what counts is CPU time, of this process and of the backends, per operation.
//   node test/bench/growth.ts [--database sqlite|postgres] [--postings 100000,1000000] [--rounds 5] [--times 100]
//     [--most 4]           fails when an everyday operation costs more than so many times what it costs on the first plane
//     [--planes URL,URL]   planes that were grown before, in the order of the sizes
//     [--cold]             on SQLite: each turn begins with nothing of the file in memory
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { Client } from "pg"
import { isClean, survey } from "../../hosts/audit/audit.ts"
import { openPlane } from "../../hosts/audit/open.ts"
import { cpuMicrosOf } from "./cpu.ts"
import { growPostgres, growSqlite, postingsOfDeposit } from "./grow.ts"
import { daily, windowed } from "./operations.ts"
import { type BenchPlane, openBenchPlane } from "./plane.ts"
import { openColdPlane } from "./cold.ts"
import { openAdmin, startBenchServer } from "./postgres-server.ts"
import { machine, median, spread, table } from "./table.ts"

const { values } = parseArgs({
  options: {
    database: { type: "string", default: "sqlite" },
    postings: { type: "string", default: "100000,1000000" },
    rounds: { type: "string", default: "5" },
    times: { type: "string", default: "100" },
    planes: { type: "string" },
    cold: { type: "boolean", default: false },
    most: { type: "string", default: "Infinity" }
  }
})
const sizes = values.postings.split(",").map(Number)
const [rounds, times] = [Number(values.rounds), Number(values.times)]
const deposits = (postings: number): number => Math.round(postings / postingsOfDeposit)

interface Places {
  readonly urls: ReadonlyArray<string>
  readonly close: () => Promise<void>
}

const onSqlite = async (): Promise<Places> => {
  const folder = mkdtempSync(join(tmpdir(), "pontepay-growth-"))
  const paths = sizes.map((postings) => join(folder, `${postings}.db`))
  for (const [index, path] of paths.entries()) await growSqlite(path, deposits(sizes[index] ?? 0))
  return {
    urls: paths.map((path) => `sqlite:${path}`),
    close: async () => rmSync(folder, { recursive: true, force: true })
  }
}

const onPostgres = async (): Promise<Places> => {
  const server = await startBenchServer()
  const urls: Array<string> = []
  for (const postings of sizes) {
    const { url } = await server.database(`grown_${postings}`)
    await growPostgres(url, deposits(postings))
    urls.push(url)
  }
  return { urls, close: server.stop }
}

const given = values.planes?.split(",")
const places: Places = given !== undefined
  ? { urls: given, close: async () => {} }
  : values.database === "postgres"
  ? await onPostgres()
  : await onSqlite()

const audited = async (url: string): Promise<void> => {
  const plane = await openPlane(url)
  const { verdicts } = await survey(plane)
  await plane.close()
  if (!isClean(verdicts)) throw new Error("the audit finds fault with the grown plane")
}

interface Subject {
  readonly postings: number
  readonly plane: BenchPlane
  readonly admin: Client | undefined
  /** Before each turn, after what is measured was made ready. */
  readonly chill: () => Promise<void>
}

const subjectOf = async (url: string, index: number): Promise<Subject> => {
  const postings = sizes[index] ?? 0
  if (values.cold) {
    const plane = await openColdPlane(url)
    return { postings, plane, admin: undefined, chill: plane.chill }
  }
  const admin = url.startsWith("postgres") ? await openAdmin(url) : undefined
  return { postings, plane: await openBenchPlane(url, { worker: false }), admin, chill: async () => {} }
}

try {
  await audited(places.urls[0] ?? "")
  const subjects: Array<Subject> = []
  for (const [index, url] of places.urls.entries()) subjects.push(await subjectOf(url, index))
  const rows: Array<ReadonlyArray<string>> = []
  for (const { name, prepare } of [...daily, ...windowed]) {
    const costs = subjects.map((): Array<number> => [])
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      for (const n of subjects.keys()) {
        const index = (n + round) % subjects.length
        const { admin, chill, plane } = subjects[index] as Subject
        const work = await prepare(plane, times)
        await chill()
        const micros = await cpuMicrosOf(admin, work) / times
        if (round > 0) costs[index]?.push(micros)
      }
    }
    const first = costs[0] ?? []
    const ratios = costs.slice(1).map((each) => median(each.map((micros, round) => micros / (first[round] ?? 1))))
    rows.push([
      name,
      ...costs.map((each) => `${median(each).toFixed(0)} (${spread(each)})`),
      ...ratios.map((ratio) => ratio.toFixed(2))
    ])
    process.stdout.write(`${rows.at(-1)?.join("  ")}\n`)
    // What looks at a window of time reads more where there is more in it.
    if (!windowed.some((operation) => operation.name === name) && Math.max(...ratios) > Number(values.most)) {
      process.stdout.write(`  more than ${values.most} times\n`)
      process.exitCode = 1
    }
  }
  for (const { admin, plane } of subjects) {
    await plane.close()
    await admin?.end()
  }
  const titles = [
    "CPU µs per operation",
    ...sizes.map((postings) => postings.toLocaleString("en")),
    ...sizes.slice(1).map((postings) => `ratio ${postings.toLocaleString("en")}`)
  ]
  process.stdout.write([
    "",
    `Growth on ${values.database}${
      values.cold ? ", each turn cold" : ""
    }: postings behind it, medians of ${rounds} rounds of ${times} (spread), ratios of rounds in turn`,
    machine(),
    "",
    table(titles, rows),
    ""
  ].join("\n"))
} finally {
  await places.close()
}
