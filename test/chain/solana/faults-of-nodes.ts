// The table of faults: nodes that are away, late, lie or are another network's.
import { expect } from "vitest"
import type { RpcFate } from "../../support/rpc-proxy.ts"
import { whileAnswered } from "../stage.ts"
import type { Fault, Stage } from "./stage.ts"

const short = { patienceMs: 300, timeoutMs: 300 } as const

const answered = (fate: RpcFate) => whileAnswered<Stage>(fate, ({ open }) => open(short))

const unseen = () => ({ context: { slot: 1 }, value: [null] })
const invented = () => ({
  context: { slot: 1 },
  value: [{ slot: 3, err: null, confirmations: null, confirmationStatus: "finalized" }]
})
const elsewhere = () => "11111111111111111111111111111111"

export const faultsOfNodes: ReadonlyArray<Fault> = [
  {
    case: "429 with Retry-After from the only node",
    answers: ["Held paused", "Done"],
    moved: 1,
    act: answered("busy")
  },
  { case: "503 from the only node", answers: ["Held paused", "Done"], moved: 1, act: answered("down") },
  { case: "half an answer from the only node", answers: ["Held paused", "Done"], moved: 1, act: answered("torn") },
  {
    case: "a page of a gateway from the only node",
    answers: ["Held paused", "Done"],
    moved: 1,
    act: answered("page")
  },
  { case: "the only node is silent", answers: ["Held paused", "Done"], moved: 1, act: answered("stuck") },
  {
    case: "the answer to what was sent is lost",
    answers: ["Done"],
    moved: 1,
    act: ({ delivery, everywhere, open }) => {
      everywhere((line) => line.always("sendTransaction", "lost"))
      return open().deliver(delivery())
    }
  },
  {
    case: "what was sent arrives nowhere: the process that comes next sends the same bytes",
    answers: ["Unknown", "Done"],
    moved: 1,
    act: async ({ delivery, everywhere, mend, open }) => {
      const order = delivery()
      everywhere((line) => line.always("sendTransaction", "cut"))
      await open(short).deliver(order)
      mend()
      await open().deliver(order)
    }
  },
  {
    case: "the dry run fails where every account is right: nothing is sent",
    answers: ["Held paused", "Done"],
    moved: 1,
    act: async ({ delivery, everywhere, lines, mend, open }) => {
      const order = delivery()
      everywhere((line) =>
        line.answers("simulateTransaction", () => ({ context: { slot: 1 }, value: { err: "AccountInUse" } }))
      )
      await open().deliver(order)
      expect(lines.flatMap((line) => line.asked)).not.toContain("sendTransaction")
      mend()
      await open().deliver(order)
    }
  },
  {
    case: "what was sent arrives nowhere: the step in the background sends the same bytes",
    answers: ["Unknown", "Done"],
    moved: 1,
    act: async ({ delivery, everywhere, mend, open }) => {
      const order = delivery()
      everywhere((line) => line.always("sendTransaction", "cut"))
      await open(short).deliver(order)
      mend()
      await open().carry()
      await open().end(order.operationId)
    }
  },
  {
    case: "a transaction that is in a block is sent again",
    answers: ["Unknown", "Unknown", "Done"],
    moved: 1,
    act: async ({ delivery, everywhere, lines, mend, open }) => {
      const order = delivery()
      everywhere((line) => line.answers("getSignatureStatuses", unseen))
      await open(short).deliver(order)
      await open(short).deliver(order)
      mend()
      await open().end(order.operationId)
      expect(lines[0]?.asked.filter((method) => method === "sendTransaction")).toHaveLength(2)
    }
  },
  {
    case: "one of three nodes is behind: it has seen no transaction",
    answers: ["Done"],
    moved: 1,
    nodes: 3,
    act: ({ delivery, lines, open }) => {
      lines[0]?.answers("getSignatureStatuses", unseen)
      return open().deliver(delivery())
    }
  },
  {
    case: "one of three nodes is dead",
    answers: ["Done"],
    moved: 1,
    nodes: 3,
    act: ({ delivery, lines, open }) => {
      lines[1]?.always("*", "cut")
      return open().deliver(delivery())
    }
  },
  {
    case: "two of three nodes are dead",
    answers: ["Held paused", "Done"],
    moved: 1,
    nodes: 3,
    act: async ({ delivery, lines, mend, open }) => {
      const order = delivery()
      for (const line of lines.slice(1)) line.always("*", "cut")
      await open(short).deliver(order)
      mend()
      await open().deliver(order)
    }
  },
  {
    case: "one of three nodes lies: it has a transaction that was sent nowhere in a final block",
    answers: ["Unknown", "Done"],
    moved: 1,
    nodes: 3,
    act: async ({ delivery, everywhere, lines, mend, open }) => {
      const order = delivery()
      everywhere((line) => line.always("sendTransaction", "swallowed"))
      lines[0]?.answers("getSignatureStatuses", invented)
      await open(short).deliver(order)
      mend()
      await open().deliver(order)
    }
  },
  {
    case: "one of three nodes lies: its final blocks are far ahead, so that the blockhash would have expired",
    answers: ["Unknown", "Unknown", "Done"],
    moved: 1,
    nodes: 3,
    act: async ({ delivery, everywhere, lines, mend, open }) => {
      const order = delivery()
      everywhere((line) => line.always("sendTransaction", "swallowed"))
      lines[0]?.answers("getBlockHeight", () => 1_000_000_000)
      await open(short).deliver(order)
      await open(short).lookUp(order.operationId)
      mend()
      await open().deliver(order)
    }
  },
  {
    case: "one of three nodes lies about the block of the transaction",
    answers: ["Done"],
    moved: 1,
    nodes: 3,
    act: ({ delivery, lines, open }) => {
      lines[2]?.answers("getBlock", () => ({ blockhash: elsewhere() }))
      return open().deliver(delivery())
    }
  },
  {
    case: "the only node is of another network",
    answers: ["Held paused", "Done"],
    moved: 1,
    act: async ({ delivery, everywhere, mend, open }) => {
      const order = delivery()
      everywhere((line) => line.answers("getGenesisHash", elsewhere))
      await open().deliver(order)
      mend()
      await open().deliver(order)
    }
  },
  {
    case: "one of three nodes is of another network",
    answers: ["Held paused", "Done"],
    moved: 1,
    nodes: 3,
    act: async ({ delivery, lines, mend, open }) => {
      const order = delivery()
      lines[2]?.answers("getGenesisHash", elsewhere)
      await open().deliver(order)
      mend()
      await open().deliver(order)
    }
  },
  {
    case: "a node comes back as one of another network, which has seen nothing",
    answers: ["Unknown", "Done"],
    moved: 1,
    act: async ({ delivery, lines: [line], mend, open }) => {
      const order = delivery()
      line?.before("sendTransaction", async () => {
        line.always("sendTransaction", "cut")
        line.answers("getGenesisHash", elsewhere)
        line.answers("getSignatureStatuses", unseen)
        line.answers("getBlockHeight", () => 1_000_000_000)
      })
      line?.always("sendTransaction", "lost")
      await open(short).deliver(order)
      mend()
      // It is not asked again before a restart.
      await open().end(order.operationId)
    }
  }
]
