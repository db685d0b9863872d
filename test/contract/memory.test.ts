// The contracts of the data plane, shown by the store in memory.
import { layer } from "../../adapters/memory/store.ts"
import { jobQueueSuite } from "./job-queue.suite.ts"
import { storeSuite } from "./store.suite.ts"

storeSuite("memory", layer, {
  gaps: [{ test: "keeps everything over a restart", reason: "it lives as long as its process" }]
})
jobQueueSuite("memory", layer)
