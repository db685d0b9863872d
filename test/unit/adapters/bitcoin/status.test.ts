// Where a delivery of bitcoin stands, by what nodes say: every condition of that with a value that is another. Three nodes say the same here;
// what one of them alone says is played on a real node.
import { hex } from "@scure/base"
import { Effect, Exit, Redacted } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import {
  type Attempt,
  type BitcoinCoin,
  BitcoinCoins,
  type BitcoinMovement,
  BitcoinMovements
} from "../../../../adapters/bitcoin/movement.ts"
import { holderOf } from "../../../../adapters/bitcoin/network.ts"
import { makeNode } from "../../../../adapters/bitcoin/node.ts"
import { makePlaces } from "../../../../adapters/bitcoin/places.ts"
import { usualCoins } from "../../../../adapters/bitcoin/settings.ts"
import { makeStatuses } from "../../../../adapters/bitcoin/status.ts"
import { type Recipe, readTransaction, signed } from "../../../../adapters/bitcoin/transaction.ts"
import { makeTreasury } from "../../../../adapters/bitcoin/treasury.ts"
import { makeWallet } from "../../../../adapters/bitcoin/wallet.ts"
import { localSecpSigner } from "../../../../adapters/custody/local.ts"
import { NodeRefused } from "../../../../adapters/rpc-quorum/node-away.ts"
import { makeQuorum } from "../../../../adapters/rpc-quorum/quorum.ts"
import { insert } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { openPlane } from "../../../support/anvil-chain.ts"

const signer = localSecpSigner(Redacted.make(new Uint8Array(32).fill(7)))
const own = holderOf("regtest", signer.publicKey)
const ownScript = hex.encode(own.script)
const other = holderOf("regtest", localSecpSigner(Redacted.make(new Uint8Array(32).fill(8))).publicKey).script
const purpose = { operationId: "a", network: "bitcoin", what: "BTC", units: 1n, to: "b" } as const
const outpoint = (digit: string): string => `${digit.repeat(64)}:0`

const rawOf = (coins: ReadonlyArray<string>, payment: Recipe["payment"], change: bigint): Promise<string> =>
  Effect.runPromise(
    signed(
      { coins: coins.map((each) => ({ outpoint: each, units: 10_000n })), payment, change, ownScript: own.script },
      signer,
      purpose
    )
  )
const idOf = (raw: string): string => readTransaction(raw)?.txid ?? ""

/** What all nodes say. Numbers are texts, as they are read. */
interface Facts {
  /** Blocks by their hashes. */
  readonly blocks: Readonly<
    Record<string, { readonly height: string; readonly confirmations: string; readonly raws: ReadonlyArray<string> }>
  >
  /** In which block a wallet saw a transaction. */
  readonly seen: Readonly<Record<string, string>>
  readonly known: ReadonlyArray<string>
  /** Other bytes under an id. */
  readonly forged: Readonly<Record<string, string>>
  readonly unspent: Readonly<Record<string, object>>
  readonly sent: ReadonlyArray<string>
  readonly coins: ReadonlyArray<object>
}

const nothing: Facts = { blocks: {}, seen: {}, known: [], forged: {}, unspent: {}, sent: [], coins: [] }

const rpcOf = (facts: Facts) => {
  const found = (method: string, params: ReadonlyArray<unknown>): unknown => {
    const [one, two, three] = params.map(String)
    switch (method) {
      case "listwallets":
        return ["w"]
      case "getdescriptorinfo":
        return { descriptor: "d" }
      case "listdescriptors":
        return { descriptors: [{ desc: "d", timestamp: "1" }] }
      case "getblockheader":
        return facts.blocks[one ?? ""]
      case "getrawtransaction":
        return facts.forged[one ?? ""] ?? facts.blocks[three ?? ""]?.raws.find((raw) => idOf(raw) === one)
      case "gettransaction": {
        const raw = facts.forged[one ?? ""] ?? facts.known.find((each) => idOf(each) === one)
        const block = facts.seen[one ?? ""]
        return raw === undefined ? undefined : { hex: raw, ...block === undefined ? {} : { blockhash: block } }
      }
      case "gettxout":
        return facts.unspent[`${one}:${two}`] ?? null
      case "listunspent":
        return facts.coins
      case "listsinceblock":
        return {
          lastblock: "tip",
          transactions: facts.sent.map((txid) => ({ txid, category: "send", blockhash: facts.seen[txid] }))
        }
      default:
        return undefined
    }
  }
  return {
    name: "node",
    state: Effect.die("nobody asks"),
    ask: (method: string, params: unknown) => {
      const answer = found(method, Array.isArray(params) ? params : [])
      return answer === undefined
        ? Effect.fail(new NodeRefused({ code: -5, message: "not there", data: null }))
        : Effect.succeed(answer)
    }
  }
}

/** Three nodes, of which one may say otherwise. */
const quorumOf = (facts: Facts, liar: Partial<Facts> = {}) => {
  const watched = { publicKey: hex.encode(signer.publicKey), script: ownScript, since: 1 }
  const nodeOf = (said: Facts) => {
    const rpc = rpcOf(said)
    return makeNode(rpc, makeWallet({ node: rpc, rpc, name: "w", ...watched }))
  }
  const nodes = [{ ...facts, ...liar }, facts, facts].map(nodeOf)
  return makeQuorum({ members: nodes.map((node, place) => ({ name: `node ${place}`, node })), agree: 2 })
}

const final = 6

const attemptOf = (raw: string, txid = idOf(raw)): Attempt => ({
  txid,
  coins: [{ outpoint: outpoint("a"), units: 10_000n }],
  fee: 1n,
  change: 0n,
  rate: 1n,
  raw,
  madeAt: 0
})

let raws: {
  readonly pays: string
  readonly back: string
  readonly elsewhere: string
  readonly parent: string
  readonly lostTo: string
}
let movement: BitcoinMovement
beforeAll(async () => {
  const payment = { script: other, units: 5_000n }
  raws = {
    pays: await rawOf([outpoint("a")], payment, 4_000n),
    back: await rawOf([outpoint("a")], undefined, 9_000n),
    elsewhere: await rawOf([outpoint("b")], undefined, 9_000n),
    parent: await rawOf([outpoint("c")], payment, 3_000n),
    lostTo: await rawOf([outpoint("c")], undefined, 8_000n)
  }
  movement = {
    id: "deliver/1",
    owner: "operator",
    network: "n",
    to: "t",
    script: hex.encode(other),
    units: 5_000n,
    attempts: [attemptOf(raws.pays)],
    after: "after",
    verdict: null,
    lostTo: null,
    createdAt: 0
  }
})

/** A transaction in a block with so many confirmations. */
const mined = (raw: string, confirmations: number, parts: Partial<Facts> = {}): Facts => ({
  ...nothing,
  blocks: { block: { height: "100", confirmations: String(confirmations), raws: [raw] } },
  seen: { [idOf(raw)]: "block" },
  known: [raw],
  ...parts
})

const statusOf = async (facts: Facts, of: BitcoinMovement, depth = 1, liar: Partial<Facts> = {}): Promise<string> => {
  const quorum = quorumOf(facts, liar)
  const exit = await Effect.runPromiseExit(makeStatuses(quorum, makePlaces(quorum), final)(of, depth))
  if (Exit.isFailure(exit)) return "away"
  const status = exit.value
  return "isDeep" in status ? `${status._tag} ${status.isDeep ? "deep" : "shallow"}` : status._tag
}

type Row = readonly [what: string, facts: () => Facts, status: string, of?: () => BitcoinMovement, depth?: number]

const displacing = (raw: () => string, confirmations: number, parts: Partial<Facts> = {}) => () =>
  mined(raw(), confirmations, { sent: [idOf(raw())], ...parts })

const childOf = (): BitcoinMovement => ({
  ...movement,
  attempts: [{ ...attemptOf(raws.pays), coins: [{ outpoint: `${idOf(raws.parent)}:1`, units: 3_000n }], raw: null }]
})

const rows: ReadonlyArray<Row> = [
  ["all is right", () => mined(raws.pays, 1), "Landed deep"],
  ["it is in no block that anyone knows", () => ({ ...nothing, known: [raws.pays] }), "Outside"],
  ["its block was taken back", () => mined(raws.pays, -1), "Outside"],
  ["its block has no confirmation", () => mined(raws.pays, 0), "Outside"],
  ["nobody has its block", () => mined(raws.pays, 1, { blocks: {} }), "Outside"],
  [
    "it is not in that block",
    () => mined(raws.pays, 1, { blocks: { block: { height: "100", confirmations: "1", raws: [] } } }),
    "Outside"
  ],
  ["two of three confirmations", () => mined(raws.pays, 2), "Landed shallow", () => movement, 3],
  ["three of three confirmations", () => mined(raws.pays, 3), "Landed deep", () => movement, 3],
  [
    "it pays another script",
    () => mined(raws.pays, 1),
    "Outside",
    () => ({ ...movement, script: `0014${"07".repeat(20)}` })
  ],
  ["it pays one satoshi less", () => mined(raws.pays, 1), "Outside", () => ({ ...movement, units: 5_001n })],
  ["it pays one satoshi more", () => mined(raws.pays, 1), "Outside", () => ({ ...movement, units: 4_999n })],
  ["what it pays is our change", () => mined(raws.pays, 1), "Outside", () => ({ ...movement, units: 4_000n })],
  [
    "it was never signed",
    () => mined(raws.pays, 1),
    "Outside",
    () => ({ ...movement, attempts: [{ ...attemptOf(raws.pays), raw: null }] })
  ],
  [
    "what takes its coins back is final",
    () => mined(raws.back, 6),
    "Released deep",
    () => ({ ...movement, releases: [attemptOf(raws.back)] })
  ],
  [
    "what takes its coins back is not final",
    () => mined(raws.back, 5),
    "Released shallow",
    () => ({ ...movement, releases: [attemptOf(raws.back)] })
  ],
  [
    "what takes its coins back spends another",
    () => mined(raws.elsewhere, 6),
    "Outside",
    () => ({ ...movement, releases: [attemptOf(raws.elsewhere)] })
  ],
  [
    "what takes its coins back was never signed",
    () => mined(raws.back, 6),
    "Outside",
    () => ({ ...movement, releases: [{ ...attemptOf(raws.back), raw: null }] })
  ],
  ["somebody spent its anchor for good", displacing(() => raws.back, 6), "Displaced"],
  ["somebody spent its anchor five blocks ago", displacing(() => raws.back, 5), "Outside"],
  ["somebody spent another coin", displacing(() => raws.elsewhere, 6), "Outside"],
  [
    "its anchor is not spent",
    displacing(() => raws.back, 6, {
      unspent: { [outpoint("a")]: { value: "0.0001", confirmations: "9", scriptPubKey: { hex: ownScript } } }
    }),
    "Outside"
  ],
  [
    "one of ours spent its anchor",
    displacing(() => raws.back, 6),
    "Outside",
    () => ({ ...movement, attempts: [{ ...attemptOf(raws.pays), raw: null }, { ...attemptOf(raws.back), raw: null }] })
  ],
  ["what made its anchor lost for good", displacing(() => raws.lostTo, 6, { known: [] }), "Outside", childOf],
  [
    "what made its anchor lost for good, and is known",
    () => mined(raws.lostTo, 6, { sent: [idOf(raws.lostTo)], known: [raws.lostTo, raws.parent] }),
    "Displaced",
    childOf
  ],
  [
    "what made its anchor lost five blocks ago",
    () => mined(raws.lostTo, 5, { sent: [idOf(raws.lostTo)], known: [raws.lostTo, raws.parent] }),
    "Outside",
    childOf
  ],
  ["what made its anchor is there", () => mined(raws.parent, 6, { sent: [idOf(raws.parent)] }), "Outside", childOf]
]

describe("where a delivery is", () => {
  it.each(rows.map((row) => [row[0], row[2], row] as const))(
    "where %s: %s",
    async (_, status, [, facts, , of, depth]) => {
      expect(await statusOf(facts(), of?.() ?? movement, depth)).toBe(status)
    }
  )
})

describe("one of three nodes", () => {
  it("has other bytes of ours in its block: they are no answer of it", async () => {
    const facts = mined(raws.pays, 1)
    expect(await statusOf(facts, movement, 1, { forged: { [idOf(raws.pays)]: raws.back } })).toBe("Landed deep")
    expect(await statusOf({ ...facts, forged: { [idOf(raws.pays)]: raws.back } }, movement)).toBe("away")
  })

  it("shows who spent another coin as who spent the anchor", async () => {
    const txid = idOf(raws.elsewhere)
    const facts = mined(raws.elsewhere, 6, { sent: [txid] })
    expect(await statusOf(facts, movement, 1, { forged: { [txid]: raws.back } })).toBe("Outside")
  })
})

describe("a coin that may be spent", () => {
  const coin = { txid: "d".repeat(64), vout: "0", amount: "0.00010000", scriptPubKey: ownScript }
  const output = (parts: object = {}) => ({
    value: "0.00010000",
    confirmations: "6",
    scriptPubKey: { hex: ownScript },
    ...parts
  })
  const row: BitcoinCoin = { id: outpoint("d"), owner: "operator", movement: null, isChange: false }
  const change = { ...row, isChange: true, of: "deliver/1" }
  const isDone = { _tag: "Done", txid: "t", place: { height: 1n, hash: "h" }, cost: 1n, isFinal: false } as const

  it.each<readonly [string, object | undefined, bigint, BitcoinCoin | undefined, BitcoinMovement["verdict"]]>([
    ["six blocks deep", output(), 10_000n, undefined, null],
    ["five blocks deep", output({ confirmations: "5" }), 0n, undefined, null],
    ["spent", undefined, 0n, undefined, null],
    ["somebody else's", output({ scriptPubKey: { hex: hex.encode(other) } }), 0n, undefined, null],
    ["of another amount", output({ value: "0.00010001" }), 0n, undefined, null],
    ["given back by a delivery, six blocks deep", output(), 10_000n, row, null],
    ["of another delivery", output(), 0n, { ...row, movement: "deliver/2" }, null],
    ["change of what is Done, in a block", output({ confirmations: "1" }), 10_000n, change, isDone],
    ["change of what is Done, in no block", output({ confirmations: "0" }), 0n, change, isDone],
    ["change of what is not Done, in a block", output({ confirmations: "1" }), 0n, change, null],
    ["change of what is not Done, six blocks deep", output(), 10_000n, change, null],
    [
      "change of what was replaced, in a block",
      output({ confirmations: "1" }),
      0n,
      { ...change, isChange: false },
      isDone
    ]
  ])("is one that is %s", async (_, found, units, stored, verdict) => {
    const plane = await openPlane()
    const quorum = quorumOf({
      ...nothing,
      coins: [coin],
      unspent: found === undefined ? {} : { [outpoint("d")]: found }
    })
    const writes = [
      insert(BitcoinMovements, { ...movement, verdict }),
      ...stored === undefined ? [] : [insert(BitcoinCoins, stored)]
    ]
    const spendable = Effect.andThen(
      Store.use((store) => store.commit(changeSet({ writes }))),
      makeTreasury({ script: ownScript, coins: usualCoins }, quorum).spendable
    )
    expect(await Effect.runPromise(Effect.provide(spendable, plane))).toBe(units)
  })
})
