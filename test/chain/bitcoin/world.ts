// A network of Bitcoin with a treasury on it: a real node behind lines that can be disturbed, the adapter opened over them, and what
// moved as the chain itself has it.
import { randomBytes } from "node:crypto"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { hex } from "@scure/base"
import { Address, NETWORK, p2wpkh } from "@scure/btc-signer"
import { Clock, type Context, Effect } from "effect"
import type { Bitcoin, LostDelivery } from "../../../adapters/bitcoin/index.ts"
import { holderOf } from "../../../adapters/bitcoin/network.ts"
import type { SecpSigner } from "../../../adapters/custody/signer.ts"
import type { LineState } from "../../../adapters/conformance/index.ts"
import type { ChainAdapter } from "../../../core/ports/moving/adapter.ts"
import type { Store } from "../../../core/engine/store/store.ts"
import { type RpcProxy, openRpcProxy } from "../../support/rpc-proxy.ts"
import { ManualClock } from "../../support/ports.ts"
import { type PlainSettings, openPlain } from "./adapter-of.ts"
import { type Bitcoind, startBitcoind } from "./bitcoind.ts"
import { fates } from "../kit-bench.ts"

/** How the adapter may be opened otherwise. */
export type Parts = Partial<Omit<PlainSettings, "treasury">>

export interface OpenedBitcoin extends Bitcoin {
  readonly adapter: ChainAdapter
  /** One background step, now or at a time. */
  readonly step: (at?: number) => Promise<void>
  readonly lostNow: () => Promise<ReadonlyArray<LostDelivery>>
}

const regtest: typeof NETWORK = { bech32: "bcrt", pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

/** An address that nothing was paid to, of the test network or of the main one. */
export const freshAddress = (network: typeof NETWORK = regtest): string =>
  p2wpkh(secp256k1.getPublicKey(randomBytes(32)), network).address ?? ""
export const mainAddress = (): string => freshAddress(NETWORK)
/** The address of the test network that the same key opens. */
export const testAddressOf = (mainnet: string): string => Address(regtest).encode(Address(NETWORK).decode(mainnet))

interface Waiting {
  readonly vout: ReadonlyArray<{ readonly scriptPubKey: { readonly address?: string } }>
}

/** A treasury of its own on a node: each line is a way to it, and looks like a node of its own to the adapter. */
export const openTreasury = async (node: Bitcoind, lines = 1, key: Uint8Array = randomBytes(32)) => {
  const treasury = hex.encode(key)
  const { address } = holderOf("regtest", secp256k1.getPublicKey(key))
  /** Addresses whose payments wait until they are put into a block. */
  const waiting = new Set<string>()
  let isMining = true

  const isWaiting = async (txid: string): Promise<boolean> => {
    const { vout } = await node.ask<Waiting>("getrawtransaction", [txid, true])
    return vout.some(({ scriptPubKey }) => waiting.has(scriptPubKey.address ?? ""))
  }
  const minedAtOnce = async (method: string, text: string) => {
    const { result } = JSON.parse(text) as { readonly result?: unknown }
    if (!isMining || method !== "sendrawtransaction" || typeof result !== "string") return
    // Another line may have had it mined already.
    await isWaiting(result).then(async (does) => does || await node.mineThese(result)).catch(() => {})
  }
  const proxies = await Promise.all(Array.from({ length: lines }, () => openRpcProxy(node.url, minedAtOnce)))
  const wallet = `watch-${treasury.slice(0, 12)}`

  const settings = (parts: Parts = {}): PlainSettings => ({
    nodes: proxies.map(({ url }, place) => ({ name: `node ${place}`, url, wallet })),
    agree: (lines >> 1) + 1,
    treasury,
    ...parts
  })

  return {
    address,
    treasury,
    proxies,
    settings,
    waiting,
    /** Whether a transaction that the node takes gets a block at once; it does unless said. */
    mining: (isOn: boolean): void => {
      isMining = isOn
    },
    line: async (state: LineState): Promise<void> => {
      const { all, broadcast = all } = fates[state]
      for (const proxy of proxies) {
        proxy.always("*", all)
        proxy.always("sendrawtransaction", broadcast)
      }
    },
    /** Pays coins to the treasury: satoshis. */
    fund: (coins: ReadonlyArray<bigint>, confirmations = 6): Promise<void> =>
      paid(node, [address], coins, confirmations),
    /** As a process does when it starts; `signer` in place of the key. */
    open: (plane: Context.Context<Store>, parts: Parts = {}, signer?: SecpSigner): OpenedBitcoin => {
      const bitcoin = openPlain(settings(parts), signer)
      return {
        ...bitcoin,
        adapter: Effect.runSync(Effect.provide(bitcoin.chain, plane)),
        step: (at) => {
          const carried = Effect.provide(bitcoin.carry, plane)
          return Effect.runPromise(
            at === undefined ? carried : Effect.provideService(carried, Clock.Clock, new ManualClock(at))
          )
        },
        lostNow: () => Effect.runPromise(Effect.provide(bitcoin.lost, plane))
      }
    },
    /** Satoshis of each payment that an address has in the chain. */
    moved: (receiver: string) => node.outputs(receiver),
    close: async () => {
      await Promise.all(proxies.map((proxy: RpcProxy) => proxy.close()))
    }
  }
}

export type Treasury = Awaited<ReturnType<typeof openTreasury>>

const decimal = (units: bigint): string => {
  const text = units.toString().padStart(9, "0")
  return `${text.slice(0, -8)}.${text.slice(-8)}`
}

// A transaction pays an address once.
const paid = async (
  node: Bitcoind,
  addresses: ReadonlyArray<string>,
  coins: ReadonlyArray<bigint>,
  confirmations: number
): Promise<void> => {
  for (const units of coins) {
    await node.miner("sendmany", ["", Object.fromEntries(addresses.map((each) => [each, decimal(units)]))])
  }
  await node.mine(confirmations)
}

/** A node, and treasuries on it. */
export const openWorld = async (program: string) => {
  const node = await startBitcoind(program)
  return {
    node,
    treasury: (lines?: number) => openTreasury(node, lines),
    /** So many treasuries that hold the same coins, to be opened later: paid together, which is faster. */
    treasuries: async (count: number, coins: ReadonlyArray<bigint>) => {
      const keys = Array.from({ length: count }, () => new Uint8Array(randomBytes(32)))
      await paid(node, keys.map((key) => holderOf("regtest", secp256k1.getPublicKey(key)).address), coins, 6)
      return keys.map((key) => () => openTreasury(node, 1, key))
    },
    close: () => node.stop()
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>
