// The stand-ins of the tests keep the promises of their ports too: what they show the core is what a provider may do.
import { chainSuite, kycProviderSuite, lightningNodeSuite, pixRailSuite } from "../../adapters/conformance/index.ts"
import { fakeChainBench, fakeKycBench, fakeNodeBench, fakeRailBench } from "./benches.ts"
import { conforms, notShown } from "./conforms.ts"

const settlesAtOnce = notShown(
  "what a script does is done at once",
  / that was accepted and is not settled/,
  /^an open /
)
const refusesNothing = notShown("a script refuses, and no order does", /^a refused /)
const keepsNoIds = notShown("a script does not say that it keeps ids", / is one with what is sent again at once/)

conforms("the rail of the tests", pixRailSuite, fakeRailBench, [
  ...settlesAtOnce,
  ...refusesNothing,
  ...keepsNoIds,
  { checks: /^a charge asks for exactly its value/, result: "broken", because: "its codes are names, to be read" }
])

conforms("the chain of the tests", chainSuite, fakeChainBench, [
  ...settlesAtOnce,
  ...refusesNothing,
  ...keepsNoIds,
  { checks: /^a spend of more than the wallet holds/, result: "broken", because: "a script decides, and no balance" }
])

conforms("the Lightning node of the tests", lightningNodeSuite, fakeNodeBench, [
  ...settlesAtOnce,
  ...refusesNothing,
  ...keepsNoIds,
  ...notShown("its preimages are names", /^a payment that is Done has its preimage/),
  ...notShown("a test sets its satoshis", /^the balance is/, /^a balance read/),
  { checks: /requested again under its id is the same one/, result: "broken", because: "it numbers its invoices" },
  { checks: /^an invoice that no one paid/, result: "broken", because: "it knows of an invoice once it was paid" }
])

conforms("the identity provider of the tests", kycProviderSuite, fakeKycBench, [
  ...notShown("a script refuses, and no submission does", /^what the provider does not examine/),
  ...notShown("a script decides about share tokens", /^a share token/)
])
