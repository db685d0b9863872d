// The contracts of the data plane, shown by the store on SQLite.
import { Effect, Layer } from "effect"
import { layer } from "../../adapters/sqlite/store.ts"
import { jobQueueSuite } from "./job-queue.suite.ts"
import { databaseFile } from "./sqlite-files.ts"
import { storeSuite } from "./store.suite.ts"

const opening = Effect.map(databaseFile, (filename) => layer({ filename }))

storeSuite("SQLite", Layer.unwrap(opening), { reopening: opening })
jobQueueSuite("SQLite", Layer.unwrap(opening))
