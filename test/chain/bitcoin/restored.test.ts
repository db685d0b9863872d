// What left the treasury is shown by nodes and the chain alone, as after the data store was restored from a copy that knows nothing of it.
import { Effect, Redacted } from "effect"
import { hex } from "@scure/base"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { localSecpSigner } from "../../../adapters/custody/local.ts"
import { readTransaction } from "../../../adapters/bitcoin/transaction.ts"
import { ChainUnavailable, type Outflow } from "../../../core/ports/chain.ts"
import { openPlane } from "../../support/anvil-chain.ts"
import type { RpcProxy } from "../../support/rpc-proxy.ts"
import { bitcoindPath } from "./bitcoind.ts"
import { type Stage, type StageParts, openStage } from "./stage.ts"
import { recordOf, spending } from "./stranger.ts"
import { type World, freshAddress, openWorld } from "./world.ts"

let world: World
beforeAll(async () => {
  if (bitcoindPath !== undefined) world = await openWorld(bitcoindPath)
})
afterAll(() => world?.close())

/** A stage whose wallets have watched from the beginning; closed afterwards. */
const on = (parts: StageParts, play: (stage: Stage) => Promise<void>) => async () => {
  const stage = await openStage(world, { since: 1, ...parts })
  try {
    await play(stage)
  } finally {
    await stage.treasury.close()
  }
}

/** What a process shows whose data store knows of nothing. */
const shown = async (
  { treasury }: Stage,
  since = Date.now(),
  parts: StageParts = {}
): Promise<ReadonlyArray<Outflow>> => {
  const { adapter } = treasury.open(await openPlane(), { since: 1, timeoutMs: 2_000, ...parts })
  return Effect.runPromise(adapter.sentSince?.({ network: "bitcoin", since }) ?? Effect.die("it shows nothing"))
}

/** To whom, how much, and whether it is done. */
const brief = (all: ReadonlyArray<Outflow>) => all.map(({ isDone, to, units }) => [to, units, isDone])

const market = ({ says }: Stage, feerate: number): void => says("estimatesmartfee", () => ({ feerate }))

describe.skipIf(bitcoindPath === undefined)("what was sent", () => {
  it(
    "is shown while it waits, in a block, and when that is final; what comes back to us is not",
    on({}, async (stage) => {
      expect(await shown(stage)).toEqual([])
      stage.treasury.mining(false)
      await stage.deliver()
      const made = (await recordOf(stage.plane, stage.operationId)).attempts[0]
      const parts = { mark: null, to: stage.receiver, asset: "BTC", units: 100_000n, isDone: false }
      const receipt = { transactionHash: made?.txid, cost: { coin: "BTC", units: made?.fee } }
      expect(await shown(stage)).toEqual([{ ...parts, receipt }])
      const [hash] = await stage.node.mine()
      await stage.node.mineEmpty(4)
      const height = BigInt(await stage.node.ask<number>("getblockcount")) - 4n
      const place = { hash, height }
      expect(await shown(stage)).toEqual([{ ...parts, receipt: { ...receipt, place } }])
      await stage.node.mineEmpty()
      expect(await shown(stage)).toEqual([{ ...parts, receipt: { ...receipt, place }, isDone: true }])
    })
  )

  it(
    "is shown once where one transaction replaced another",
    on({ fees: { raiseAfterMs: 0 } }, async (stage) => {
      stage.treasury.mining(false)
      market(stage, 0.0002)
      await stage.deliver()
      market(stage, 0.0005)
      await stage.adapter.step()
      expect((await recordOf(stage.plane, stage.operationId)).attempts.length).toBe(2)
      expect(brief(await shown(stage))).toEqual([[stage.receiver, 100_000n, false]])
      await stage.node.mine(6)
      expect(brief(await shown(stage))).toEqual([[stage.receiver, 100_000n, true]])
    })
  )

  it(
    "may still arrive after it was cancelled, until its coins are back for good",
    on({}, async (stage) => {
      stage.treasury.mining(false)
      await stage.deliver()
      await stage.cancel()
      expect(brief(await shown(stage))).toEqual([[stage.receiver, 100_000n, false]])
      await stage.node.mine()
      await stage.node.mineEmpty(4)
      expect(brief(await shown(stage))).toEqual([[stage.receiver, 100_000n, false]])
      await stage.node.mineEmpty()
      expect(await shown(stage)).toEqual([])
    })
  )

  it(
    "is shown after nodes forgot what waits",
    on({}, async (stage) => {
      stage.treasury.mining(false)
      await stage.deliver()
      await stage.node.forget()
      expect(brief(await shown(stage))).toEqual([[stage.receiver, 100_000n, false]])
    })
  )

  it(
    "is shown where it was none of our deliveries",
    on({}, async (stage) => {
      stage.treasury.mining(false)
      await stage.deliver()
      const coins = (await recordOf(stage.plane, stage.operationId)).attempts[0]?.coins ?? []
      const raw = spending(stage.treasury, coins)
      await stage.node.mineThese(raw)
      await stage.node.mineEmpty(5)
      const [other, ...more] = await shown(stage)
      expect(more).toEqual([])
      expect(other).toMatchObject({ units: 950_000n, receipt: { transactionHash: readTransaction(raw)?.txid } })
    })
  )

  it(
    "is not shown by a wallet that has watched for less, or has seen fewer blocks than enough nodes have",
    on({}, async (stage) => {
      await stage.deliver()
      await expect(shown(stage, 999)).rejects.toBeInstanceOf(ChainUnavailable)
      const old = await stage.node.ask<string>("getblockhash", [1])
      const seen = (_: unknown, result: unknown) => ({ ...Object(result), lastblock: old })
      for (const proxy of stage.treasury.proxies) proxy.answers("listsinceblock", seen)
      await expect(shown(stage)).rejects.toBeInstanceOf(ChainUnavailable)
    })
  )
})

/** Bytes that pay somebody out of a coin of the treasury, without a signature that counts. */
const unsigned = async ({ operationId, plane, treasury }: Stage): Promise<string> => {
  const coins = (await recordOf(plane, operationId)).attempts[0]?.coins ?? []
  const bytes = hex.decode(spending(treasury, coins))
  // In the first signature, which begins 9 bytes before its key's 33 and the lock time.
  const at = bytes.length - 4 - 34 - 20
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return hex.encode(bytes)
}

const invented = "ab".repeat(32)
const first = (params: unknown): unknown => Array.isArray(params) ? params[0] : undefined

/** What one of three nodes does, while the others are honest. */
const liars: ReadonlyArray<readonly [string, (liar: RpcProxy, stage: Stage) => Promise<void> | void]> = [
  ["is dead", (liar) => liar.always("*", "cut")],
  ["leaves it out", (liar) => liar.answers("listsinceblock", (_, all) => ({ ...Object(all), transactions: [] }))],
  ["lags", async (liar, { node }) => {
    const old = await node.ask<string>("getblockhash", [1])
    liar.answers("listsinceblock", () => ({ transactions: [], lastblock: old }))
  }],
  [
    "has blocks that no one else has",
    (liar) => liar.answers("getblockchaininfo", () => ({ chain: "regtest", blocks: 10 ** 9 }))
  ],
  ["has no blocks", (liar) => liar.answers("getblockchaininfo", () => ({ chain: "regtest", blocks: 0 }))],
  [
    "has another chain below",
    (liar) => liar.answers("getblockhash", (params, hash) => first(params) === 0 ? hash : invented)
  ],
  [
    "gives other bytes under its id",
    (liar) => liar.answers("gettransaction", () => ({ hex: "00", blockhash: invented }))
  ],
  ["gives other bytes from its index", (liar) => liar.answers("getrawtransaction", () => "00")],
  ["has its block nowhere", (liar) => liar.answers("getblockheader", () => ({ height: 1, confirmations: -1 }))],
  ["has its block far below", (liar) => liar.answers("getblockheader", () => ({ height: 1, confirmations: 1_000 }))],
  ["has watched for a day", (liar) =>
    liar.answers("listdescriptors", (_, all) =>
      JSON.parse(
        JSON.stringify(all).replaceAll(/"timestamp":1\b/g, `"timestamp":${Math.floor(Date.now() / 1_000) + 9}`)
      ))],
  ["shows bytes without our signature", async (liar, stage) => {
    const raw = await unsigned(stage)
    const txid = readTransaction(raw)?.txid ?? ""
    liar.answers("listsinceblock", (_, all) => ({
      ...Object(all),
      transactions: [...Object(all).transactions, { txid, category: "send" }]
    }))
    liar.answers("gettransaction", (params, found) => first(params) === txid ? { hex: raw } : found)
  }],
  ["shows what somebody else sent", async (liar, { node }) => {
    const txid = await node.miner<string>("sendtoaddress", [freshAddress(), "1"])
    const { hex: raw } = await node.miner<{ readonly hex: string }>("gettransaction", [txid])
    const [blockhash] = await node.mine()
    liar.answers("listsinceblock", (_, all) => ({
      ...Object(all),
      transactions: [...Object(all).transactions, { txid, category: "send", blockhash }]
    }))
    liar.answers("gettransaction", (params, found) => first(params) === txid ? { hex: raw, blockhash } : found)
  }]
]

describe.skipIf(bitcoindPath === undefined)("one of three nodes changes nothing of what was sent", () => {
  for (const [name, lie] of liars) {
    it(
      `when it ${name}`,
      on({ lines: 3 }, async (stage) => {
        await stage.deliver()
        for (const place of [0, 2]) {
          const liar = stage.treasury.proxies[place]
          if (liar === undefined) throw new Error("there is no such node")
          await lie(liar, stage)
          expect(brief(await shown(stage))).toEqual([[stage.receiver, 100_000n, false]])
          liar.mend()
        }
        await stage.node.mineEmpty(5)
        const liar = stage.treasury.proxies[1]
        if (liar !== undefined) await lie(liar, stage)
        expect(brief(await shown(stage))).toEqual([[stage.receiver, 100_000n, true]])
      })
    )
  }

  it(
    "and two that are dead leave it unknown",
    on({ lines: 3 }, async (stage) => {
      await stage.deliver()
      for (const proxy of stage.treasury.proxies.slice(1)) proxy.always("listsinceblock", "cut")
      await expect(shown(stage)).rejects.toBeInstanceOf(ChainUnavailable)
    })
  )
})

describe.skipIf(bitcoindPath === undefined)("whose treasury it is", () => {
  it(
    "is said by the chain and its address, whatever nodes and settings there are",
    on({ lines: 1 }, async ({ again, treasury }) => {
      const said = async (parts: Parameters<typeof again>[0], key: string) => {
        const signer = localSecpSigner(Redacted.make(hex.decode(key)))
        const { account } = again(parts, signer).adapter
        return Effect.runPromise(account?.("bitcoin") ?? Effect.die("it says nothing"))
      }
      const account = `bip122:0f9188f13cb7b2c71f2a335e3a4fc328/${treasury.address}`
      expect(await said({}, treasury.treasury)).toBe(account)
      expect(await said({ fees: { ceiling: "50000" }, timeoutMs: 1_000 }, treasury.treasury)).toBe(account)
      expect(await said({}, "07".repeat(32))).not.toBe(account)
    })
  )

  it(
    "shows no id of ours, and bytes that no node shows live for as long as their coins",
    on({ coins: [] }, async ({ adapter: { adapter } }) => {
      expect(adapter.markOf?.("deliver/one", "bitcoin")).toBe(null)
      expect(adapter.livesMs?.("bitcoin")).toBe(Number.POSITIVE_INFINITY)
    })
  )
})
