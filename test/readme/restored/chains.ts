// The chains, each on what its own tests have: a development node of EVM, a Solana node, a model of TRON, a Bitcoin node and a model of
// Liquid. Deliveries leave the treasury; spends leave a wallet, and are signed anew where they are ordered again.
import { type Context, Effect } from "effect"
import { startDevnet, until } from "../../support/anvil.ts"
import type { TestHost } from "../../support/host.ts"
import { Chain, type SpendOrder } from "../../../core/ports/chain.ts"
import { type ChainAdapter, chainAdapter } from "../../../core/ports/moving/adapter.ts"
import { unknown } from "../../../core/ports/outcome.ts"
import type { Store } from "../../../core/engine/store/store.ts"
import type { MovementOrder, OrderOf } from "../../../core/payments/movement/order.ts"
import { type Network, familyOf } from "../../../core/standards/address/network.ts"
import { chainByNetwork } from "../../../adapters/networks/chain.ts"
import { unconfiguredChain } from "../../../adapters/unconfigured/ports.ts"
import { bitcoindPath } from "../../chain/bitcoin/bitcoind.ts"
import { freshAddress as freshBitcoin, openWorld as openBitcoin } from "../../chain/bitcoin/world.ts"
import { openStage as openEvm } from "../../chain/evm/stage.ts"
import { openWorld as openLiquid, payeeOf } from "../../chain/liquid/world.ts"
import { openStage as openSolana } from "../../chain/solana/stage.ts"
import { hasSurfnet } from "../../chain/solana/surfnet.ts"
import { openWorld as openSolanaWorld } from "../../chain/solana/world.ts"
import { openStage as openTron } from "../../chain/tron/stage.ts"
import { chainOn, openWorld as openTronWorld } from "../../chain/tron/world.ts"
import type { Rail } from "./play.ts"

type Plane = Context.Context<Store>
type Delivery = Omit<OrderOf<"delivery">, "kind">

/** What a chain is played on. */
interface Ground {
  readonly network: Network
  /** The adapter on a data store, as a process opens it. */
  readonly open: (plane: Plane) => ChainAdapter
  readonly sent: () => Promise<number>
  readonly settle: () => Promise<unknown>
  readonly close: () => Promise<unknown>
}

/** The chain's adapter on the store of each host, and what becomes of what is requested while answers are lost. */
const railOn = (
  { close, network, open, sent, settle }: Ground,
  parts: Pick<Rail, "fates" | "order" | "showsOutflows">
): Rail => {
  let isLost = false
  const unheard = <A>(answer: Effect.Effect<A>) =>
    Effect.map(answer, (found) => isLost ? unknown("noAnswer", "it was lost on its way") : found)
  return {
    ...parts,
    adapters: {
      chain: chainAdapter.effect(
        Effect.map(Effect.context<Store>(), (plane) => {
          const chain = chainByNetwork({ [network]: open(plane) }, unconfiguredChain)
          return {
            ...chain,
            deliver: (order) => unheard(chain.deliver(order)),
            submit: (spend) => unheard(chain.submit(spend))
          }
        })
      )
    },
    loses: (now) => void (isLost = now),
    sent,
    settle,
    close
  }
}

const deliveries = (ground: Ground, fates: Rail["fates"], delivery: (number: number) => Delivery): Rail =>
  railOn(ground, {
    fates,
    showsOutflows: true,
    order: (_, __, number) => {
      const { address, asset, network, units } = delivery(number)
      return Promise.resolve({ kind: "delivery", asset, network, address, units })
    }
  })

/** Spends of a wallet: each is signed by the host that gets its order. */
const spends = (
  ground: Ground,
  fates: Rail["fates"],
  order: (number: number) => SpendOrder,
  seed: Parameters<ChainAdapter["sign"]>[1]
): Rail =>
  railOn(ground, {
    fates,
    showsOutflows: false,
    order: async (host: TestHost, operationId, number): Promise<MovementOrder> => {
      const wanted = { ...order(number), operationId }
      const { asset, from, network, sendBefore, to, units } = wanted
      const { payload } = await host.inSandbox(Chain.use((chain) => chain.sign(wanted, seed)))
      const family = familyOf[network]
      const address = family === "evm" || family === "tron" || family === "solana" ? from[family] : ""
      return { kind: "spend", asset, network, units, from: address, to, payload, sendBefore }
    }
  })

const marked = { planned: "DONE", doubted: "DONE", repeated: "DONE", unsent: "DONE" } as const

const evm = async () => {
  const devnet = await startDevnet()
  const stage = await openEvm(devnet)
  const ground: Ground = {
    network: "base",
    open: (plane) => stage.open({}, plane).chain,
    sent: () => stage.moved(),
    settle: () => stage.final(),
    close: async () => {
      await stage.close()
      await devnet.stop()
    }
  }
  return { stage, ground }
}

const solana = async () => {
  const world = await openSolanaWorld()
  const stage = await openSolana(world)
  // As a node that has been there for long.
  stage.everywhere((line) => line.answers("getBlockTime", () => 1))
  await stage.open({ nonceAccounts: 8 }).createNonces()
  const ground: Ground = {
    network: "solana",
    open: (plane) => stage.open({ nonceAccounts: 8 }, {}, plane).chain,
    sent: async () => (await stage.moved()).length,
    settle: () => world.slots(40),
    close: async () => {
      await stage.close()
      world.close()
    }
  }
  return { stage, ground }
}

const tron = async () => {
  const world = await openTronWorld()
  const stage = await openTron(world)
  const ground: Ground = {
    network: "tron",
    open: (plane) => chainOn(world.opened(stage.keys), plane),
    sent: () => Promise.resolve(stage.moved().length),
    settle: () => world.solidified(),
    close: () => world.close()
  }
  return { stage, ground }
}

const bitcoin = async (program: string): Promise<Rail> => {
  const world = await openBitcoin(program)
  const treasury = await world.treasury()
  await treasury.fund(Array.from({ length: 8 }, () => 1_000_000n))
  const address = freshBitcoin()
  const ground: Ground = {
    network: "bitcoin",
    open: (plane) => treasury.open(plane, { since: 1, timeoutMs: 60_000 }).adapter,
    sent: async () => (await treasury.moved(address)).length,
    settle: () => world.node.mine(6),
    close: async () => {
      await treasury.close()
      await world.close()
    }
  }
  return deliveries(
    ground,
    coins,
    (number) => ({ asset: "BTC", network: "bitcoin", address, units: 100_000n + BigInt(number) })
  )
}

const liquid = async (): Promise<Rail> => {
  const many = (units: bigint) => Array.from({ length: 8 }, () => units)
  const world = await openLiquid({ coins: { LBTC: many(100_000n), DEPIX: many(100_000n) }, everyMs: 50 })
  const payee = payeeOf("the receiver")
  const ground: Ground = {
    network: "liquid",
    open: (plane) => world.open(plane),
    sent: () => Promise.resolve(world.moved(payee).length),
    settle: () => until(() => Promise.resolve(world.model.blocks.length), counted()),
    close: () => world.close()
  }
  return deliveries(
    ground,
    coins,
    (number) => ({ asset: "DEPIX", network: "liquid", address: payee.address, units: 1_000n + BigInt(number) })
  )
}

const blocksToBeFinal = 35
const counted = () => {
  let first: number | undefined
  return (blocks: number): boolean => blocks >= (first ??= blocks) + blocksToBeFinal
}

// Bytes that were signed live as long as the coins, and nothing that is shown says whose it is.
const coins = { planned: "DONE", doubted: "DONE", repeated: "alikeWasSent", unsent: "mayStillLand" } as const

/** What wallets pay, by its chain; those whose node is not there are left out. */
export const spent: Readonly<Record<string, () => Promise<Rail>>> = {
  "spends on EVM": async () => {
    const { ground, stage } = await evm()
    return spends(ground, marked, (number) => stage.order({ units: 1_000n + BigInt(number) }), stage.wallet.seed)
  },
  ...hasSurfnet
    ? {
      "spends on Solana": async () => {
        const { ground, stage } = await solana()
        return spends(ground, marked, (number) => stage.order({ units: 1_000n + BigInt(number) }), stage.wallet.seed)
      }
    }
    : {},
  "spends on TRON": async () => {
    const { ground, stage } = await tron()
    const fates = { ...marked, repeated: "alikeWasSent" } as const
    return spends(ground, fates, (number) => stage.order({ units: 1_000n + BigInt(number) }), stage.wallet.seed)
  }
}

/** What leaves the treasury of each chain; those whose node is not there are left out. */
export const delivered: Readonly<Record<string, () => Promise<Rail>>> = {
  "deliveries on EVM": async () => {
    const { ground, stage } = await evm()
    return deliveries(ground, marked, (number) => ({ ...stage.delivery(), units: 1_000n + BigInt(number) }))
  },
  ...hasSurfnet
    ? {
      "deliveries on Solana": async () => {
        const { ground, stage } = await solana()
        // A blockhash lives for minutes.
        const fates = { ...marked, unsent: "mayStillLand" } as const
        return deliveries(ground, fates, (number) => ({ ...stage.delivery(), units: 1_000n + BigInt(number) }))
      }
    }
    : {},
  "deliveries on TRON": async () => {
    const { ground, stage } = await tron()
    return deliveries(ground, coins, (number) => ({ ...stage.delivery(), units: 1_000n + BigInt(number) }))
  },
  ...bitcoindPath === undefined ? {} : { "deliveries on Bitcoin": () => bitcoin(bitcoindPath ?? "") },
  "deliveries on Liquid": liquid
}
