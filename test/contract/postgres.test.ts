// The contracts of the data plane, shown by the store on a real PostgreSQL.
import { Effect, Layer } from "effect"
import { layer } from "../../adapters/postgres/store.ts"
import { describePostgres, dropDatabase, freshDatabase } from "../support/postgres.ts"
import { jobQueueSuite } from "./job-queue.suite.ts"
import { storeSuite } from "./store.suite.ts"

const database = Effect.acquireRelease(
  Effect.promise(freshDatabase),
  (url) => Effect.promise(() => dropDatabase(url))
)
const fresh = Effect.map(database, (url) => layer({ url }))

await describePostgres("PostgreSQL", () => {
  storeSuite("PostgreSQL", Layer.unwrap(fresh), { reopening: fresh })
  jobQueueSuite("PostgreSQL", Layer.unwrap(fresh))
})
