// The thread that copies the log of a database into its file: what it copies, that it is begun once enough was written, and that
// SQLite goes on by itself where no thread can run.
import { DatabaseSync } from "node:sqlite"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { Checkpoints } from "../../adapters/sqlite/checkpoints.ts"

let folder: string
let filename: string
let db: DatabaseSync

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pontepay-"))
  filename = join(folder, "plane.db")
  db = new DatabaseSync(filename)
  db.exec("pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table line (text text)")
})

afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

const write = (text: string) => db.prepare("insert into line values (?)").run(text)
const inFile = (text: string): boolean => readFileSync(filename).includes(text)
const pagesLeft = () => Number(db.prepare("pragma wal_autocheckpoint").get()?.["wal_autocheckpoint"])

it("copies once a thousand change sets were committed, and again after the next thousand", async () => {
  const checkpoints = new Checkpoints(db, { filename })
  write("the first line")
  checkpoints.committed(999)
  checkpoints.committed(1)
  await vi.waitUntil(() => inFile("the first line"), { timeout: 60_000 })
  await vi.waitUntil(() => pagesLeft() === 16_384, { timeout: 60_000 })
  write("the second line")
  checkpoints.committed(1_000)
  await vi.waitUntil(() => inFile("the second line"), { timeout: 60_000 })
  await checkpoints.end()
  expect(pagesLeft()).toBe(1_000)
})

it("has no thread below a thousand", async () => {
  const checkpoints = new Checkpoints(db, { filename })
  write("a line")
  checkpoints.committed(999)
  await checkpoints.end()
  expect(inFile("a line")).toBe(false)
  expect(pagesLeft()).toBe(0)
})

it("leaves it to SQLite where the thread cannot run", async () => {
  // A folder is no database.
  const checkpoints = new Checkpoints(db, { filename: folder })
  checkpoints.committed(1_000)
  await vi.waitUntil(() => pagesLeft() === 1_000, { timeout: 60_000 })
  checkpoints.committed(1_000)
  await checkpoints.end()
  write("a line")
  expect(db.prepare("select text from line").all()).toHaveLength(1)
})
