// Checkpoints of SQLite in a thread: when they run, and what happens where no thread can run.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { Checkpoints } from "../../adapters/sqlite/checkpoints.ts"

let folder: string
let filename: string
let db: DatabaseSync
const warn = vi.fn<(cause: unknown) => void>()

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pontepay-"))
  filename = join(folder, "plane.db")
  db = new DatabaseSync(filename)
  db.exec("pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table line (text text)")
  warn.mockClear()
})

afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

const write = (text: string) => db.prepare("insert into line values (?)").run(text)
const inFile = (text: string): boolean => readFileSync(filename).includes(text)
const limit = () => Number(db.prepare("pragma wal_autocheckpoint").get()?.["wal_autocheckpoint"])
const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 60_000 })

it("runs a checkpoint after a thousand change sets, and after the next thousand", async () => {
  const checkpoints = new Checkpoints(db, { filename }, warn)
  write("the first line")
  checkpoints.committed(999)
  checkpoints.committed(1)
  await until(() => inFile("the first line"))
  await until(() => limit() === 16_384)
  write("the second line")
  checkpoints.committed(1_000)
  await until(() => inFile("the second line"))
  await checkpoints.close()
  expect(limit()).toBe(1_000)
  expect(warn).not.toHaveBeenCalled()
})

it("has no thread below a thousand change sets", async () => {
  const checkpoints = new Checkpoints(db, { filename }, warn)
  write("a line")
  checkpoints.committed(999)
  await checkpoints.close()
  expect(inFile("a line")).toBe(false)
  expect(limit()).toBe(0)
})

it("leaves checkpoints to the commits after the thread has failed", async () => {
  // A folder is no database.
  const checkpoints = new Checkpoints(db, { filename: folder }, warn)
  checkpoints.committed(1_000)
  await until(() => limit() === 1_000)
  checkpoints.committed(1_000)
  await checkpoints.close()
  expect(warn).toHaveBeenCalledTimes(1)
})

it("answers every commit where Node.js forbids threads, and logs why there is none", () => {
  const worker = join(import.meta.dirname, "sqlite-worker.ts")
  const permissions = ["--permission", "--allow-fs-read=*", "--allow-fs-write=*"]
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [...permissions, worker, join(folder, "other.db"), "many", "a"],
    { encoding: "utf8" }
  )
  expect({ status, lines: stdout.split("\n").filter((line) => /^a-\d+$/.test(line)).length, stderr })
    .toMatchObject({ status: 0, lines: 1_100 })
  expect(stdout + stderr).toContain("The checkpoint thread of SQLite cannot run")
})
