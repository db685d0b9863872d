// What left the treasury is shown by nodes and the chain alone, as after the data store was restored from a copy that knows nothing of it.
import { Effect, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { localSecpSigner } from "../../../adapters/custody/local.ts"
import { ChainUnavailable, type Outflow } from "../../../core/ports/chain.ts"
import { openPlane } from "../../support/anvil-chain.ts"
import type { Twist } from "./elements-rpc.ts"
import { type Bench, address, openBench } from "./fault-bench.ts"
import { readTransaction } from "./elements-rules.ts"
import { signing } from "./stranger.ts"

const on = (play: (bench: Bench) => Promise<void>) => async () => {
  const bench = await openBench()
  try {
    await play(bench)
  } finally {
    await bench.close()
  }
}

/** What a process shows whose data store knows of nothing. */
const shown = async ({ world }: Bench, since = Date.now()): Promise<ReadonlyArray<Outflow>> => {
  const { sentSince } = world.open(await openPlane())
  return Effect.runPromise(sentSince?.({ network: "liquid", since }) ?? Effect.die("it shows nothing"))
}

const brief = (all: ReadonlyArray<Outflow>) => all.map(({ asset, isDone, to, units }) => [to, asset, units, isDone])

const to = address.openAddress

describe("what was sent", () => {
  it(
    "is shown while it waits, in a block, and when that is final; what comes back to us is not",
    on(async (bench) => {
      expect(await shown(bench)).toEqual([])
      await bench.deliver()
      const made = (await bench.record()).attempts[0]
      const parts = { mark: null, to, asset: "DEPIX", units: 1_000n, isDone: false }
      const receipt = { transactionHash: made?.txid, cost: { coin: "LBTC", units: made?.fee } }
      expect(await shown(bench)).toEqual([{ ...parts, receipt }])
      bench.world.model.mine(29)
      const block = bench.world.model.blocks.at(-29)
      const place = { hash: block?.hash, height: BigInt(block?.height ?? 0) }
      expect(await shown(bench)).toEqual([{ ...parts, receipt: { ...receipt, place } }])
      bench.world.model.mine()
      expect(await shown(bench)).toEqual([{ ...parts, receipt: { ...receipt, place }, isDone: true }])
    })
  )

  it(
    "is L-BTC, or what a receiver has in the open",
    on(async (bench) => {
      await bench.deliver({ asset: "LBTC", units: 700n })
      expect(brief(await shown(bench))).toEqual([[to, "LBTC", 700n, false]])
      await bench.deliver({ operationId: "deliver/open", address: to, units: 900n })
      expect(brief(await shown(bench))).toEqual([[to, "LBTC", 700n, false], [to, "DEPIX", 900n, false]])
    })
  )

  it(
    "is of no asset where several receivers got something in the dark",
    on(async (bench) => {
      await bench.deliver()
      const stranger = await signing(bench.world, await bench.coins())
      bench.world.model.mineOnly(stranger)
      const all = brief(await shown(bench))
      const somebody = bench.world.payeeOf("somebody else").openAddress
      expect(all).toEqual([[somebody, null, 0n, false], [somebody, null, 0n, false]])
    })
  )

  it(
    "is the one that waits where one replaced another, and nothing once its coins are back",
    on(async (bench) => {
      await bench.deliver()
      bench.pass(180_000)
      await bench.deliver()
      const [, second] = (await bench.record()).attempts
      expect((await shown(bench)).map(({ receipt }) => receipt.transactionHash)).toEqual([second?.txid])
      await bench.cancel()
      expect(await shown(bench)).toEqual([])
    })
  )

  it(
    "is shown from hours before the instant on, and not from days before",
    on(async (bench) => {
      await bench.deliver()
      bench.world.model.mine()
      for (let hour = 0; hour < 3; hour++) {
        bench.world.model.aheadMs += 3_600_000
        bench.world.model.mine(20)
      }
      expect(brief(await shown(bench, Date.now() + 3_600_000))).toEqual([[to, "DEPIX", 1_000n, true]])
      expect(await shown(bench, Date.now() + 3 * 3_600_000 + 60_000)).toEqual([])
    })
  )
})

const invented = "ab".repeat(32)

/** What one of three nodes does, while the others are honest. */
const liars: ReadonlyArray<readonly [string, (bench: Bench) => Twist | Promise<Twist>]> = [
  ["has an empty pool", () => (method, _, answer) => method === "getrawmempool" ? [] : answer],
  ["has empty blocks", () => (method, _, answer) => method === "getblock" ? { ...Object(answer), tx: [] } : answer],
  ["has old blocks", () => (method, _, answer) => method === "getblock" ? { ...Object(answer), time: 1 } : answer],
  ["has many blocks", () => (method, _, answer) => method === "getblockcount" ? 10 ** 6 : answer],
  ["has no blocks", () => (method, _, answer) => method === "getblockcount" ? 0 : answer],
  [
    "has another chain",
    () => (method, [height], answer) => method === "getblockhash" && height !== 0 ? invented : answer
  ],
  [
    "gives other bytes of what is spent",
    ({ world }) => (method, _, answer) =>
      method === "getrawtransaction"
        ? { ...Object(answer), hex: world.model.blocks[3]?.transactions[0]?.toHex() ?? "00" }
        : answer
  ],
  ["shows what waits with other proofs", async ({ world }) => {
    const [waits] = world.model.waiting.values()
    const other = waits === undefined ? undefined : readTransaction(waits.transaction.toHex())
    for (const { rangeProof } of other?.outs ?? []) rangeProof?.fill(7)
    return (method, [txid], answer) =>
      method === "getrawtransaction" && txid === other?.getId() ? { ...Object(answer), hex: other?.toHex() } : answer
  }],
  ["shows a payment without our signature", async (bench) => {
    const forged = await signing(bench.world, await bench.coins())
    const [signature] = forged.ins[0]?.witness ?? []
    signature?.writeUInt8(signature.readUInt8(20) ^ 1, 20)
    const shownAs = {
      txid: forged.getId(),
      hex: forged.toHex(),
      vin: forged.ins.map(({ witness }) => ({ txinwitness: witness.map((each) => each.toString("hex")) }))
    }
    return (method, [txid], answer) => {
      if (method === "getrawmempool") return [forged.getId()]
      return method === "getrawtransaction" && txid === forged.getId() ? shownAs : answer
    }
  }]
]

describe("one of three nodes changes nothing of what was sent", () => {
  for (const [name, lie] of liars) {
    it(
      `when it ${name}`,
      on(async (bench) => {
        await bench.deliver()
        for (const place of [0, 2]) {
          bench.twist(place, await lie(bench))
          expect(brief(await shown(bench))).toEqual([[to, "DEPIX", 1_000n, false]])
          bench.twist(place, (_, __, answer) => answer)
        }
        bench.world.model.mine(30)
        bench.twist(1, await lie(bench))
        expect(brief(await shown(bench))).toEqual([[to, "DEPIX", 1_000n, true]])
      })
    )
  }

  it(
    "when it is dead, and two that are dead leave it unknown",
    on(async (bench) => {
      await bench.deliver()
      bench.world.proxies[0]?.always("*", "cut")
      expect(brief(await shown(bench))).toEqual([[to, "DEPIX", 1_000n, false]])
      bench.world.proxies[1]?.always("getrawmempool", "cut")
      await expect(shown(bench)).rejects.toBeInstanceOf(ChainUnavailable)
    })
  )
})

describe("whose treasury it is", () => {
  it(
    "is said by the chain and its script, whatever nodes and settings there are, and shows no id of ours",
    on(async ({ world }) => {
      const plane = await openPlane()
      const said = async (changes: Parameters<typeof world.open>[1], signer?: Parameters<typeof world.open>[2]) =>
        Effect.runPromise(world.open(plane, changes, signer).account?.("liquid") ?? Effect.die("it says nothing"))
      const account = await said({})
      expect(account).toMatch(new RegExp(`^bip122:${world.model.genesis.slice(0, 32)}/ert1q[a-z0-9]{38}$`))
      expect(await said({ blindingKey: "07".repeat(32), timeoutMs: 9 })).toBe(account)
      expect(await said({}, localSecpSigner(Redacted.make(new Uint8Array(32).fill(7))))).not.toBe(account)
      const { livesMs, markOf } = world.open(plane)
      expect(markOf?.("deliver/one", "liquid")).toBe(null)
      expect(livesMs?.("liquid")).toBe(Number.POSITIVE_INFINITY)
    })
  )
})
