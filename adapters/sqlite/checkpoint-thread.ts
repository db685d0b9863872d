// A thread that runs checkpoints of a SQLite database: one when it starts, and one for each message. They are passive, so they never
// wait for a lock; pages in use are copied by a later one.
import { DatabaseSync } from "node:sqlite"
import { parentPort, workerData } from "node:worker_threads"
import type { CheckpointDatabase } from "./checkpoints.ts"

const { filename, synchronous } = workerData as CheckpointDatabase
const db = new DatabaseSync(filename)
db.exec(`pragma synchronous = ${synchronous}`)
const checkpoint = db.prepare("pragma wal_checkpoint(passive)")

const runCheckpoint = (): void => {
  checkpoint.get()
  parentPort?.postMessage("done")
}

parentPort?.on("message", (order: "checkpoint" | "close") => {
  if (order === "checkpoint") return runCheckpoint()
  db.close()
  parentPort?.close()
})
runCheckpoint()
