// The contracts of the data plane, shown by the store in memory.
import { jobQueueSuite, storeSuite } from "../../adapters/conformance/index.ts"
import { layer } from "../../adapters/memory/store.ts"
import { conforms, notShown } from "../conformance/conforms.ts"
import { randomly } from "./store-random.ts"

conforms(
  "memory",
  storeSuite,
  { layer },
  notShown("it lives as long as its process", /^keeps everything over a restart/)
)
conforms("memory", jobQueueSuite, { layer })
randomly("memory", layer)
