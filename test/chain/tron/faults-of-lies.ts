// The table of faults: each of three nodes in turn says something false about each thing that a payment is decided by. What is right all the
// same arrives, and what is not there is not believed.
import { expect } from "vitest"
import { hexOf } from "../../../adapters/tron/address.ts"
import type { TronLine } from "./line.ts"
import type { Fault, Stage } from "./stage.ts"

type Json = Readonly<Record<string, unknown>>

const trial = "/wallet/triggerconstantcontract"
const solidTrial = "/walletsolidity/triggerconstantcontract"
/** What a token is asked, by the first four bytes. */
const asked = { balance: "70a08231", transfer: "a9059cbb", fee: "dd644f72", blocked: "e47d6060" } as const

const word = (value: bigint): string => value.toString(16).padStart(64, "0")

/** What a node says when it is asked one thing of a token. */
const says =
  (what: keyof typeof asked, parts: (answer: Json) => Json) => (answer: unknown, question: unknown): unknown =>
    String((question as Json)["data"]).startsWith(asked[what])
      ? { ...answer as Json, ...parts(answer as Json) }
      : answer

const value = (of: bigint) => () => ({ constant_result: [word(of)] })
const reverts = () => ({ result: { result: true, message: "REVERT opcode executed" }, constant_result: [""] })

const prices = (key: string, price: number) => (answer: unknown) => ({
  chainParameter: (answer as { readonly chainParameter: ReadonlyArray<Json> }).chainParameter.map((each) =>
    each["key"] === key ? { ...each, value: price } : each
  )
})

const block = (change: (raw: Json) => Json, hash?: string) => (answer: unknown) => {
  const { blockID, block_header } = answer as { readonly blockID: string; readonly block_header: { raw_data: Json } }
  return {
    blockID: hash ?? blockID,
    block_header: { raw_data: { ...block_header.raw_data, ...change(block_header.raw_data) } }
  }
}

const landingRoute = "/walletsolidity/gettransactioninfobyid"

interface Log {
  readonly topics: ReadonlyArray<string>
}

/** What a landing shows of the transfer in it. */
const shows = (change: (log: Log) => object) => (answer: unknown) => {
  const { log } = answer as { readonly log?: ReadonlyArray<Log> }
  return log === undefined ? answer : { ...answer as Json, log: log.map((each) => ({ ...each, ...change(each) })) }
}

const ofTransfers: Readonly<Record<string, Lie>> = {
  "another amount": [landingRoute, shows(() => ({ data: word(1n) }))],
  "another receiver": [landingRoute, shows(({ topics: [event, from] }) => ({ topics: [event, from, word(7n)] }))],
  "another asset": [landingRoute, shows(() => ({ address: "07".repeat(20) }))]
}

type Lie = readonly [route: string, lie: Parameters<TronLine["lie"]>[1]]

/** Something that is said while nothing is wrong. */
const lies: Readonly<Record<string, Lie>> = {
  "an account has nothing": ["/wallet/getaccount", (answer) => ({ ...answer as Json, balance: 0 })],
  "an account does not exist": ["/wallet/getaccount", () => ({})],
  "an account has neither energy nor bandwidth": ["/wallet/getaccountresource", () => ({})],
  "energy is dear": ["/wallet/getchainparameters", prices("getEnergyFee", 100_000)],
  "energy costs nothing": ["/wallet/getchainparameters", prices("getEnergyFee", 0)],
  "a byte is dear": ["/wallet/getchainparameters", prices("getTransactionFee", 10_000_000_000)],
  "a trial is reverted": [trial, says("transfer", reverts)],
  "a trial takes all energy there is": [trial, says("transfer", () => ({ energy_used: 900_000_000 }))],
  "a trial takes no energy": [trial, says("transfer", () => ({ energy_used: 0 }))],
  "the token keeps a fee": [trial, says("fee", value(100n))],
  "the treasury holds nothing": [trial, says("balance", value(0n))],
  "the treasury holds nothing in solidified blocks": [solidTrial, says("balance", value(0n))],
  "the receiver is blocked": [solidTrial, says("blocked", value(1n))],
  "the newest solidified block is of next year": [
    "/walletsolidity/getnowblock",
    block(({ number, timestamp }) => ({
      number: Number(number) + 9_000_000,
      timestamp: Number(timestamp) + 31_536_000_000
    }))
  ],
  "the newest solidified block is the first": [
    "/walletsolidity/getnowblock",
    block(() => ({ number: 1, timestamp: 1 }))
  ],
  "a solidified block has another hash": [
    "/walletsolidity/getblockbynum",
    (answer, question) =>
      (question as { readonly num: number }).num === 0 ? answer : block(() => ({}), "f".repeat(64))(answer)
  ],
  ...Object.fromEntries(
    Object.entries(ofTransfers).map(([what, lie]) => [`a transaction moved ${what}`, lie])
  ),
  "a transaction is another one": [
    landingRoute,
    (answer) => Object.keys(answer as Json).length > 0 ? { ...answer as Json, id: "f".repeat(64) } : answer
  ],
  "no transaction landed": ["/walletsolidity/gettransactioninfobyid", () => ({})],
  "a transaction failed": ["/walletsolidity/gettransactioninfobyid", (answer) => {
    const isThere = Object.keys(answer as Json).length > 0
    return isThere ? { ...answer as Json, result: "FAILED", receipt: { result: "REVERT" }, log: [] } : answer
  }]
}

/** What the treasury is left with: no TRX, too little of it for a receiver that is new to the token, or no tokens. */
type Lack = "no TRX" | "too little TRX for a new holder" | "no tokens"

const takeFrom = async ({ treasury, world }: Stage, lack: Lack): Promise<void> => {
  if (lack === "no tokens") await world.token.burn(treasury, 1_000_000_000_000n)
  else world.fund(treasury, lack === "no TRX" ? -10_000_000_000n : -9_993_000_000n)
  await world.solidified()
}

/** Does something while each node in turn lies. */
const inTurn = async ({ world }: Stage, [route, lie]: Lie, act: () => Promise<unknown>): Promise<void> => {
  for (const line of world.lines) {
    line.lie(route, lie)
    await act()
    world.mend()
  }
}

/** Something that is not so, said of a payment that cannot be made: it is not made. */
const covers = (what: string, lack: Lack, lie: Lie, answer: string): Fault => ({
  case: `${what}, which is not so, says each of three nodes in turn`,
  answers: [answer, answer, answer],
  moved: 0,
  nodes: 3,
  act: async (stage) => {
    await takeFrom(stage, lack)
    const before = stage.world.model.broadcasts.length
    await inTurn(stage, lie, () => stage.open().deliver(stage.delivery()))
    expect(stage.world.model.broadcasts).toHaveLength(before)
  }
})

/** The same of a spend: it arrives, and the fee account gives what it takes and no more. */
const ofSpends = (what: string, lie: Lie): Fault => ({
  case: `${what}, says each of three nodes in turn: the fee account gives nothing`,
  answers: ["Done", "Done", "Done"],
  moved: 3,
  nodes: 3,
  act: async (stage) => {
    const { fees, open, order, wallet, world } = stage
    world.fund(wallet.address, 100_000_000n)
    const before = world.sunOf(fees)
    await inTurn(stage, lie, () => open().spend(order()))
    expect(world.sunOf(fees)).toBe(before)
  }
})

/** All nodes say the same of what moved: it is never Done by that, and an operator looks at it. */
const ofAll = Object.entries(ofTransfers).map(([what, [route, lie]]): Fault => ({
  case: `every node shows ${what}: it is Unknown, and Done once they show the transfer`,
  answers: ["Unknown", "Unknown", "Done"],
  moved: 1,
  nodes: 3,
  act: async ({ delivery, open, world }) => {
    for (const line of world.lines) line.lie(route, lie)
    const order = delivery()
    const adapter = open({ patienceMs: 2_000 })
    await adapter.deliver(order)
    await world.solidified()
    expect(await adapter.lookUp(order.operationId)).toMatchObject({ reason: { code: "differs" } })
    world.mend()
    await adapter.lookUp(order.operationId)
  }
}))

export const faultsOfLies: ReadonlyArray<Fault> = [
  ...ofAll,
  ...Object.entries(lies).map(([what, lie]): Fault => ({
    case: `${what}, says each of three nodes in turn`,
    answers: ["Done", "Done", "Done"],
    moved: 3,
    nodes: 3,
    act: (stage) => inTurn(stage, lie, () => stage.open().deliver(stage.delivery()))
  })),
  covers("the treasury has TRX", "no TRX", [
    "/wallet/getaccount",
    (answer) => ({ ...answer as Json, balance: 10_000_000_000 })
  ], "Held fuel"),
  covers("the treasury has energy", "no TRX", [
    "/wallet/getaccountresource",
    (answer) => ({ ...answer as Json, EnergyLimit: 10_000_000, freeNetLimit: 10_000 })
  ], "Held fuel"),
  covers("the treasury holds enough", "no tokens", [trial, says("balance", value(10n ** 12n))], "Held float"),
  covers(
    "the receiver holds some of the token",
    "too little TRX for a new holder",
    [trial, says("balance", value(10n ** 12n))],
    "Held fuel"
  ),
  ofSpends("a wallet has nothing", ["/wallet/getaccount", (answer) => ({ ...answer as Json, balance: 0 })]),
  ofSpends("a wallet has no account", ["/wallet/getaccount", () => ({})]),
  ofSpends("a wallet has no energy", ["/wallet/getaccountresource", () => ({})]),
  {
    case: "a wallet has TRX, which is not so, says each of three nodes in turn: the fee account gives what it takes",
    answers: ["Done", "Done", "Done"],
    moved: 3,
    nodes: 3,
    act: async (stage) => {
      const { open, order, wallet } = stage
      const rich: Lie = ["/wallet/getaccount", (answer, question) => {
        const isWallet = (question as { readonly address: string }).address === hexOf(wallet.address)
        return isWallet ? { address: hexOf(wallet.address), balance: 10_000_000_000 } : answer
      }]
      await inTurn(stage, rich, () => open().spend(order()))
    }
  },
  {
    case: "the fee account has nothing, says each of three nodes in turn",
    answers: ["Done", "Done", "Done"],
    moved: 3,
    nodes: 3,
    act: async (stage) => {
      const { fees, open, order } = stage
      const empty: Lie = ["/wallet/getaccount", (answer, question) => {
        const isFees = (question as { readonly address: string }).address === hexOf(fees)
        return isFees ? { ...answer as Json, balance: 0 } : answer
      }]
      await inTurn(stage, empty, () => open().spend(order()))
    }
  },
  {
    case: "the fee account can lend, which is not so, says each of three nodes in turn: it gives TRX",
    answers: ["Done", "Done", "Done"],
    moved: 3,
    nodes: 3,
    act: async (stage) => {
      const lends: Lie = ["/wallet/getcandelegatedmaxsize", () => ({ max_size: 10 ** 15 })]
      await inTurn(stage, lends, () => stage.open().spend(stage.order()))
    }
  },
  {
    case: "the token keeps no fee, which is not so, says each of three nodes in turn",
    answers: ["Held paused", "Held paused", "Held paused"],
    moved: 0,
    nodes: 3,
    act: async (stage) => {
      await stage.world.token.takeFee(100)
      await inTurn(stage, [trial, says("fee", value(0n))], () => stage.open().deliver(stage.delivery()))
      await stage.world.token.takeFee(0)
    }
  },
  {
    case: "the receiver is not blocked, which is not so, says each of three nodes in turn",
    answers: ["Refused", "Refused", "Refused"],
    moved: 0,
    nodes: 3,
    act: async (stage) => {
      await stage.world.token.block(stage.to, true)
      await stage.world.solidified()
      await inTurn(stage, [solidTrial, says("blocked", value(0n))], () => stage.open().deliver(stage.delivery()))
    }
  }
]
