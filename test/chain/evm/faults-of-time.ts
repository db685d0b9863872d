// The table of faults: nonces, fees, blocks that are taken back, deadlines, and code of an account that is another's.
import { Effect } from "effect"
import { type Hex, concatHex, parseTransaction } from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { entryPoint } from "../../../adapters/evm/contracts.ts"
import { handleOps } from "../../../adapters/evm/user-operation.ts"
import { list } from "../../../core/engine/store/records.ts"
import { Reviews } from "../../../core/engine/review/review.ts"
import { devnetChainId } from "../../support/anvil.ts"
import { RpcError } from "../../support/rpc-proxy.ts"
import { type Fault, type Stage, setCode } from "./stage.ts"

const gwei = 10n ** 9n
const atOnce = { patienceMs: 0 } as const
/** Longer than a transaction waits before it may be raised. */
const stuckMs = 20_001

const baseFee = ({ devnet }: Stage, wei: bigint): Promise<unknown> =>
  devnet.ask({ method: "anvil_setNextBlockBaseFeePerGas", params: [`0x${wei.toString(16)}`] })

const rawOf = (params: unknown): Hex => (params as readonly [Hex])[0]

/** A stranger puts the operation of a movement into a transaction of his own. */
const carryByStranger = async ({ devnet, stored }: Stage, operationId: string): Promise<void> => {
  const { operation } = await stored(operationId)
  const stranger = privateKeyToAccount(generatePrivateKey())
  await devnet.fund(stranger.address)
  const call = {
    chainId: devnetChainId,
    nonce: 0,
    to: entryPoint,
    data: handleOps(operation, stranger.address),
    gas: 1_000_000n,
    maxFeePerGas: 1_000n * gwei,
    maxPriorityFeePerGas: gwei
  } as const
  const { authorization } = operation
  const raw = await stranger.signTransaction(
    authorization === null
      ? { ...call, type: "eip1559" }
      : { ...call, type: "eip7702", authorizationList: [authorization] }
  )
  await devnet.ask({ method: "eth_sendRawTransaction", params: [raw] })
}

/** Delivers in a block of its own, which is the newest then. */
const delivered = async ({ delivery, open }: Stage) => {
  const order = delivery()
  const adapter = open()
  await adapter.deliver(order)
  return { adapter, order }
}

const takeBack = async ({ devnet }: Stage): Promise<void> => {
  await devnet.automine(false)
  await devnet.reorg(1)
  await devnet.dropPending()
}

export const faultsOfTime: ReadonlyArray<Fault> = [
  {
    case: "two equal payments with ids of their own",
    answers: ["Done", "Done"],
    moved: 2,
    act: async ({ delivery, open }) => {
      const adapter = open()
      const parts = { units: 4_000_000n }
      await Promise.all([adapter.deliver(delivery(parts)), adapter.deliver(delivery(parts))])
    }
  },
  {
    case: "two processes deliver one id at the same time",
    answers: ["Done", "Done"],
    moved: 1,
    act: async ({ delivery, open }) => {
      const order = delivery()
      await Promise.all([open().deliver(order), open().deliver(order)])
    }
  },
  {
    case: "the relayer's transaction is replaced by hand: the same operation travels in another one",
    answers: ["Unknown", "Done"],
    moved: 1,
    act: async ({ delivery, devnet, final, keys, open, relayer }) => {
      const order = delivery()
      const adapter = open(atOnce)
      await devnet.automine(false)
      await adapter.deliver(order)
      const raw = await privateKeyToAccount(keys.relayer).signTransaction({
        type: "eip1559",
        chainId: devnetChainId,
        nonce: 0,
        to: relayer,
        gas: 21_000n,
        maxFeePerGas: 1_000n * gwei,
        maxPriorityFeePerGas: 100n * gwei
      })
      await devnet.ask({ method: "eth_sendRawTransaction", params: [raw] })
      await devnet.mine(1)
      await devnet.automine(true)
      await adapter.carry()
      await final()
      await adapter.end(order.operationId)
    }
  },
  {
    case: "nodes want a higher tip than the settings say: it is sent for that when they say it",
    answers: ["Unknown", "Done"],
    moved: 1,
    act: async (stage) => {
      const { delivery, everywhere, final, open, stored } = stage
      const floor = 25n * gwei
      const order = delivery()
      everywhere((line) => {
        line.answers("eth_maxPriorityFeePerGas", () => "0x1")
        line.before(
          "eth_sendRawTransaction",
          async (params) =>
            (parseTransaction(rawOf(params)).maxPriorityFeePerGas ?? 0n) < floor
              ? new RpcError(-32_000, "transaction underpriced: gas tip cap below the minimum")
              : undefined
        )
      })
      await open({ patienceMs: 300 }).deliver(order)
      const knowing = open({ fees: { leastTip: 30n * gwei, ceiling: 1_000n * gwei } })
      await knowing.carry(stuckMs)
      await final()
      await knowing.end(order.operationId)
      const { carriers } = await stored(order.operationId)
      if (carriers.some(({ nonce }) => nonce !== 0)) throw new Error("another nonce was taken")
    }
  },
  {
    case: "nodes refuse the replacement as underpriced: the first one lands",
    answers: ["Unknown", "Done"],
    moved: 1,
    act: async (stage) => {
      const { delivery, devnet, everywhere, final, mend, open, stored } = stage
      const order = delivery()
      const adapter = open(atOnce)
      everywhere((line) => line.answers("eth_maxPriorityFeePerGas", () => "0x3b9aca00"))
      await devnet.automine(false)
      await adapter.deliver(order)
      await baseFee(stage, 100n * gwei)
      await devnet.mine(1)
      everywhere((line) =>
        line.before("eth_sendRawTransaction", async () => new RpcError(-32_000, "replacement transaction underpriced"))
      )
      await adapter.carry(stuckMs)
      mend()
      const { carriers: [first, second] } = await stored(order.operationId)
      if (second === undefined) throw new Error("it was not raised")
      await baseFee(stage, 1n)
      await devnet.mine(1)
      // The node forgot what it could not put into a block.
      await adapter.carry()
      await devnet.mine(1)
      await devnet.automine(true)
      await final()
      const found = await adapter.end(order.operationId)
      if (found._tag !== "Done" || found.value.transactionHash !== first?.hash) throw new Error("another one landed")
    }
  },
  {
    case: "its block is taken back before it was Done",
    answers: ["Unknown", "Unknown", "Done"],
    moved: 1,
    act: async (stage) => {
      const { delivery, devnet, final, open } = stage
      const order = delivery()
      const adapter = open({ ...atOnce, finality: { done: 3, refused: "finalized" } })
      await devnet.automine(false)
      await adapter.deliver(order)
      await devnet.mine(1)
      await takeBack(stage)
      await adapter.lookUp(order.operationId)
      await adapter.carry()
      await final()
      await adapter.end(order.operationId)
    }
  },
  {
    case: "its block is taken back after it was Done: it is carried until it is final",
    answers: ["Done", "Done"],
    moved: 1,
    act: async (stage) => {
      const { devnet, final, moved } = stage
      const { adapter, order } = await delivered(stage)
      await takeBack(stage)
      if (await moved() !== 0) throw new Error("it is still there")
      await adapter.carry()
      await devnet.mine(1)
      await final()
      const errors = await adapter.carry()
      if (errors.length > 0) throw new Error(errors.join())
      await adapter.lookUp(order.operationId)
    }
  },
  {
    case: "what was Done is lost for good: it stays Done, an error is logged, and a person has to look",
    answers: ["Done", "Done"],
    moved: 0,
    act: async (stage) => {
      const { devnet, final, inBlock, plane, token } = stage
      const { adapter, order } = await delivered(stage)
      await takeBack(stage)
      // In the blocks that stay the token is paused: the operation uses its nonce up, and moves nothing.
      await inBlock(token.becomes("paused"))
      await adapter.carry()
      await devnet.mine(1)
      const early = await adapter.carry()
      await final()
      const errors = await adapter.carry()
      const again = await adapter.carry()
      if (early.length !== 0 || errors.length !== 1 || again.length !== 0) {
        throw new Error(`logged ${early.length}, ${errors.length} and ${again.length} errors`)
      }
      const reviews = await Effect.runPromise(Effect.provide(list(Reviews, "all", "all", { limit: 10 }), plane))
      const raised = reviews.map(({ value: { reason, subject } }) => `${reason.code} ${subject}`)
      if (raised.join() !== `transferTakenBack ${order.operationId}`) throw new Error(`raised: ${raised.join()}`)
      await adapter.lookUp(order.operationId)
    }
  },
  {
    case: "a stranger carries the operation",
    answers: ["Unknown", "Done"],
    moved: 1,
    act: async (stage) => {
      const { delivery, everywhere, inBlock, mend, open } = stage
      const order = delivery()
      everywhere((line) => line.always("eth_sendRawTransaction", "swallowed"))
      await open(atOnce).deliver(order)
      mend()
      await inBlock(carryByStranger(stage, order.operationId))
      const found = await open().end(order.operationId)
      if (found._tag !== "Done" || found.value.cost !== undefined) throw new Error("it has a cost of ours")
    }
  },
  {
    case: "a stranger carries the operation and nodes forget ours: its nonce is filled, and what comes after it lands",
    answers: ["Unknown", "Done", "Unknown", "Done"],
    moved: 2,
    act: async (stage) => {
      const { carriers, delivery, devnet, final, inBlock, open } = stage
      const adapter = open(atOnce)
      const parts = { units: 4_000_000n }
      const orders = [delivery(parts), delivery(parts)] as const
      await devnet.automine(false)
      await adapter.deliver(orders[0])
      await devnet.dropPending()
      await inBlock(carryByStranger(stage, orders[0].operationId))
      await final()
      await adapter.end(orders[0].operationId)
      await adapter.carry()
      await adapter.deliver(orders[1])
      await adapter.carry()
      await devnet.mine(1)
      await adapter.end(orders[1].operationId)
      if (await carriers() !== 2) throw new Error("the nonce was not filled")
    }
  },
  {
    case: "the deadline passes before the spend is sent",
    answers: ["Refused", "Refused"],
    moved: 0,
    act: async ({ open, order }) => {
      const adapter = open()
      const spend = await adapter.sign(order({ sendBefore: Date.now() - 1 }))
      await adapter.submit(spend)
      await adapter.lookUp(spend.operationId)
    }
  },
  {
    case: "the deadline passes while the spend is under way: its nonce is used up, and it is refused",
    answers: ["Unknown", "Refused", "Refused"],
    moved: 0,
    act: async (stage) => {
      const { devnet, everywhere, final, mend, open, order, stored } = stage
      const adapter = open(atOnce)
      const spend = await adapter.sign(order())
      everywhere((line) => line.always("eth_sendRawTransaction", "swallowed"))
      await adapter.submit(spend)
      mend()
      await adapter.carry(3_700_000)
      await devnet.mine(1)
      await final()
      await adapter.end(spend.operationId)
      // Its first bytes come late, and take no effect.
      const { carriers: [first] } = await stored(spend.operationId)
      await devnet.ask({ method: "eth_sendRawTransaction", params: [first?.raw] }).catch(() => undefined)
      await final()
      await adapter.submit(spend)
    }
  },
  {
    case: "the treasury runs code of another: nothing is sent",
    answers: ["Held paused", "Done"],
    moved: 1,
    act: async (stage) => {
      const { carriers, delivery, open, token, treasury } = stage
      const order = delivery()
      await setCode(stage, treasury, concatHex(["0xef0100", token.token.address]))
      await open().deliver(order)
      if (await carriers() !== 0) throw new Error("gas was burnt")
      await setCode(stage, treasury, "0x")
      await open().deliver(order)
    }
  },
  {
    case: "the wallet runs code of another when its spend is sent",
    answers: ["Held paused", "Done"],
    moved: 1,
    act: async (stage) => {
      const { carriers, open, order, token, wallet } = stage
      const adapter = open()
      const spend = await adapter.sign(order())
      await setCode(stage, wallet.address, concatHex(["0xef0100", token.token.address]))
      await adapter.submit(spend)
      if (await carriers() !== 0) throw new Error("gas was burnt")
      await setCode(stage, wallet.address, "0x")
      await adapter.submit(spend)
    }
  },
  {
    case:
      "the code of the wallet is replaced between the dry run and the block: its gas is lost once, and it passes when the code is back",
    answers: ["Done", "Unknown", "Unknown", "Done"],
    moved: 2,
    act: async (stage) => {
      const { carriers, devnet, final, open, order, token, wallet } = stage
      const code = async () => await devnet.client.getCode({ address: wallet.address }) ?? "0x"
      const adapter = open()
      // Its first spend delegates.
      await adapter.submit(await adapter.sign(order()))
      const ours = await code()
      const spend = await adapter.sign(order())
      const quick = open(atOnce)
      await devnet.automine(false)
      await quick.submit(spend)
      await setCode(stage, wallet.address, concatHex(["0xef0100", token.token.address]))
      await devnet.mine(1)
      await devnet.automine(true)
      const before = await carriers()
      for (let step = 0; step < 3; step++) await quick.carry()
      await quick.lookUp(spend.operationId)
      if (await carriers() !== before) throw new Error("more gas was burnt")
      await setCode(stage, wallet.address, ours)
      await quick.carry()
      await final()
      await quick.end(spend.operationId)
    }
  }
]
