// What goes wrong with a delivery on an EVM network, as data: what the port answers to it, and how many units arrive. A case that is
// shown by a test of its own, or by none, is a row with its reason.

/** What the world is like when the delivery is requested, beside a treasury of 10,000,000 units. */
export type Cause =
  | { readonly to: "zero address" | "token" | "treasury" | "another network" }
  | { readonly units: bigint }
  | { readonly treasury: "paused" | "without fuel" }
  | { readonly market: "above the ceiling" }
  | { readonly node: "another chain" }

export interface Fault {
  readonly case: string
  readonly cause: Cause
  readonly answer: { readonly _tag: "Done" | "Refused" } | { readonly _tag: "Held"; readonly reason: string }
  readonly moved: bigint
}

const never = { answer: { _tag: "Refused" }, moved: 0n } as const
const later = (reason: string) => ({ answer: { _tag: "Held", reason }, moved: 0n } as const)

export const faults: ReadonlyArray<Fault> = [
  { case: "the receiver is the zero address", cause: { to: "zero address" }, ...never },
  { case: "the receiver is the token's contract", cause: { to: "token" }, ...never },
  { case: "the receiver is our own treasury", cause: { to: "treasury" }, ...never },
  { case: "the receiver is an address of another network", cause: { to: "another network" }, ...never },
  { case: "no units", cause: { units: 0n }, ...never },
  { case: "less than no units", cause: { units: -1n }, ...never },
  { case: "one unit", cause: { units: 1n }, answer: { _tag: "Done" }, moved: 1n },
  { case: "all that the treasury holds", cause: { units: 10_000_000n }, answer: { _tag: "Done" }, moved: 10_000_000n },
  { case: "one unit more than it holds", cause: { units: 10_000_001n }, ...later("float") },
  { case: "the token is paused", cause: { treasury: "paused" }, ...later("paused") },
  { case: "the relayer has no coin", cause: { treasury: "without fuel" }, ...later("fuel") },
  { case: "the market is above the ceiling", cause: { market: "above the ceiling" }, ...later("fuel") },
  { case: "the node is of another chain", cause: { node: "another chain" }, ...later("paused") }
]

/** Cases without a row, and where they are shown. */
export const elsewhere: ReadonlyArray<{ readonly case: string; readonly reason: string }> = [
  { case: "a node that lies or lags", reason: "findings.test.ts, and the laws of quorums" },
  { case: "a token that changes between the trial and the block", reason: "findings.test.ts" },
  { case: "blocks taken back, gaps in nonces, replaced transactions, answers lost", reason: "evm-faults.test.ts" },
  { case: "a node away, silent, unauthorised or behind a gateway", reason: "the line of the conformance suite" },
  {
    case: "gas of Arbitrum, fees of Base, tips of Polygon as their own nodes judge them",
    reason: "not shown: anvil is none of them"
  },
  { case: "a signer that is away or throttled", reason: "not shown with this adapter" },
  { case: "code of the wallet replaced, the delegation used up by its own transaction", reason: "not shown here" }
]
