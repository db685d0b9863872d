// What a row of the table of faults plays on: a development network, lines to it that can be disturbed, a token that changes its ways, an
// adapter with keys of its own, a receiver and a wallet; and what the port answered, in words.
import { Effect, Logger, Option, Redacted, References } from "effect"
import type { Address, Hex } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { type EvmSettings, openEvm } from "../../../adapters/evm/index.ts"
import { EvmTransactions } from "../../../adapters/evm/movement.ts"
import type { DeliveryOrder, SpendOrder } from "../../../core/ports/chain.ts"
import { get } from "../../../core/engine/store/records.ts"
import { type Devnet, devnetChainId, until } from "../../support/anvil.ts"
import { deliveryOf, freshKeys, freshWallet, openPlane, signerOf, spendOf } from "../../support/anvil-chain.ts"
import { type Row, later, linesTo, listening } from "../stage.ts"
import { deployBadToken } from "./bad-token.ts"

/** Units that the treasury and the wallet hold. */
export const held = 10_000_000n

const gwei = 10n ** 9n

const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.provideService(effect, References.MinimumLogLevel, "None"))

export const openStage = async (devnet: Devnet, nodes: 1 | 3 = 1) => {
  const [keys, plane, wallet, receiver, way, token] = await Promise.all([
    freshKeys(devnet),
    openPlane(),
    freshWallet(),
    freshWallet(),
    linesTo(devnet.url, nodes),
    deployBadToken(devnet)
  ])
  const to = receiver.address
  const [treasury, relayer] = [privateKeyToAccount(keys.treasury).address, privateKeyToAccount(keys.relayer).address]
  const { answers, asking } = listening("base")
  const give = async (owner: Address, units: bigint): Promise<void> => {
    const before = await token.balance(owner)
    await token.mint(owner, units)
    await until(() => token.balance(owner), (now) => now === before + units)
  }
  await give(treasury, held)
  await give(wallet.address, held)

  /** An instance of the adapter. */
  const open = (parts: Partial<EvmSettings> = {}, on = plane) => {
    const opened = openEvm({
      network: "base",
      chainId: devnetChainId,
      nodes: way.lines.map(({ url }, place) => ({ name: `node-${place}`, url: Redacted.make(url) })),
      agree: nodes === 1 ? 1 : 2,
      tokens: [token.token],
      relayer: signerOf(keys.relayer),
      treasury: signerOf(keys.treasury),
      finality: { done: 1, refused: "finalized" },
      fees: { leastTip: 0n, ceiling: 1_000n * gwei },
      patienceMs: 3_000,
      ...parts
    })
    const chain = Effect.runSync(Effect.provide(opened.chain, on))
    return {
      chain,
      /** The step in the background, as if it were so many milliseconds later; what it logged as an error. */
      carry: async (laterMs = 0): Promise<ReadonlyArray<string>> => {
        const errors: Array<string> = []
        const logger = Logger.make(({ logLevel, message }) => {
          if (logLevel === "Error") errors.push(JSON.stringify(message))
        })
        await Effect.runPromise(Effect.provide(later(Effect.ignore(chain.carry), laterMs), Logger.layer([logger])))
        return errors
      },
      sign: (order: SpendOrder) => run(chain.sign(order, wallet.seed)),
      ...asking(chain)
    }
  }

  return {
    devnet,
    keys,
    plane,
    wallet,
    to,
    token,
    treasury,
    relayer,
    answers,
    open,
    give,
    ...way,
    /** What is on record of an operation. */
    stored: async (operationId: string) =>
      Option.getOrThrow(await run(Effect.provide(get(EvmTransactions, operationId), plane))).value,
    /** Has something in a block that is sent while blocks are made by hand or at once. */
    inBlock: async (sending: Promise<unknown>): Promise<void> => {
      await sending
      await devnet.mine(1)
    },
    /** Everything so far is in final blocks. */
    final: () => devnet.mine(3),
    delivery: (parts: Partial<DeliveryOrder> = {}): DeliveryOrder => deliveryOf(to, { units: 5_000_001n, ...parts }),
    order: (parts: Partial<SpendOrder> = {}): SpendOrder =>
      spendOf(wallet, to, { asset: "USDC", network: "base", units: 2_000_003n, ...parts }),
    /** Transactions of the relayer in blocks. */
    carriers: () => devnet.client.getTransactionCount({ address: relayer }),
    /** How often the receiver was paid, by the token's own reports; its books say the same. */
    moved: async (): Promise<number> => {
      const units = await token.transfers(to)
      const holds = await token.balance(to)
      if (units.reduce((sum, each) => sum + each, 0n) !== holds) {
        throw new Error(`${holds} are there, ${units.join()} came`)
      }
      return units.length
    },
    close: async () => {
      await devnet.automine(true)
      await way.close()
    }
  }
}

export type Stage = Awaited<ReturnType<typeof openStage>>

/** Sets the code of an account. */
export const setCode = ({ devnet }: Stage, account: Address, code: Hex): Promise<unknown> =>
  devnet.ask({ method: "anvil_setCode", params: [account, code] })

/** One row of the table. */
export interface Fault extends Row {
  readonly moved: 0 | 1 | 2
  /** How many nodes there are, of which two have to agree; one unless given. */
  readonly nodes?: 3
  readonly act: (stage: Stage) => Promise<unknown>
}
