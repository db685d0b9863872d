// A wallet over NWC keeps the promises of a Lightning node: against Alby's wallet service over a relay.
import { lightningNodeSuite } from "../../../adapters/conformance/index.ts"
import { conforms, notShown } from "../../conformance/conforms.ts"
import { openWalletBench } from "./bench.ts"

conforms("NWC", lightningNodeSuite, openWalletBench, [
  ...notShown("a wallet may carry out a request late, so an Absent proves nothing", /as absentAfterMs says$/)
])
