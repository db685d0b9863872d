// A log that was torn by a loss of power, or damaged, again and again at other places: the store opens, holds the
// acknowledged commits up to some point in their order, all of them that were synchronised, and the audit is clean.
// PONTEPAY_SEED sets the choices.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { layer } from "../../adapters/sqlite/store.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { audit } from "../../hosts/audit/audit.ts"
import { openPlane } from "../../hosts/audit/open.ts"
import { Random, seed } from "./random.ts"
import { damages } from "./torn-wal-damage.ts"
import { type Recording, digestOf, record } from "./torn-wal-recording.ts"
import { depth } from "../support/depth.ts"

const { tears } = depth
const timeLimitMs = 120_000 + tears * 200

// In memory where there is a place for it: nothing here is about the speed of a disk.
const memory = "/dev/shm"
const directory = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), "pontepay-torn-"))
const filename = join(directory, "torn.db")

afterAll(() => rmSync(directory, { recursive: true, force: true }))

let recordings: ReadonlyArray<Recording> = []

beforeAll(async () => {
  recordings = await record(join(directory, "plane.db"), new Random(seed))
}, timeLimitMs)

/** The place of a state among those that were acknowledged; of equal ones the last. */
const placeOf = ({ marks }: Recording, found: string): number => marks.findLastIndex(({ digest }) => digest === found)

const write = (database: Buffer, log: Buffer): void => {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${filename}${suffix}`, { force: true })
  writeFileSync(filename, database)
  writeFileSync(`${filename}-wal`, log)
}

/** Opens the file as the service does, and ends as it does. */
const opened = <A>(use: Effect.Effect<A, unknown, Store>): Promise<A> =>
  Effect.runPromise(use.pipe(Effect.provide(layer({ filename }))))

const digestNow = (): string => {
  const db = new DatabaseSync(filename, { readOnly: true, readBigInts: true })
  try {
    return digestOf(db)
  } finally {
    db.close()
  }
}

const violationsOf = async (): Promise<ReadonlyArray<string>> => {
  const plane = await openPlane(`sqlite:${filename}`)
  try {
    const verdicts = await audit(plane)
    return verdicts.flatMap(({ name, violations }) =>
      violations.map(({ expected, found, problem, record }) => `${name}: ${record}: ${problem} (${expected}, ${found})`)
    )
  } finally {
    await plane.close()
  }
}

const one = changeSet({
  writes: [{ kind: "thing", id: "after", owner: "a", expected: 0, body: "{}", keys: [], lists: [] }]
})

describe("a recording", () => {
  it("is a life with deposits, payouts and events, whose states the model knows", async () => {
    for (const { database, log, marks } of recordings) {
      write(database, log)
      expect(digestNow()).toBe(marks.at(-1)?.digest)
      const db = new DatabaseSync(filename)
      const kinds = db.prepare("select kind from record group by kind having count(*) > 3").all()
      db.close()
      expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["deposit", "payout", "event", "delivery"]))
      // Several commits in one synchronisation, and many of them.
      const ends = new Set(marks.map(({ logBytes }) => logBytes))
      expect(ends.size).toBeGreaterThan(50)
      expect(ends.size).toBeLessThan(marks.length)
    }
  })

  it("wrote its second part over what the first had left", () => {
    const [, second] = recordings
    expect(second?.logBefore.length).toBeGreaterThan(second?.marks.at(-1)?.logBytes ?? 0)
    expect(second?.log.subarray(0, 32).equals(second.logBefore.subarray(0, 32))).toBe(false)
  })
})

describe("a torn log", () => {
  it("leaves the acknowledged commits up to a point, and sound books", async () => {
    const startedAt = performance.now()
    const random = new Random(seed + 1)
    const names = Object.keys(damages)
    const problems: Array<string> = []
    // The same rows have the same audit, so each state is audited once.
    const audited = new Set<string>()
    const shortBy: Array<number> = []
    for (let n = 0; n < tears; n++) {
      const recording = recordings[n % recordings.length]
      const name = names[n % names.length] ?? ""
      const damage = damages[name]
      if (recording === undefined || damage === undefined) throw new Error("there is nothing to tear")
      const { log, wholeBytes } = damage(recording, random)
      write(recording.database, log)
      const problem = (what: string) => problems.push(`tear ${n} of seed ${seed}, ${name} at ${wholeBytes}: ${what}`)
      await opened(Store.use((store) => store.ping)).catch((cause: unknown) =>
        problem(`does not open: ${String(cause)}`)
      )
      const found = digestNow()
      const place = placeOf(recording, found)
      const promised = recording.marks.findLastIndex(({ logBytes }) => logBytes <= wholeBytes)
      if (place < 0) problem(`${found} was never acknowledged`)
      else if (place < promised) problem(`${promised - place} acknowledged commits are gone`)
      else shortBy.push(recording.marks.length - 1 - place)
      if (audited.has(found)) continue
      audited.add(found)
      for (const violation of await violationsOf()) problem(violation)
      await opened(Store.use((store) => store.commit(one))).catch((cause: unknown) =>
        problem(`stands still: ${String(cause)}`)
      )
    }
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    const commits = recordings.map(({ marks }) => marks.length - 1).join(" + ")
    console.info(
      `torn log: seed ${seed} | tears ${tears} | commits ${commits} | states audited ${audited.size} | problems ${problems.length} | ${seconds} s`
    )
    expect(problems).toEqual([])
    expect(shortBy.some((count) => count > 0)).toBe(true)
  }, timeLimitMs)

  it("is told from one whose synchronised part was lost", async () => {
    const [recording] = recordings
    if (recording === undefined) throw new Error("there is no recording")
    const place = recording.marks.length >> 1
    const { logBytes } = recording.marks[place] ?? { logBytes: 0 }
    write(recording.database, recording.log.subarray(0, logBytes - 1))
    await opened(Store.use((store) => store.ping))
    const found = placeOf(recording, digestNow())
    expect(found).toBeGreaterThan(0)
    expect(found).toBeLessThan(place)
  })
})
