// Several processes on one SQLite file, and one that is killed: only one of them migrates, no job is handed out twice,
// and what was acknowledged is there, whole, after a kill.
import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect } from "vitest"
import { layer } from "../../adapters/sqlite/store.ts"
import { JobQueue } from "../../core/engine/store/job-queue.ts"
import { Store } from "../../core/engine/store/store.ts"
import { asked, commit, wholeFeed } from "../../adapters/conformance/plane/change-sets.ts"
import { databaseFile } from "./sqlite-files.ts"

const worker = fileURLToPath(new URL("sqlite-worker.ts", import.meta.url))

interface Ended {
  readonly code: number | null
  readonly lines: ReadonlyArray<string>
  readonly errors: string
}

/** Runs a worker to its end, or kills it once it has printed `killAfter` lines. */
const running = (
  filename: string,
  task: string,
  label: string,
  { killAfter = Number.POSITIVE_INFINITY, notBefore = 0 } = {}
) =>
  Effect.callback<Ended>((resume) => {
    const child = spawn(process.execPath, [worker, filename, task, label, String(notBefore)])
    let printed = ""
    let errors = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text
      if (printed.split("\n").length > killAfter) child.kill("SIGKILL")
    })
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text
    })
    child.on("close", (code) => {
      resume(Effect.succeed({ code, lines: printed.split("\n").slice(0, -1), errors }))
    })
    return Effect.sync(() => child.kill("SIGKILL"))
  })

const rows = wholeFeed({ kind: "thing", list: "owner", value: "a" }, 1_000)

describe("processes on one SQLite file", () => {
  it.live("may start at once on a file that is not there", () =>
    Effect.gen(function*() {
      const filename = yield* databaseFile
      const labels = ["1", "2", "3", "4"]
      // Long enough for all of them to be up.
      const notBefore = Date.now() + 3_000
      const ends = yield* Effect.all(labels.map((label) => running(filename, "once", label, { notBefore })), {
        concurrency: "unbounded"
      })
      expect(ends.map(({ code, errors }) => ({ code, errors }))).toEqual(labels.map(() => ({ code: 0, errors: "" })))
      const found = yield* rows.pipe(Effect.provide(layer({ filename })))
      expect(found.map((row) => row.record.id).sort()).toEqual(labels)
      expect(found.map((row) => row.seq)).toEqual([1n, 2n, 3n, 4n])
    }))

  it.live("never hand out a job twice", () =>
    Effect.gen(function*() {
      const filename = yield* databaseFile
      const jobs = Array.from({ length: 300 }, (_, index) => asked(`${index}`, { subject: `s${index % 150}` }))
      yield* commit({ jobs }).pipe(Effect.provide(layer({ filename })))
      const ends = yield* Effect.all(["1", "2"].map((label) => running(filename, "drain", label)), {
        concurrency: "unbounded"
      })
      expect(ends.map(({ code, errors }) => ({ code, errors }))).toEqual([{ code: 0, errors: "" }, {
        code: 0,
        errors: ""
      }])
      const claimed = ends.flatMap(({ lines }) => lines)
      expect(new Set(claimed).size).toBe(claimed.length)
      const left = yield* JobQueue.use((queue) => queue.depth(1_000)).pipe(Effect.provide(layer({ filename })))
      expect(left.leased).toBe(0)
      expect(claimed.length + left.due).toBe(300)
    }))

  it.live("keep, whole, all that was acknowledged before a kill", () =>
    Effect.gen(function*() {
      const filename = yield* databaseFile
      const acknowledged: Array<string> = []
      for (const label of ["a", "b", "c"]) {
        const { lines } = yield* running(filename, "endless", label, { killAfter: 400 })
        acknowledged.push(...lines)
      }
      expect(acknowledged.length).toBeGreaterThanOrEqual(1_200)
      const { balances, found, lines } = yield* Effect.gen(function*() {
        const store = yield* Store
        const found = yield* rows
        return {
          found: found.map((row) => row.record.id),
          lines: yield* Effect.forEach(found, (row) => store.postings(row.record.id)),
          balances: yield* store.balances("")
        }
      }).pipe(Effect.provide(layer({ filename })))
      const kept = new Set(found)
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
      expect(lines.every((postings) => postings.length === 2)).toBe(true)
      const sum = BigInt(found.length) * 10n ** 20n
      expect(balances.map((balance) => balance.amount)).toEqual([sum, -sum])
    }))
})
