// Rules of settling on an EVM network (spec "Sandbox rules" 6, 7, 9 and 10).
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  {
    id: "chain-by-network",
    text: "several chains behind one port: each movement goes to its network's own, and what no one serves is held",
    source: "0182"
  },
  {
    id: "evm-delivery",
    text: "a settled sandbox deposit is delivered by a real transaction, once however often it is settled",
    source: "spec Sandbox rules 10"
  },
  {
    id: "evm-spend",
    text: "a sandbox wallet pays with a real transfer of a test token, and without ether of its own",
    source: "spec Sandbox rules 9"
  },
  {
    id: "evm-topup",
    text: "a sandbox wallet begins with 10,000 of each test token and has them again when a debit confirms",
    source: "spec Sandbox rules 9"
  },
  { id: "evm-funds", text: "spending more than held fails", source: "spec Sandbox rules 9" },
  { id: "evm-once", text: "an operation id takes effect once at most, whatever is lost or sent again", source: "0075" },
  { id: "evm-payload", text: "what is signed holds no key", source: "0075" },
  { id: "evm-race", text: "two relayers cannot carry one operation twice", source: "0075" },
  { id: "evm-unknown", text: "a movement whose end is not seen is Unknown, and known later", source: "C10" },
  {
    id: "evm-reverted",
    text: "an operation that was reverted inside a successful transaction is Refused",
    source: "0076"
  },
  { id: "evm-finality", text: "nothing is Done before its block is final", source: "0076" },
  { id: "evm-reorg", text: "a reorg below the chosen depth changes no answer", source: "0076" },
  {
    id: "evm-rewrap",
    text: "a transaction whose nonce went to another is made anew around the same operation",
    source: "0076"
  },
  { id: "evm-bump", text: "a transaction that waits too long is replaced for a higher fee", source: "0076" },
  { id: "evm-commit-first", text: "bytes are stored before they are broadcast", source: "0077" },
  { id: "evm-nonces", text: "nonces of a relayer are taken in a row, by one process or several", source: "0077" },
  { id: "evm-gap", text: "whoever finds a nonce unused below his own fills it", source: "0077" },
  { id: "evm-away", text: "without the node nothing is stored, signed or told", source: "C10" },
  { id: "evm-start", text: "a node that cannot be used is bad configuration, named by its variable", source: "0078" },
  { id: "evm-optional", text: "without a node nothing of the chain's packages is loaded", source: "0078" },
  { id: "evm-magic", text: "the magic ending dead is refused without a transaction", source: "0078" },
  { id: "evm-split", text: "what no test token stands for stays simulated", source: "0078" }
]
