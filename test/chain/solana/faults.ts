// The table of faults on Solana: each case with what the port answered and what arrived, counted in the node's own blocks. What cannot be
// shown is listed too.
import { faultsOfCancels } from "./faults-of-cancels.ts"
import { faultsOfLies } from "./faults-of-lies.ts"
import { faultsOfMeans } from "./faults-of-means.ts"
import { faultsOfNodes } from "./faults-of-nodes.ts"
import { faultsOfRestores } from "./faults-of-restores.ts"
import { faultsOfTime } from "./faults-of-time.ts"
import { faultsOfTokens } from "./faults-of-tokens.ts"
import type { NotShown } from "../stage.ts"
import type { Fault } from "./stage.ts"

export const faults: ReadonlyArray<Fault> = [
  ...faultsOfNodes,
  ...faultsOfLies,
  ...faultsOfTime,
  ...faultsOfCancels,
  ...faultsOfRestores,
  ...faultsOfTokens,
  ...faultsOfMeans
]

export const notShown: ReadonlyArray<NotShown> = [
  {
    case: "a fork: what was confirmed is in no final block",
    because: "the node has one chain; that it is noticed and put before a person is shown with answers of a line"
  },
  {
    case: "a failed transaction over a nonce uses the nonce up",
    because: "the node does not advance the nonce then, and the main network does; the adapter waits for either"
  },
  {
    case: "a fee of the token that its issuer raises for the next epoch",
    because: "tokens with a fee are refused at the start and held later, whatever their fee is"
  },
  {
    case: "a block that is full, and prices that rise",
    because: "the node takes every transaction at once, whatever it pays for a compute unit"
  }
]
