// Where a delivery on Liquid stands, by what nodes say: every condition of that with a value that is another. Three nodes say the same here;
// what one of them alone says is in the table of faults.
import { Effect, Exit } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { Attempt, LiquidMovement } from "../../../adapters/liquid/movement.ts"
import { networks } from "../../../adapters/liquid/network.ts"
import type { LiquidNode } from "../../../adapters/liquid/node.ts"
import { makeStatuses } from "../../../adapters/liquid/status.ts"
import { makeQuorum } from "../../../adapters/rpc-quorum/quorum.ts"
import { type Bench, openBench } from "./fault-bench.ts"
import { signing } from "./stranger.ts"
import { payeeOf } from "./world.ts"

let bench: Bench
let movement: LiquidMovement
let release: Attempt
let strange: string
beforeAll(async () => {
  bench = await openBench()
  await bench.deliver()
  const other = { operationId: "deliver/other", address: payeeOf("another").address }
  await bench.second.deliver(other)
  await bench.cancel()
  const { releases: [made], withdrawnAt: _, ...record } = { releases: [], ...await bench.record() }
  if (made === undefined) throw new Error("its coins do not come back")
  movement = record
  release = made
  strange = (await signing(bench.world, record.coins)).toHex()
})
afterAll(() => bench.close())

const head = 100n

/** What nodes say where a transaction is in a block at this height, and our coins are gone. */
const saying = (raw: string | undefined, height: bigint, parts: Partial<LiquidNode> = {}): Partial<LiquidNode> => ({
  height: Effect.succeed(head),
  blockHash: (at) => Effect.succeed(at === height ? "block" : `block ${at}`),
  blockHeight: () => Effect.succeed(height),
  transaction: () => Effect.succeed(raw === undefined ? undefined : { raw, block: "block" }),
  depth: () => Effect.undefined,
  spender: () => Effect.undefined,
  ...parts
})

/** Reads it as one process does again and again. */
const reader = (said: Partial<LiquidNode>) => {
  const node = said as LiquidNode
  const quorum = makeQuorum({ members: ["a", "b", "c"].map((name) => ({ name, node })), agree: 2 })
  const read = makeStatuses(quorum, networks.regtest.forms, { final: 30n, refused: 2n })
  return async (of: LiquidMovement): Promise<string> => {
    const exit = await Effect.runPromiseExit(read(of, 2n))
    if (Exit.isFailure(exit)) return "away"
    const status = exit.value
    return "isDeep" in status ? `${status._tag} ${status.isDeep ? "deep" : "shallow"}` : status._tag
  }
}

const statusOf = (said: Partial<LiquidNode>, of: LiquidMovement): Promise<string> => reader(said)(of)

const paying = (height: bigint, parts: Partial<LiquidNode> = {}) => saying(movement.attempts[0]?.raw, height, parts)

const ours = (parts: Partial<LiquidMovement>): LiquidMovement => ({ ...movement, ...parts })
const attempted = (parts: Partial<Attempt>): LiquidMovement =>
  ours({ attempts: movement.attempts.map((attempt) => ({ ...attempt, ...parts })) })
const withdrawn = (parts: Partial<Attempt> = {}): LiquidMovement =>
  ours({ attempts: [], releases: [{ ...release, ...parts }] })

/** Somebody spends a coin of it in the block at this height. */
const spentAt = (height: bigint, txid = "ab".repeat(32), parts: Partial<LiquidNode> = {}) =>
  saying(undefined, height, {
    spender: (block) => Effect.succeed(block === "block" ? txid : undefined),
    ...parts
  })

it.each<readonly [string, () => Partial<LiquidNode>, string, () => LiquidMovement]>([
  ["all is right", () => paying(99n), "Landed deep", () => movement],
  ["it is in the newest block", () => paying(100n), "Landed shallow", () => movement],
  ["nobody has it", () => saying(undefined, 99n), "Outside", () => movement],
  [
    "it waits",
    () =>
      paying(99n, { transaction: () => Effect.succeed({ raw: movement.attempts[0]?.raw ?? "", block: undefined }) }),
    "Outside",
    () => movement
  ],
  ["nobody has its block", () => paying(99n, { blockHeight: () => Effect.undefined }), "Outside", () => movement],
  ["its block is above all others", () => paying(101n), "Outside", () => movement],
  [
    "another block is at its height",
    () => paying(99n, { blockHash: () => Effect.succeed("other") }),
    "Outside",
    () => movement
  ],
  ["other bytes are under its id", () => saying(strange, 99n), "away", () => movement],
  ["it is of another id", () => paying(99n), "away", () => attempted({ txid: "ab".repeat(32) })],
  ["it pays another script", () => paying(99n), "away", () => ours({ to: payeeOf("another").address })],
  ["it pays one unit less", () => paying(99n), "away", () => ours({ units: movement.units + 1n })],
  ["it pays one unit more", () => paying(99n), "away", () => ours({ units: movement.units - 1n })],
  ["it pays another asset", () => paying(99n), "away", () => ours({ assetId: "ab".repeat(32) })],
  ["its asset is hidden otherwise", () => paying(99n), "away", () => attempted({ assetBlinder: "07".repeat(32) })],
  ["its amount is hidden otherwise", () => paying(99n), "away", () => attempted({ valueBlinder: "07".repeat(32) })],
  ["what takes its coins back is 30 blocks deep", () => saying(release.raw, 71n), "Released deep", () => withdrawn()],
  [
    "what takes its coins back is 29 blocks deep",
    () => saying(release.raw, 72n),
    "Released shallow",
    () => withdrawn()
  ],
  [
    "what takes its coins back is of another id",
    () => saying(release.raw, 71n),
    "away",
    () => withdrawn({ txid: "ab".repeat(32) })
  ],
  [
    "what takes its coins back spends others",
    () => saying(release.raw, 71n),
    "away",
    () => ({ ...withdrawn(), coins: movement.coins.map((coin) => ({ ...coin, vout: coin.vout + 9 })) })
  ],
  [
    "what takes its coins back spends one of two",
    () => saying(release.raw, 71n),
    "Released deep",
    () => ({ ...withdrawn(), coins: movement.coins.flatMap((coin) => [{ ...coin, vout: coin.vout + 9 }, coin]) })
  ],
  [
    "nobody has a block on the way, and nothing was spent in it",
    () =>
      saying(undefined, 99n, {
        blockHash: () => Effect.undefined,
        spender: (block) => Effect.succeed(block === undefined ? "ab".repeat(32) : undefined)
      }),
    "Outside",
    () => movement
  ],
  [
    "somebody spent a coin of it ten blocks before it was begun",
    () => spentAt(41n),
    "Displaced",
    () => ours({ after: 51n })
  ],
  ["somebody spent a coin of it, two blocks deep", () => spentAt(99n), "Displaced", () => movement],
  ["somebody spent a coin of it, in the newest block", () => spentAt(100n), "Outside", () => movement],
  ["somebody spent a coin of it long before it was begun", () => spentAt(40n), "Outside", () => ours({ after: 51n })],
  [
    "its coins are there",
    () => spentAt(99n, undefined, { depth: () => Effect.succeed(9n) }),
    "Outside",
    () => movement
  ],
  ["one of ours spent its coins", () => spentAt(99n, movement.attempts[0]?.txid), "Outside", () => movement],
  [
    "what takes them back spent its coins",
    () => spentAt(99n, release.txid),
    "Outside",
    () => ours({ releases: [release] })
  ]
])("where %s: %s", async (_, said, status, of) => {
  expect(await statusOf(said(), of())).toBe(status)
})

// Blocks are searched 200 at a time, from ten before it was begun; ten are searched again, as a reorganisation may have replaced them.
it.each([
  ["the last block of the first search", 700n, ["Displaced", "Displaced"]],
  ["the block after it", 701n, ["Outside", "Displaced"]],
  ["the last block of the second search", 890n, ["Outside", "Displaced"]],
  ["the block after that", 891n, ["Outside", "Outside", "Displaced"]]
])("somebody spent a coin of it in %s", async (_, height, expected) => {
  const read = reader(spentAt(height, undefined, { height: Effect.succeed(1_000n) }))
  const found: Array<string> = []
  for (let n = 0; n < expected.length; n++) found.push(await read(ours({ after: 510n })))
  expect(found).toEqual(expected)
})

it("somebody spends a coin of it in a block that comes after a search", async () => {
  let newest = head
  const read = reader(spentAt(120n, undefined, {
    height: Effect.sync(() => newest),
    blockHash: (at) => Effect.sync(() => at > newest ? undefined : at === 120n ? "block" : `block ${at}`)
  }))
  expect(await read(ours({ after: 95n }))).toBe("Outside")
  newest = 130n
  expect(await read(ours({ after: 95n }))).toBe("Displaced")
})
