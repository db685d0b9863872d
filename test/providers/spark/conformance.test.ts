// Breez SDK Spark keeps the promises of wallets on Spark, over a simulated ledger: no live run was made.
import { sparkWalletSuite } from "../../../adapters/conformance/index.ts"
import { conforms, notShown } from "../../conformance/conforms.ts"
import { openSparkBench } from "./bench.ts"

conforms("Breez SDK Spark", sparkWalletSuite, openSparkBench, [
  ...notShown(
    "the SDK takes no key for tokens, and 40 seconds count for satoshis and payments",
    /as absentAfterMs says$/
  ),
  ...notShown(
    "a user's payments can be seen with his seed alone",
    /^a user payment (?:whose answer was lost|that no one answers)/,
    /^a look-up of a user payment that cannot ask, the line being silent/,
    /^a user payment that was accepted/,
    /^an open user payment/
  )
])
