// Copies what is committed from the log of a database into its file, each time it is asked. It waits for nobody: what it cannot copy
// now, it copies when it is asked again.
import { DatabaseSync } from "node:sqlite"
import { parentPort, workerData } from "node:worker_threads"
import type { CheckpointOrder } from "./checkpoints.ts"

const { filename, synchronous } = workerData as CheckpointOrder
const db = new DatabaseSync(filename)
db.exec(`pragma synchronous = ${synchronous}`)
const copy = db.prepare("pragma wal_checkpoint(passive)")

const copied = (): void => {
  copy.get()
  parentPort?.postMessage("copied")
}

parentPort?.on("message", (asked: "copy" | "end") => {
  if (asked === "copy") return copied()
  db.close()
  parentPort?.close()
})
copied()
