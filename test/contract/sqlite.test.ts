// The contracts of the data plane, shown by the store on SQLite.
import { Effect, Layer } from "effect"
import { jobQueueSuite, storeSuite } from "../../adapters/conformance/index.ts"
import { layer } from "../../adapters/sqlite/store.ts"
import { conforms } from "../conformance/conforms.ts"
import { databaseFile } from "./sqlite-files.ts"
import { randomly } from "./store-random.ts"

const opening = Effect.map(databaseFile, (filename) => layer({ filename }))
const subject = { layer: Layer.unwrap(opening), reopening: opening }

conforms("SQLite", storeSuite, subject)
conforms("SQLite", jobQueueSuite, subject)
randomly("SQLite", subject.layer)
