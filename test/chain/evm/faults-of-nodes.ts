// The table of faults: nodes that are away, late, lie or are another chain's.
import type { RpcFate } from "../../support/rpc-proxy.ts"
import { whileAnswered } from "../stage.ts"
import type { Fault, Stage } from "./stage.ts"

const short = { patienceMs: 300 } as const

const answered = (fate: RpcFate) => whileAnswered<Stage>(fate, ({ open }) => open(short))

const otherChain = () => "0x1"

export const faultsOfNodes: ReadonlyArray<Fault> = [
  {
    case: "429 with Retry-After from the only node",
    answers: ["Held paused", "Done"],
    moved: 1,
    act: answered("busy")
  },
  { case: "503 from the only node", answers: ["Held paused", "Done"], moved: 1, act: answered("down") },
  { case: "half an answer from the only node", answers: ["Held paused", "Done"], moved: 1, act: answered("torn") },
  { case: "a page of a gateway from the only node", answers: ["Held paused", "Done"], moved: 1, act: answered("page") },
  { case: "the only node is silent", answers: ["Held paused", "Done"], moved: 1, act: answered("stuck") },
  {
    case: "the answer to what was sent is lost",
    answers: ["Done"],
    moved: 1,
    act: ({ delivery, everywhere, open }) => {
      everywhere((line) => line.always("eth_sendRawTransaction", "lost"))
      return open().deliver(delivery())
    }
  },
  {
    case: "what was sent arrives nowhere: the process that comes next sends the same bytes",
    answers: ["Unknown", "Done"],
    moved: 1,
    act: async ({ delivery, everywhere, mend, open, stored }) => {
      const order = delivery()
      everywhere((line) => line.always("eth_sendRawTransaction", "cut"))
      await open(short).deliver(order)
      mend()
      await open().deliver(order)
      const { carriers } = await stored(order.operationId)
      if (carriers.length !== 1) throw new Error(`${carriers.length} transactions were signed`)
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
    case: "one of three nodes is behind: it knows of no receipt",
    answers: ["Done"],
    moved: 1,
    nodes: 3,
    act: ({ delivery, lines, open }) => {
      lines[0]?.answers("eth_getTransactionReceipt", () => null)
      return open().deliver(delivery())
    }
  },
  {
    case: "the only node is behind: it knows of no receipt, and of it later",
    answers: ["Unknown", "Done"],
    moved: 1,
    act: async ({ delivery, everywhere, mend, open }) => {
      const order = delivery()
      // Whoever does not know the block knows nothing of the operation's nonce either.
      everywhere((line) => line.answers("eth_getTransactionReceipt", () => null))
      everywhere((line) => line.answers("eth_getLogs", () => []))
      await open(short).deliver(order)
      mend()
      await open().end(order.operationId)
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
    case: "one of three nodes lies about the block of the transaction",
    answers: ["Done"],
    moved: 1,
    nodes: 3,
    act: ({ delivery, lines, open }) => {
      lines[2]?.answers(
        "eth_getBlockByNumber",
        (_, block) => typeof block === "object" && block !== null ? { ...block, hash: `0x${"ab".repeat(32)}` } : null
      )
      return open().deliver(delivery())
    }
  },
  {
    case: "one of three nodes lies: it calls the newest block final",
    answers: ["Unknown", "Done"],
    moved: 1,
    nodes: 3,
    act: async ({ delivery, final, lines, open }) => {
      const adapter = open({ patienceMs: 800, finality: { done: "finalized", refused: "finalized" } })
      const order = delivery()
      let newest: unknown
      lines[0]?.answers("eth_getBlockByNumber", (params, block) => {
        const asked = JSON.stringify(params)
        if (asked.includes("latest")) newest = block
        return asked.includes("finalized") ? newest : block
      })
      await adapter.deliver(order)
      await final()
      await adapter.end(order.operationId)
    }
  },
  {
    case: "the only node is of another chain",
    answers: ["Held paused", "Done"],
    moved: 1,
    act: async ({ delivery, everywhere, mend, open }) => {
      const order = delivery()
      everywhere((line) => line.answers("eth_chainId", otherChain))
      await open().deliver(order)
      mend()
      await open().deliver(order)
    }
  },
  {
    case: "one of three nodes is of another chain",
    answers: ["Held paused", "Done"],
    moved: 1,
    nodes: 3,
    act: async ({ delivery, lines, mend, open }) => {
      const order = delivery()
      lines[2]?.answers("eth_chainId", otherChain)
      await open().deliver(order)
      mend()
      await open().deliver(order)
    }
  },
  {
    case: "a node comes back as one of another chain, where everything is different",
    answers: ["Unknown", "Unknown", "Done"],
    moved: 1,
    act: async ({ delivery, lines: [line], mend, open }) => {
      const order = delivery()
      line?.before("eth_sendRawTransaction", async () => {
        line.answers("eth_chainId", otherChain)
        line.answers("eth_getTransactionReceipt", () => null)
        line.answers("eth_getBlockByNumber", () => null)
      })
      line?.always("eth_sendRawTransaction", "lost")
      const adapter = open(short)
      await adapter.deliver(order)
      mend()
      // It is not asked again before a restart.
      await adapter.lookUp(order.operationId)
      await open().end(order.operationId)
    }
  }
]
