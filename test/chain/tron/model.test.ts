// The model itself: it answers a broadcast as TRON's nodes are documented to, reads by our own reader what the library has written, and
// its token is what its compiler makes of its source.
import { readFileSync } from "node:fs"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { hexToBytes } from "@noble/hashes/utils.js"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addressOfKey, hexOf } from "../../../adapters/tron/address.ts"
import type { Call } from "../../../adapters/tron/call.ts"
import { type Recipe, build, digestOf, expirationProblem, longestLifeMs } from "../../../adapters/tron/transaction.ts"
import { isDeep } from "../../support/depth.ts"
import { signerOf } from "./adapter-of.ts"
import artifact from "./model/ModelToken.json" with { type: "json" }
import { readTransaction } from "./model/wire.ts"
import { type Keys, type World, freshAddress, openWorld } from "./world.ts"

let world: World
let keys: Keys
beforeAll(async () => {
  world = await openWorld()
  keys = await world.fundedKeys()
})
afterAll(() => world.close())

const recipeNow = (parts: Partial<Recipe> = {}): Recipe => {
  const { id, number, time } = world.model.solidHead
  return {
    block: { number: BigInt(number), hash: id },
    timestamp: Date.now(),
    expiration: time + 60_000,
    feeLimit: 30_000_000n,
    ...parts
  }
}

const bytesOf = async (call: Call, recipe: Recipe, key: string): Promise<string> => {
  const unsigned = build(call, recipe)
  const purpose = { operationId: "x", network: "tron", what: "TRX", units: 1n, to: call.to } as const
  return unsigned.signedBy(await Effect.runPromise(signerOf(key).sign(digestOf(unsigned), purpose)))
}

const topUp = (from: string, sun = 1n): Call => ({ _tag: "TopUp", from, to: freshAddress(), sun })

describe("a broadcast to the model", () => {
  const answer = async (parts: Partial<Recipe> = {}, key = keys.feesKey, call?: Call): Promise<string> =>
    world.model.broadcast(await bytesOf(call ?? topUp(world.keysAt(keys).fees), recipeNow(parts), key)).code

  it("is taken once, and is a duplicate then", async () => {
    const bytes = await bytesOf(topUp(world.keysAt(keys).fees), recipeNow(), keys.feesKey)
    expect([world.model.broadcast(bytes).code, world.model.broadcast(bytes).code]).toEqual([
      "SUCCESS",
      "DUP_TRANSACTION_ERROR"
    ])
    await world.solidified()
    expect(world.model.broadcast(bytes).code).toBe("DUP_TRANSACTION_ERROR")
  })

  it("is refused with the documented code", async () => {
    const { fees } = world.keysAt(keys)
    const { time } = world.model.head
    const poorKey = keys.treasuryKey.replace(/^../, (first) => first === "11" ? "22" : "11")
    const poor = addressOfKey(secp256k1.getPublicKey(hexToBytes(poorKey), true))
    world.fund(poor, 1n)
    world.model.accounts.of(hexOf(poor)).freeBytesUsed = 600n
    const token: Call = { _tag: "TokenTransfer", token: world.token.address, from: poor, to: fees, units: 1n }
    expect({
      garbage: world.model.broadcast("00ff").code,
      expired: await answer({ expiration: time - 1 }),
      // The newest block may be some milliseconds younger when it is sent.
      dayAndMore: await answer({ expiration: time + longestLifeMs + 60_000 }),
      reference: await answer({ block: { number: 1n, hash: "0".repeat(64) } }),
      wrongKey: await answer({}, keys.treasuryKey),
      tooMuch: await answer({}, keys.feesKey, topUp(fees, 1_000_000_000_000n)),
      noBytes: await answer({}, poorKey, token)
    }).toEqual({
      garbage: "OTHER_ERROR",
      expired: "TRANSACTION_EXPIRATION_ERROR",
      dayAndMore: "TRANSACTION_EXPIRATION_ERROR",
      reference: "TAPOS_ERROR",
      wrongKey: "SIGERROR",
      tooMuch: "CONTRACT_VALIDATE_ERROR",
      noBytes: "BANDWITH_ERROR"
    })
  })
})

it("what the library writes is what our own reader reads, for each kind of call", async () => {
  const { fees, treasury } = world.keysAt(keys)
  const steps = { from: fees, to: treasury, sun: 7_000_000_003n }
  const calls: ReadonlyArray<Call> = [
    { _tag: "TokenTransfer", token: world.token.address, from: fees, to: treasury, units: 12_345_678_901_234_567_890n },
    { _tag: "Activate", from: fees, to: treasury },
    { _tag: "TopUp", ...steps },
    { _tag: "Delegate", ...steps },
    { _tag: "TakeBack", ...steps }
  ]
  const [owner, to] = [hexOf(fees), hexOf(treasury)]
  const expected = [
    {
      type: "call",
      owner,
      contract: hexOf(world.token.address),
      data: `a9059cbb${to.slice(2).padStart(64, "0")}${12_345_678_901_234_567_890n.toString(16).padStart(64, "0")}`
    },
    { type: "create", owner, to },
    { type: "transfer", owner, to, sun: 7_000_000_003n },
    { type: "lend", owner, to, sun: 7_000_000_003n },
    { type: "takeBack", owner, to, sun: 7_000_000_003n }
  ]
  for (const [place, call] of calls.entries()) {
    const recipe = recipeNow()
    const bytes = hexToBytes(await bytesOf(call, recipe, keys.feesKey))
    const unsigned = build(call, recipe)
    expect(readTransaction(bytes)).toMatchObject({
      id: unsigned.id,
      action: expected[place],
      signer: owner,
      expiration: recipe.expiration,
      feeLimit: call._tag === "TokenTransfer" ? recipe.feeLimit : 0n,
      size: unsigned.size
    })
  }
})

it("an expiration is later than the block, and within a day of it, to the millisecond", () => {
  expect([0, 1, longestLifeMs, longestLifeMs + 1].map((ms) => expirationProblem(5_000 + ms, 5_000) === undefined))
    .toEqual([false, true, true, false])
})

it.runIf(isDeep)("the token's code is what the compiler makes of its source", async () => {
  const { default: solc } = await import("solc") as unknown as {
    readonly default: { readonly compile: (input: string) => string; readonly version: () => string }
  }
  const content = readFileSync(new URL("./model/ModelToken.sol", import.meta.url), "utf8")
  const input = {
    language: "Solidity",
    sources: { [artifact.source]: { content } },
    settings: { ...artifact.settings, outputSelection: { "*": { "*": ["evm.bytecode.object"] } } }
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as {
    readonly contracts: Readonly<
      Record<string, Readonly<Record<string, { readonly evm: { readonly bytecode: { readonly object: string } } }>>>
    >
  }
  expect(artifact.compiler).toBe(`solc ${solc.version()}`)
  expect(`0x${output.contracts[artifact.source]?.["ModelToken"]?.evm.bytecode.object}`).toBe(artifact.bytecode)
})
