// A network of the TRON model with a token, and the adapter on it: what tests fund, open and count. Everything of TRON's own rules is
// simulated by the model; the token's code runs on anvil.
import { randomBytes } from "node:crypto"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { hexToBytes } from "@noble/hashes/utils.js"
import { mnemonicToSeedSync } from "@scure/bip39"
import { Effect, Redacted } from "effect"
import { accountOf, addressOfHex, addressOfKey, hexOf } from "../../../adapters/tron/address.ts"
import type { OpenTron } from "../../../adapters/tron/index.ts"
import type { TronSettings } from "../../../adapters/tron/settings.ts"
import type { DeliveryOrder, SpendOrder } from "../../../core/ports/chain.ts"
import type { ChainAdapter } from "../../../core/ports/moving/adapter.ts"
import { addressesOf, mnemonicOf } from "../../../core/customers/wallet/derivation.ts"
import type { Plane } from "../../support/anvil-chain.ts"
import { until } from "../../support/anvil.ts"
import { type GivenJson, openFrom } from "./adapter-of.ts"
import { type TronLine, openLine } from "./line.ts"
import { Model, type ModelSettings } from "./model/model.ts"
import { openNode } from "./model/server.ts"

const word = (hex: string): string => hex.padStart(64, "0")
const transferTopic = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

/** Functions of the model's token that anyone may call, by their first four bytes. */
const selectors = {
  mint: "40c10f19",
  burn: "9dc29fac",
  setBlackListed: "5cd8c072",
  setPaused: "16c38b3c",
  setMovesNothing: "b19727cf",
  setBasisPointsRate: "5fdf2be0"
} as const

export interface TestWallet {
  readonly seed: Redacted.Redacted<Uint8Array>
  readonly address: string
  readonly addresses: SpendOrder["from"]
}

/** An address that no one used. */
export const freshAddress = (): string => addressOfHex(`41${randomBytes(20).toString("hex")}`)

/** A wallet that no one used. */
const freshWallet = (): TestWallet => {
  const entropy = randomBytes(16)
  const addresses = addressesOf(mnemonicToSeedSync(mnemonicOf(entropy)))
  return { seed: Redacted.make(entropy), address: addresses.tron, addresses }
}

let count = 0

export const deliveryOf = (address: string, parts: Partial<DeliveryOrder> = {}): DeliveryOrder => ({
  operationId: `deliver/${++count}`,
  asset: "USDT",
  network: "tron",
  address,
  units: 5_000_001n,
  ...parts
})

export const spendOf = (wallet: TestWallet, to: string, parts: Partial<SpendOrder> = {}): SpendOrder => ({
  operationId: `spend/${++count}`,
  asset: "USDT",
  network: "tron",
  from: wallet.addresses,
  to,
  units: 2_000_003n,
  sendBefore: Date.now() + 3_600_000,
  ...parts
})

export interface WorldSettings extends Partial<ModelSettings> {
  /** How many nodes there are, and how many of them have to say the same. */
  readonly nodes?: number
  readonly agree?: number
}

const keyOf = (key: string): string => addressOfKey(secp256k1.getPublicKey(hexToBytes(key), true))

/** Keys that no one used. */
const freshKeys = () => ({
  treasuryKey: randomBytes(32).toString("hex"),
  feesKey: randomBytes(32).toString("hex")
})

export type Keys = ReturnType<typeof freshKeys>

export const openWorld = async ({ agree = 1, blockMs = 40, lag = 3, nodes: howMany = 1 }: WorldSettings = {}) => {
  const model = await Model.open({ blockMs, lag })
  const nodes = await Promise.all(Array.from({ length: howMany }, () => openNode(model)))
  const lines: ReadonlyArray<TronLine> = await Promise.all(nodes.map(({ base }) => openLine(base)))
  const token = await model.contracts.deployToken()
  const admin = "ad".repeat(20)

  const did = async (selector: keyof typeof selectors, ...words: ReadonlyArray<string>): Promise<void> => {
    const { result } = await model.contracts.run(
      admin,
      token,
      selectors[selector] + words.map(word).join(""),
      1_000_000n
    )
    if (result !== "SUCCESS") throw new Error(`${selector}: ${result}`)
  }

  /** Waits until what has happened is solidified. */
  const solidified = async (): Promise<void> => {
    const { number } = model.head
    await until(async () => model.solidHead.number, (solid) => solid > number)
  }

  const tokens = {
    address: addressOfHex(token),
    mint: (to: string, units: bigint) => did("mint", accountOf(to), units.toString(16)),
    burn: (from: string, units: bigint) => did("burn", accountOf(from), units.toString(16)),
    block: (account: string, isBlocked: boolean) => did("setBlackListed", accountOf(account), isBlocked ? "1" : "0"),
    pause: (isPaused: boolean) => did("setPaused", isPaused ? "1" : "0"),
    moveNothing: (isSo: boolean) => did("setMovesNothing", isSo ? "1" : "0"),
    takeFee: (basisPoints: number) => did("setBasisPointsRate", basisPoints.toString(16)),
    /** What an account holds, as the token itself says. */
    balance: async (owner: string): Promise<bigint> => {
      const { data } = await model.contracts.trial(admin, token, `70a08231${word(accountOf(owner))}`, undefined)
      return BigInt(`0x${data}`)
    }
  }

  /** Units of every transfer of the token to an address, by the logs of all blocks, oldest first. */
  const moved = (to: string): ReadonlyArray<bigint> =>
    [...model.landed.values()].flatMap(({ ran }) => ran?.logs ?? []).flatMap(({ address, data, topics }) =>
      address === token.slice(2) && topics[0] === transferTopic && topics[2]?.endsWith(accountOf(to)) === true
        ? [BigInt(`0x${data}`)]
        : []
    )

  const keysAt = (keys: Keys) => ({ treasury: keyOf(keys.treasuryKey), fees: keyOf(keys.feesKey) })

  /** Keys whose accounts can pay, with tokens in the treasury. */
  const fundedKeys = async (): Promise<Keys> => {
    const keys = freshKeys()
    const { fees, treasury } = keysAt(keys)
    for (const address of [treasury, fees]) model.fund(hexOf(address), 10_000_000_000n)
    await tokens.mint(treasury, 1_000_000_000_000n)
    await solidified()
    return keys
  }

  /** What a process opens the adapter with. */
  const jsonOf = (keys: Keys, parts: Partial<GivenJson> = {}): string =>
    JSON.stringify({
      genesis: model.block(0)?.id,
      agree,
      nodes: lines.map(({ url }, place) => ({ name: `node ${place + 1}`, url })),
      tokens: [{
        asset: "USDT",
        address: tokens.address,
        blockedBy: "isBlackListed(address)"
      }],
      ...keys,
      patienceMs: 30_000,
      lookEveryMs: 40,
      ...parts
    })

  return {
    model,
    lines,
    token: tokens,
    solidified,
    moved,
    receiver: freshAddress,
    keysAt,
    fundedKeys,
    jsonOf,
    /** A wallet that holds tokens and no TRX: its account does not even exist. */
    fundedWallet: async (units = 1_000_000_000n): Promise<TestWallet> => {
      const wallet = freshWallet()
      await tokens.mint(wallet.address, units)
      await solidified()
      return wallet
    },
    /** Ends every fault that a test began. */
    mend: () => {
      Object.assign(model.faults, { loses: undefined, stopped: false, solidStopped: false, beforeBlock: undefined })
      for (const line of lines) line.mend()
    },
    /** The TRX of an account, in sun, by the model's books. */
    sunOf: (address: string): bigint => model.accounts.of(hexOf(address)).sun,
    fund: (address: string, sun: bigint) => model.fund(hexOf(address), sun),
    stake: (address: string, sun: bigint) => model.stake(hexOf(address), sun),
    /** Opens the adapter, as a process does when it starts. */
    opened: (
      keys: Keys,
      parts: Partial<GivenJson> = {},
      signers: Partial<TronSettings["signers"]> = {}
    ): OpenTron => openFrom(jsonOf(keys, parts), signers),
    /** The port, on a data store. */
    open: (keys: Keys, plane: Plane): ChainAdapter => chainOn(openFrom(jsonOf(keys)), plane),
    close: async () => {
      await Promise.all([...lines, ...nodes].map(({ close }) => close()))
      await model.close()
    }
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** The port of an adapter, on a data store. */
export const chainOn = ({ chain }: OpenTron, plane: Plane): ChainAdapter => Effect.runSync(Effect.provide(chain, plane))

/** One step of what an adapter carries on. */
export const carryOn = ({ carry }: OpenTron, plane: Plane): Promise<void> =>
  Effect.runPromise(Effect.provide(carry, plane) as Effect.Effect<void>)
