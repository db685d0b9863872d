// A process of its own on one SQLite file, for the tests that start several or kill one. Run as
// `sqlite-worker.ts FILE TASK LABEL NOT_BEFORE`, the last in Unix milliseconds so that several open the file at the same
// instant; what it prints was acknowledged by the store before.
import { Effect } from "effect"
import { writeSync } from "node:fs"
import { layer } from "../../adapters/sqlite/store.ts"
import type { JobQueue } from "../../core/engine/store/job-queue.ts"
import type { Store } from "../../core/engine/store/store.ts"
import { claim, commit, moved, written } from "../../adapters/conformance/plane/change-sets.ts"

const [filename = "", task = "", label = "", notBefore = "0"] = process.argv.slice(2)

const print = (line: string) => Effect.sync(() => writeSync(1, `${line}\n`))

/** A record, a key, a place in a list and money, so that half of it would be seen. */
const whole = (id: string) =>
  commit({
    writes: [written(id, { keys: [["externalId", id]], lists: [["owner", "a"]] })],
    entries: [moved({ id: `e-${id}`, debit: "treasury", credit: "deposit-owed/a", units: 10n ** 20n, source: id })]
  }).pipe(Effect.andThen(print(id)))

const lanes = Array.from({ length: 16 }, (_, index) => index)

const tasks: Readonly<Record<string, Effect.Effect<void, unknown, Store | JobQueue>>> = {
  /** Commits once. */
  once: whole(label),
  /** Commits so often that checkpoints get a thread. */
  many: Effect.forEach(Array.from({ length: 1_100 }, (_, n) => `${label}-${n}`), whole, {
    concurrency: 16,
    discard: true
  }).pipe(Effect.andThen(Effect.sleep(500))),
  /** Claims and ends jobs until none is due. */
  drain: claim(1_000, 3).pipe(
    Effect.tap((jobs) => Effect.forEach(jobs, (job) => print(job.id))),
    Effect.tap((jobs) =>
      Effect.forEach(jobs, ({ id, lease }) => commit({ writes: [written(id)], finished: [{ id, lease }] }), {
        concurrency: "unbounded"
      })
    ),
    Effect.repeat({ until: (jobs) => jobs.length === 0 }),
    Effect.asVoid
  ),
  /** Commits for ever, 16 at a time. */
  endless: Effect.forEach(lanes, (lane) =>
    Effect.gen(function*() {
      for (let n = 0;; n++) yield* whole(`${label}-${lane}-${n}`)
    }), { concurrency: "unbounded", discard: true })
}

const chosen = tasks[task] ?? Effect.die(new Error(`No task ${task}`))

await Effect.runPromise(
  chosen.pipe(Effect.provide(layer({ filename })), Effect.delay(Math.max(0, Number(notBefore) - Date.now())))
)
