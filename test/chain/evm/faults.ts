// The table of faults on EVM networks: each case with what the port answered and what arrived, counted by the token's own reports. What cannot
// be shown is listed too; what tests of their own show is named in the table of all chains.
import type { NotShown } from "../stage.ts"
import { faultsOfLies } from "./faults-of-lies.ts"
import { faultsOfMeans } from "./faults-of-means.ts"
import { faultsOfNodes } from "./faults-of-nodes.ts"
import { faultsOfTime } from "./faults-of-time.ts"
import { faultsOfTokens } from "./faults-of-tokens.ts"
import type { Fault } from "./stage.ts"

export const faults: ReadonlyArray<Fault> = [
  ...faultsOfNodes,
  ...faultsOfTime,
  ...faultsOfTokens,
  ...faultsOfMeans,
  ...faultsOfLies
]

export const notShown: ReadonlyArray<NotShown> = [
  {
    case: "gas of Arbitrum, fees of Base, tips of Polygon as their own nodes judge them",
    because: "anvil is none of them; what their nodes say of it is put into answers by a line"
  }
]
