// The contracts of the data plane, shown by the store on a real PostgreSQL.
import { Effect, Layer } from "effect"
import { layer } from "../../adapters/postgres/store.ts"
import { describePostgres, emptied, freshDatabase } from "../support/postgres.ts"
import { jobQueueSuite } from "./job-queue.suite.ts"
import { storeSuite } from "./store.suite.ts"

const free: Array<string> = []

// A new database takes longer than most tests: one that a test gave back is emptied and used again.
const database = Effect.acquireRelease(
  Effect.promise(async () => free.pop() ?? freshDatabase()),
  (url) => Effect.promise(async () => void free.push(await emptied(url)))
)
const fresh = Effect.map(database, (url) => layer({ url }))

await describePostgres("PostgreSQL", () => {
  storeSuite("PostgreSQL", Layer.unwrap(fresh), { reopening: fresh })
  jobQueueSuite("PostgreSQL", Layer.unwrap(fresh))
})
