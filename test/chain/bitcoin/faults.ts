// What goes wrong on Bitcoin and around it, as data: what the port answers, one answer after the other, and what the receiver has on the
// chain in the end. Nodes that lie, lag or are away are simulated by a line before a real node; all else happens on that node.
import type { NotShown } from "../stage.ts"
import type { Fault } from "./fault.ts"
import { cancelFaults } from "./faults-cancel.ts"
import { chainFaults } from "./faults-chain.ts"
import { feeFaults } from "./faults-fees.ts"
import { lieFaults } from "./faults-lies.ts"
import { nodeFaults } from "./faults-nodes.ts"
import { orderFaults } from "./faults-orders.ts"
import { processFaults } from "./faults-process.ts"

export const faults: ReadonlyArray<Fault> = [
  ...orderFaults,
  ...feeFaults,
  ...chainFaults,
  ...nodeFaults,
  ...lieFaults,
  ...processFaults,
  ...cancelFaults
]

export const notShown: ReadonlyArray<NotShown> = [
  { case: "fees of the main network", because: "a test network has no market: rates are given by the line" },
  {
    case: "a chain of 25 that wait for a block",
    because: "coins that wait for a block are never spent, so none is made"
  },
  { case: "a fee above what nodes take", because: "the ceiling of fees is far below it" },
  { case: "blocks of two groups of miners", because: "one node is asked; blocks are taken back by hand" },
  {
    case: "a key in a module of hardware or a cloud",
    because: "signers have tests of their own; here they are functions"
  }
]
