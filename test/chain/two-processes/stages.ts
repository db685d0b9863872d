// Each chain as two processes share it.
import { Effect, Redacted } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import { blindingKeyOf } from "../../../adapters/liquid/blinding-key.ts"
import { type Devnet, devnetChainId, startDevnet, until } from "../../support/anvil.ts"
import { freshKeys, freshWallet } from "../../support/anvil-chain.ts"
import { openFrom as openBitcoin } from "../bitcoin/adapter-of.ts"
import { freshAddress, openWorld as openBitcoinWorld } from "../bitcoin/world.ts"
import { sumOf } from "../economics.ts"
import { type PlainEvm, openFrom as openEvm } from "../evm/adapter-of.ts"
import { deployBadToken } from "../evm/bad-token.ts"
import { openFrom as openLiquid } from "../liquid/adapter-of.ts"
import { opened } from "../liquid/elements-rules.ts"
import { type Payee, assets, openWorld as openLiquidWorld, payeeOf } from "../liquid/world.ts"
import { openFrom as openSolana } from "../solana/adapter-of.ts"
import {
  freshAddress as freshSolana,
  freshWallet as freshSolanaWallet,
  openWorld as openSolanaWorld
} from "../solana/world.ts"
import { openFrom as openTron } from "../tron/adapter-of.ts"
import { freshAddress as freshTron, openWorld as openTronWorld } from "../tron/world.ts"
import type { Stage } from "./stage.ts"

const scriptOf = (chain: string): URL => new URL(`../${chain}/child.ts`, import.meta.url)
const plenty = 10n ** 12n

export const evm = async (): Promise<Stage> => {
  const devnet: Devnet = await startDevnet()
  const [keys, token, wallet] = await Promise.all([freshKeys(devnet), deployBadToken(devnet), freshWallet()])
  for (const owner of [privateKeyToAccount(keys.treasury).address, wallet.address]) {
    await token.mint(owner, plenty)
    await until(() => token.balance(owner), (units) => units === plenty)
  }
  await devnet.mine(3)
  const relayer = privateKeyToAccount(keys.relayer).address
  const opening = await devnet.balance(relayer)
  const { address, asset, codeHash } = token.token
  const settings: PlainEvm = {
    nodes: [{ name: "node", url: devnet.url }],
    agree: 1,
    chainId: devnetChainId,
    tokens: [{ address, asset, codeHash }],
    keys,
    done: 1,
    patienceMs: 2_000
  }
  return {
    network: "base",
    asset: "USDC",
    script: scriptOf("evm"),
    settings: JSON.stringify(settings),
    open: () => openEvm(JSON.stringify(settings)),
    receiver: async () => (await freshWallet()).address,
    moved: (to) => token.transfers(to as `0x${string}`),
    wallet,
    coin: "ETH",
    lost: async () => opening - await devnet.balance(relayer),
    mine: () => devnet.mine(1),
    close: () => devnet.stop()
  }
}

export const tron = async (): Promise<Stage> => {
  const world = await openTronWorld({ blockMs: 60 })
  const [keys, wallet] = [await world.fundedKeys(), await world.fundedWallet()]
  const payers = Object.values(world.keysAt(keys))
  const sun = () => sumOf(payers.map(world.sunOf))
  const opening = sun()
  const settings = world.jsonOf(keys)
  return {
    network: "tron",
    asset: "USDT",
    script: scriptOf("tron"),
    settings,
    open: () => openTron(settings),
    receiver: async () => freshTron(),
    moved: async (to) => world.moved(to),
    wallet,
    coin: "TRX",
    lost: async () => opening - sun(),
    close: () => world.close()
  }
}

export const solana = async (): Promise<Stage> => {
  const world = await openSolanaWorld()
  const [keys, wallet] = await Promise.all([world.freshKeys(), freshSolanaWallet()])
  const token = world.tokens.USDT
  await world.give(token, wallet.address, plenty)
  const plain = world.plain(keys, { nonceAccounts: 8, accountsPerHolderAndDay: 1_000 })
  await Effect.runPromise(world.opened(keys, plain).prepare)
  const payer = world.payerOf(keys)
  const opening = await world.lamportsOf(payer)
  const settings = JSON.stringify(plain)
  return {
    network: "solana",
    asset: "USDT",
    script: scriptOf("solana"),
    settings,
    open: () => openSolana(settings),
    receiver: async () => freshSolana(),
    moved: (to) => world.received(token, to),
    wallet: { seed: Redacted.make(Redacted.value(wallet.seed)), addresses: wallet.addresses },
    coin: "SOL",
    lost: async () => opening - await world.lamportsOf(payer),
    close: async () => world.close()
  }
}

export const bitcoin = async (program: string): Promise<Stage> => {
  const world = await openBitcoinWorld(program)
  const treasury = await world.treasury()
  const coins = Array.from({ length: 30 }, () => 1_000_000n)
  await treasury.fund(coins)
  const settings = JSON.stringify(treasury.settings({ timeoutMs: 60_000 }))
  return {
    network: "bitcoin",
    asset: "BTC",
    script: scriptOf("bitcoin"),
    settings,
    open: () => openBitcoin(settings),
    receiver: async () => freshAddress(),
    moved: treasury.moved,
    coin: "BTC",
    lost: async (paid) => {
      let left = sumOf(await treasury.moved(treasury.address))
      for (const to of paid) left += sumOf(await treasury.moved(to))
      return sumOf(coins) - left
    },
    mine: () => world.node.mine(1),
    close: async () => {
      await treasury.close()
      await world.close()
    }
  }
}

export const liquid = async (): Promise<Stage> => {
  const coins = { LBTC: Array.from({ length: 20 }, () => 100_000n), DEPIX: Array.from({ length: 20 }, () => 10n ** 9n) }
  const world = await openLiquidWorld({ coins, everyMs: 300 })
  const payees = new Map<string, Payee>()
  const blindingKey = Buffer.from(blindingKeyOf(world.master, world.script))
  const settings = JSON.stringify({ ...world.plan, timeoutMs: 60_000 })
  return {
    network: "liquid",
    asset: "DEPIX",
    script: scriptOf("liquid"),
    settings,
    open: () => openLiquid(settings),
    receiver: async () => {
      const payee = payeeOf(`raced ${payees.size}`)
      payees.set(payee.address, payee)
      return payee.address
    },
    moved: async (to) => {
      const payee = payees.get(to)
      return payee === undefined ? [] : world.moved(payee)
    },
    coin: "LBTC",
    lost: async () => {
      const held = world.model.outputsOf(world.script.toString("hex")).map(({ output }) => opened(output, blindingKey))
      return sumOf(coins.LBTC) - sumOf(held.flatMap((each) => each?.asset === assets.LBTC ? [each.units] : []))
    },
    close: () => world.close()
  }
}
