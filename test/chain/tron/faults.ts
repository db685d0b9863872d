// The table of faults on TRON: each case with what the port answered and what arrived, counted in the model's own blocks. What cannot be
// shown is listed too.
import { faultsOfLies } from "./faults-of-lies.ts"
import { faultsOfMeans } from "./faults-of-means.ts"
import { faultsOfNodes } from "./faults-of-nodes.ts"
import { faultsOfOrders } from "./faults-of-orders.ts"
import { faultsOfTime } from "./faults-of-time.ts"
import { faultsOfTokens } from "./faults-of-tokens.ts"
import type { NotShown } from "../stage.ts"
import type { Fault } from "./stage.ts"

export const faults: ReadonlyArray<Fault> = [
  ...faultsOfNodes,
  ...faultsOfLies,
  ...faultsOfTime,
  ...faultsOfTokens,
  ...faultsOfMeans,
  ...faultsOfOrders
]

export const notShown: ReadonlyArray<NotShown> = [
  {
    case: "what a call takes in TRON's own machine, also its surcharge for busy contracts",
    because: "the model runs contracts on an EVM, whose gas has other prices"
  },
  {
    case: "energy and bandwidth that recover within a day, and lent energy that ends by itself",
    because: "the model's books do not recover, and what is lent there is lent until it is taken back"
  },
  {
    case: "a reference to a block that was dropped by a fork",
    because: "the model has one chain; references are solidified blocks, which no fork drops"
  },
  {
    case: "permissions of accounts, such as several signatures",
    because: "the model knows the owner's key alone"
  },
  {
    case: "names and order of a real node's errors",
    because: "no node of TRON was available; they are from its documentation and from memory"
  }
]
