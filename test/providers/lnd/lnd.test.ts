// LND over its REST interface keeps the promises of a Lightning node.
import { lightningNodeSuite } from "../../../adapters/conformance/index.ts"
import { conforms, notShown } from "../../conformance/conforms.ts"
import { openLedgerBench } from "./bench.ts"

conforms("LND", lightningNodeSuite, openLedgerBench, [
  ...notShown("LND takes an invoice again after its payment failed, so an Absent waits", /as absentAfterMs says$/)
])
