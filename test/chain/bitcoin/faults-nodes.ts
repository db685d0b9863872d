// Nodes that are away, lag, lie or are of another network. Each line looks like a node of its own to the adapter.
import type { RpcFate } from "../../support/rpc-proxy.ts"
import { hex } from "@scure/base"
import { Effect, Exit } from "effect"
import { scriptOf as addressScript } from "../../../adapters/bitcoin/network.ts"
import { readTransaction } from "../../../adapters/bitcoin/transaction.ts"
import type { Fault } from "./fault.ts"
import type { Answer } from "./stage.ts"
import { recordOf, spending } from "./stranger.ts"
import type { OpenedBitcoin, Treasury } from "./world.ts"

const scriptOf = ({ address }: Treasury): string => {
  const script = addressScript("regtest", address)
  if (script === undefined) throw new Error("the treasury has no script")
  return hex.encode(script)
}

const invented = "ab".repeat(32)

const until = async (ask: () => Promise<Answer>, wanted: Answer): Promise<Answer> => {
  for (;;) {
    const answer = await ask()
    // Final answers end it too.
    if (answer === wanted || answer === "Done" || answer === "Refused") return answer
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Waits until it is said that the treasury holds so much. */
const heldBy = async ({ adapter: { floats } }: OpenedBitcoin, units: bigint): Promise<void> => {
  for (const end = Date.now() + 15_000;;) {
    const found = await Effect.runPromise(Effect.exit(floats?.("bitcoin") ?? Effect.succeed([])))
    if (Exit.isSuccess(found) && found.value[0]?.units === units) return
    if (Date.now() > end) throw new Error("what it holds cannot be read")
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** One of three nodes does so; the others have the delivery Done. */
const oneOfThree = (name: string, fate: RpcFate): Fault => ({
  case: `one of three nodes ${name}`,
  parts: { lines: 3, timeoutMs: 2_000 },
  play: async ({ deliver, look, treasury }) => {
    treasury.proxies[0]?.always("*", fate)
    // The others may be slow too.
    return [await until(deliver, "Unknown"), await until(look, "Done")]
  },
  answers: ["Unknown", "Done"],
  moved: [100_000n]
})

/** The only node does so, and gets well. */
const onlyNode = (name: string, fate: RpcFate): Fault => ({
  case: `the only node ${name}`,
  parts: { timeoutMs: 2_000 },
  play: async ({ deliver, look, treasury }) => {
    treasury.proxies[0]?.always("*", fate)
    const before = [await deliver(), await look()]
    treasury.proxies[0]?.always("*", "passed")
    // The client rests a while from a node that failed.
    return [...before, await until(deliver, "Unknown"), await until(look, "Done")]
  },
  answers: ["Held paused", "Absent", "Unknown", "Done"],
  moved: [100_000n]
})

export const nodeFaults: ReadonlyArray<Fault> = [
  oneOfThree("is dead", "cut"),
  oneOfThree("never answers", "stuck"),
  oneOfThree("answers 429 with Retry-After", "busy"),
  oneOfThree("answers half of its JSON", "torn"),
  oneOfThree("answers a page of a gateway", "garbled"),
  onlyNode("is dead", "cut"),
  onlyNode("answers 429 with Retry-After", "busy"),
  onlyNode("answers a page of a gateway", "garbled"),
  {
    case:
      "the only node was away when the service started: what is held is read once it is back, and its wallet is made",
    parts: { timeoutMs: 2_000 },
    play: async ({ adapter, deliver, look, treasury }) => {
      treasury.proxies[0]?.always("*", "cut")
      const verified = await Effect.runPromise(Effect.exit(adapter.verify))
      if (Exit.isSuccess(verified)) throw new Error("it was there")
      treasury.proxies[0]?.mend()
      await heldBy(adapter, 1_000_000n)
      return [await until(deliver, "Unknown"), await look()]
    },
    answers: ["Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "a node begins anew without our wallet: it is loaded again",
    play: async ({ adapter, deliver, look, node, treasury }) => {
      await heldBy(adapter, 1_000_000n)
      await node.ask("unloadwallet", { wallet_name: treasury.settings().nodes[0]?.wallet })
      await heldBy(adapter, 1_000_000n)
      return [await deliver(), await look()]
    },
    answers: ["Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "two of three nodes are dead: nothing is decided, and nothing is sent",
    parts: { lines: 3 },
    play: async ({ deliver, look, treasury }) => {
      for (const proxy of treasury.proxies.slice(1)) proxy.always("*", "cut")
      return [await deliver(), await look()]
    },
    answers: ["Held paused", "Absent"],
    moved: []
  },
  {
    case: "a node of another network among three",
    parts: { lines: 3 },
    play: async ({ deliver, look, treasury }) => {
      treasury.proxies[1]?.answers("getblockhash", () => invented)
      return [await deliver(), await look()]
    },
    answers: ["Held paused", "Absent"],
    moved: []
  },
  {
    case: "one of three lags, and knows no coin",
    parts: { lines: 3 },
    play: async ({ deliver, look, treasury }) => {
      treasury.proxies[0]?.answers("gettxout", () => null)
      treasury.proxies[0]?.answers("listunspent", () => [])
      return [await deliver(), await look()]
    },
    answers: ["Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "one of three invents a coin",
    parts: { lines: 3, coins: [] },
    play: async ({ deliver, treasury }) => {
      const scriptPubKey = scriptOf(treasury)
      treasury.proxies[0]?.answers("listunspent", () => [{ txid: invented, vout: 0, amount: 1, scriptPubKey }])
      treasury.proxies[0]?.answers("gettxout", () => ({
        value: 1,
        confirmations: 100,
        scriptPubKey: { hex: scriptPubKey }
      }))
      return [await deliver()]
    },
    answers: ["Held float"],
    moved: []
  },
  {
    case: "one of three invents a block that it is in",
    parts: { lines: 3 },
    play: async ({ deliver, look, node, operationId, plane, treasury }) => {
      treasury.mining(false)
      const first = await deliver()
      const raw = (await recordOf(plane, operationId)).attempts[0]?.raw ?? ""
      const liar = treasury.proxies[0]
      liar?.answers("gettransaction", () => ({ hex: raw, blockhash: invented }))
      liar?.answers("getblockheader", () => ({ height: 1_000, confirmations: 100 }))
      liar?.answers("getrawtransaction", () => raw)
      const lied = await look()
      await node.mine()
      return [first, lied, await look()]
    },
    answers: ["Unknown", "Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "one of three says that the anchor is spent by another, deep in the chain",
    parts: { lines: 3 },
    play: async ({ deliver, look, node, operationId, plane, treasury }) => {
      treasury.mining(false)
      const first = await deliver()
      const anchor = (await recordOf(plane, operationId)).attempts[0]?.coins[0]
      if (anchor === undefined) throw new Error("there is no anchor")
      const raw = spending(treasury, [anchor])
      const liar = treasury.proxies[0]
      liar?.answers("gettxout", () => null)
      liar?.answers("listsinceblock", () => ({
        transactions: [{ txid: readTransaction(raw)?.txid, category: "send", blockhash: invented }]
      }))
      liar?.answers("gettransaction", () => ({ hex: raw, blockhash: invented }))
      liar?.answers("getblockheader", () => ({ height: 1_000, confirmations: 100 }))
      liar?.answers("getrawtransaction", () => raw)
      const lied = await look()
      await node.mine()
      return [first, lied, await look()]
    },
    answers: ["Unknown", "Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "a node says that it took it, and did not",
    parts: { lines: 3 },
    play: async ({ adapter, deliver, look, treasury }) => {
      treasury.proxies[0]?.answers("sendrawtransaction", () => invented)
      for (const proxy of treasury.proxies) proxy.next("sendrawtransaction", "cut")
      const first = await deliver()
      const before = await look()
      await adapter.step()
      return [first, before, await look()]
    },
    answers: ["Unknown", "Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "the answer to the sending is half of one",
    play: async ({ deliver, look, treasury }) => {
      treasury.proxies[0]?.next("sendrawtransaction", "torn")
      return [await deliver(), await look(), await deliver()]
    },
    answers: ["Unknown", "Done", "Done"],
    moved: [100_000n]
  }
]
