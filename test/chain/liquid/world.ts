// A model of Liquid with three nodes on loopback, a treasury with coins, and receivers: what the adapter is tried on.
import { createHash, randomBytes } from "node:crypto"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { type Context, Effect } from "effect"
import type { SecpSigner } from "../../../adapters/custody/signer.ts"
import type { Liquid, LiquidSettings } from "../../../adapters/liquid/index.ts"
import { networks } from "../../../adapters/liquid/network.ts"
import { blindingKeyOf, publicBlindingKey } from "../../../adapters/liquid/blinding-key.ts"
import type { AssetCode } from "../../../core/base/money/assets.ts"
import type { ChainAdapter } from "../../../core/ports/moving/adapter.ts"
import type { Store } from "../../../core/engine/store/store.ts"
import { type RpcFate, openRpcProxy } from "../../support/rpc-proxy.ts"
import { type LiquidPlan, openPlan } from "./adapter-of.ts"
import { ElementsModel } from "./elements-model.ts"
import { type Twist, serveNode } from "./elements-rpc.ts"
import { liquid, opened } from "./elements-rules.ts"

export type Plane = Context.Context<Store>

const hash = (text: string): Buffer => createHash("sha256").update(text).digest()

/** Ids of the model's assets. */
export const assets = { LBTC: hash("LBTC").toString("hex"), DEPIX: hash("DEPIX").toString("hex") } as const
export type Delivered = keyof typeof assets & AssetCode

/** Somebody who is paid, the same for the same name. */
export interface Payee {
  readonly script: string
  readonly blindingKey: Buffer
  readonly address: string
  /** Of the same script, for amounts in the open. */
  readonly openAddress: string
}

const { bech32 } = networks.regtest.forms
const regtest = { ...liquid.networks.regtest, bech32 }

const p2wpkh = (key: Uint8Array) => {
  const { address = "", output } = liquid.payments.p2wpkh({
    pubkey: Buffer.from(secp256k1.getPublicKey(key, true)),
    network: regtest
  })
  if (output === undefined) throw new Error("a key without a script")
  return { address, output }
}

export const payeeOf = (name: string): Payee => {
  const { address, output } = p2wpkh(hash(`${name}/key`))
  const blindingKey = hash(`${name}/blinding`)
  const blinded = liquid.address.toConfidential(address, Buffer.from(secp256k1.getPublicKey(blindingKey, true)))
  return { script: output.toString("hex"), blindingKey, address: blinded, openAddress: address }
}

export interface WorldParts {
  /** Milliseconds between blocks; none are made by themselves unless given. */
  readonly everyMs?: number
  /** What each node makes of its answers, by its place. */
  readonly twists?: ReadonlyArray<Twist | undefined>
  readonly nodes?: number
  readonly agree?: number
  /** Units of each coin that the treasury has, in the open: blinding takes its time. */
  readonly coins?: { readonly LBTC: ReadonlyArray<bigint>; readonly DEPIX: ReadonlyArray<bigint> }
}

const many = (count: number, units: bigint): ReadonlyArray<bigint> => Array.from({ length: count }, () => units)
const usualCoins = { LBTC: many(6, 100_000n), DEPIX: [...many(4, 1n), ...many(2, 2n * 10n ** 12n)] }

export const openWorld = async (parts: WorldParts = {}) => {
  const { agree = 2, coins = usualCoins, nodes: count = 3 } = parts
  const model = new ElementsModel(assets.LBTC)
  const nodes = await Promise.all(Array.from({ length: count }, (_, at) => serveNode(model, parts.twists?.[at])))
  const proxies = await Promise.all(nodes.map(({ base }) => openRpcProxy(base)))
  const [key, master] = [randomBytes(32), randomBytes(32)]
  const { output: script } = p2wpkh(key)
  const blindingKey = Buffer.from(publicBlindingKey(blindingKeyOf(master, script)))
  const plan: LiquidPlan = {
    nodes: proxies.map(({ url }, at) => ({ name: `node ${at}`, url })),
    agree,
    genesis: model.genesis,
    assets,
    treasury: key.toString("hex"),
    blindingKey: master.toString("hex"),
    timeoutMs: 60_000
  }
  if (coins.LBTC.length > 0) model.mint({ script }, assets.LBTC, ...coins.LBTC)
  if (coins.DEPIX.length > 0) model.mint({ script }, assets.DEPIX, ...coins.DEPIX)
  model.mine(2)
  const timer = parts.everyMs === undefined ? undefined : setInterval(() => model.mine(), parts.everyMs)

  return {
    model,
    proxies,
    script,
    /** The treasury's key. */
    key,
    master,
    plan,
    /** Gives the treasury blinded coins. */
    fund: (asset: Delivered, ...amounts: ReadonlyArray<bigint>): void =>
      model.mint({ script, blindingKey }, assets[asset], ...amounts),
    payeeOf,

    /** Opens all of it, as a process does when it starts. */
    openAll: (changes: Partial<LiquidPlan> = {}, signer?: SecpSigner, settings: Partial<LiquidSettings> = {}): Liquid =>
      openPlan({ ...plan, ...changes }, signer, settings),

    /** Opens the adapter over a data store. */
    open: (plane: Plane, changes: Partial<LiquidPlan> = {}, signer?: SecpSigner): ChainAdapter =>
      Effect.runSync(Effect.provide(openPlan({ ...plan, ...changes }, signer).chain, plane)),

    /** Units that came to somebody, as its own blinding key shows them: on the chain, or waiting for it. */
    moved: (payee: Payee, asset: Delivered = "DEPIX"): ReadonlyArray<bigint> =>
      model.paidTo(payee.script).flatMap((output) => {
        const found = opened(output, payee.blindingKey)
        return found?.asset === assets[asset] ? [found.units] : []
      }),

    /** What becomes of questions from now on, at every node. */
    always: (method: string, fate: RpcFate): void => {
      for (const proxy of proxies) proxy.always(method, fate)
    },

    close: async (): Promise<void> => {
      clearInterval(timer)
      await Promise.all(proxies.map((proxy) => proxy.close()))
      await Promise.all(nodes.map((node) => node.close()))
    }
  }
}

export type LiquidWorld = Awaited<ReturnType<typeof openWorld>>
