// The table of faults: one of three nodes lies about each thing that it is asked, alone and in all. Nothing is sent that should not be, and nothing
// is stuck while the other two are honest.
import { expect } from "vitest"
import type { RpcAnswer } from "../../support/rpc-proxy.ts"
import type { Fault, Stage } from "./stage.ts"

const word = (value: bigint): string => value.toString(16).padStart(64, "0")
const hash = `0x${"ab".repeat(32)}`

const changed = (parts: object): RpcAnswer => (_, found) =>
  typeof found === "object" && found !== null ? { ...found, ...parts } : undefined

const said = (answer: unknown): RpcAnswer => () => answer

interface Log {
  readonly topics: ReadonlyArray<string>
}

const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

/** A receipt whose transfers of tokens are others. */
const transfers = (change: (log: Log) => object): RpcAnswer => (_, found) => {
  if (typeof found !== "object" || found === null) return undefined
  const { logs } = found as { readonly logs: ReadonlyArray<Log> }
  return { ...found, logs: logs.map((log) => log.topics[0] === transferTopic ? { ...log, ...change(log) } : log) }
}

/** What a receipt may show of the transfer in it. */
const ofTransfers: Readonly<Record<string, RpcAnswer>> = {
  "another amount": transfers(() => ({ data: `0x${word(1n)}` })),
  "another receiver": transfers(({ topics: [event, from] }) => ({ topics: [event, from, `0x${word(7n)}`] })),
  "another asset": transfers(() => ({ address: `0x${"07".repeat(20)}` }))
}

/** What a node says, by the method that it is asked. */
const lies: ReadonlyArray<readonly [method: string, what: string, lie: RpcAnswer]> = [
  ["eth_getBlockByNumber", "no block", said(null)],
  ["eth_getBlockByNumber", "a newest block that is far ahead", changed({ number: "0x7fffffff" })],
  ["eth_getBlockByNumber", "a newest block that is far behind", changed({ number: "0x0" })],
  ["eth_getBlockByNumber", "another hash", changed({ hash })],
  ["eth_getBlockByNumber", "another time", changed({ timestamp: "0x1" })],
  ["eth_getBlockByNumber", "a base fee above every ceiling", changed({ baseFeePerGas: "0xffffffffffffff" })],
  ["eth_getBlockByNumber", "no base fee", changed({ baseFeePerGas: "0x0" })],
  ["eth_getTransactionReceipt", "no receipt", said(null)],
  ["eth_getTransactionReceipt", "no logs", changed({ logs: [] })],
  ["eth_getTransactionReceipt", "another block", changed({ blockHash: hash })],
  ["eth_getTransactionReceipt", "another cost", changed({ gasUsed: "0xffffff" })],
  ["eth_getTransactionReceipt", "another transaction", changed({ transactionHash: hash })],
  ...Object.entries(ofTransfers).map(([what, lie]) => ["eth_getTransactionReceipt", what, lie] as const),
  ["eth_getLogs", "nothing", said([])],
  ["eth_getTransactionCount", "no transaction", said("0x0")],
  ["eth_getTransactionCount", "many transactions", said("0xffff")],
  ["eth_getCode", "no code", said("0x")],
  ["eth_getCode", "other code", said("0x00")],
  ["eth_getBalance", "nothing", said("0x0")],
  ["eth_getBalance", "very much", said("0xffffffffffffffffffffff")],
  ["eth_call", "zero", said(`0x${word(0n)}`)],
  ["eth_call", "nothing", said("0x")],
  ["eth_call", "very much", said(`0x${word(2n ** 255n)}`)],
  ["eth_estimateGas", "very little", said("0x1")],
  ["eth_estimateGas", "very much", said("0xffffffffff")],
  ["eth_maxPriorityFeePerGas", "very much", said("0xffffffffffffff")],
  ["eth_sendRawTransaction", "that it took it, and did not", said(hash)]
]

/** A delivery and a spend, both of which end. */
const both = async ({ delivery, open, order }: Stage) => {
  const adapter = open({ gas: "estimated", patienceMs: 60_000 })
  await adapter.deliver(delivery({ units: 3n }))
  await adapter.submit(await adapter.sign(order()))
}

const perMethod = lies.map(([method, what, lie]): Fault => ({
  case: `one of three nodes lies about ${method}: ${what}`,
  answers: ["Done", "Done"],
  moved: 2,
  nodes: 3,
  act: async (stage) => {
    const [liar] = stage.lines
    if (method === "eth_sendRawTransaction") liar?.always(method, "swallowed")
    else liar?.answers(method, lie)
    await both(stage)
  }
}))

/** All nodes say the same of what moved: it is never Done by that, and an operator looks at it. */
const ofAll = Object.entries(ofTransfers).map(([what, lie]): Fault => ({
  case: `every node shows ${what}: it is Unknown, and Done once they show the transfer`,
  answers: ["Unknown", "Unknown", "Done"],
  moved: 1,
  nodes: 3,
  act: async ({ delivery, everywhere, final, mend, open }) => {
    everywhere((line) => line.answers("eth_getTransactionReceipt", lie))
    const order = delivery()
    const adapter = open()
    await adapter.deliver(order)
    await final()
    expect(await adapter.lookUp(order.operationId)).toMatchObject({ reason: { code: "differs" } })
    mend()
    await adapter.lookUp(order.operationId)
  }
}))

export const faultsOfLies: ReadonlyArray<Fault> = [
  ...perMethod,
  ...ofAll,
  {
    case: "one of three nodes lies about an operation's nonce: nobody used it, and somebody did",
    answers: ["Done", "Done", "Done"],
    moved: 2,
    nodes: 3,
    act: async (stage) => {
      const { delivery, lines: [liar], open } = stage
      const order = delivery({ units: 5n })
      await open({ patienceMs: 60_000 }).deliver(order)
      for (const next of [0n, 1n]) {
        liar?.answers(
          "eth_call",
          (_, found) => typeof found === "string" && found.length === 66 ? `0x${word(next)}` : found
        )
        await open({ patienceMs: 60_000 }).deliver(next === 0n ? order : delivery({ units: 7n }))
      }
    }
  }
]
