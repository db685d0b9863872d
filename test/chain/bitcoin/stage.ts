// Where a fault is played: a treasury with coins, the adapter on it, and the answers that it gave, in words.
import { type Context, Effect } from "effect"
import type { SecpSigner } from "../../../adapters/custody/signer.ts"
import type { DeliveryOrder, DeliveryReceipt } from "../../../core/ports/chain.ts"
import type { Held, LookUp } from "../../../core/ports/outcome.ts"
import type { Store } from "../../../core/engine/store/store.ts"
import { openPlane } from "../../support/anvil-chain.ts"
import type { Bitcoind } from "./bitcoind.ts"
import { type OpenedBitcoin, type Parts, type Treasury, type World, freshAddress } from "./world.ts"

/** "Held" has its reason. */
export type Answer = "Done" | "Refused" | "Unknown" | "Absent" | `Held ${Held["reason"]["code"]}`

const inWords = (answer: LookUp<DeliveryReceipt> | Held): Answer =>
  answer._tag === "Held" ? `Held ${answer.reason.code}` : answer._tag

export interface StageParts extends Parts {
  /** Satoshis; one of 1,000,000 unless given. */
  readonly coins?: ReadonlyArray<bigint>
  readonly confirmations?: number
  /** Nodes that the adapter takes for different ones; one unless given. */
  readonly lines?: number
}

export interface Stage {
  readonly node: Bitcoind
  readonly treasury: Treasury
  readonly plane: Context.Context<Store>
  readonly receiver: string
  readonly adapter: OpenedBitcoin
  /** Opens it once more. */
  readonly again: (parts?: Parts, signer?: SecpSigner) => OpenedBitcoin
  /** Delivers 100,000 satoshis to the receiver under the one id of this stage, unless said otherwise. */
  readonly deliver: (order?: Partial<DeliveryOrder>, by?: OpenedBitcoin) => Promise<Answer>
  readonly look: (by?: OpenedBitcoin) => Promise<Answer>
  /** Says that it is not wanted any more. */
  readonly cancel: (by?: OpenedBitcoin) => Promise<Answer>
  readonly receipt: () => Promise<DeliveryReceipt>
  readonly operationId: string
  /** What every line answers to a method from now on. */
  readonly says: (method: string, answer: (params: unknown, result: unknown) => unknown) => void
}

// Ids in the form of ours, whose last two digits are an account's: what is committed together must be allowed to be.
let count = 0

export const openStage = async (
  world: World,
  { coins = [1_000_000n], confirmations, lines = 1, ...parts }: StageParts = {}
): Promise<Stage> => {
  const [plane, treasury] = await Promise.all([openPlane(), world.treasury(lines)])
  if (coins.length > 0) await treasury.fund(coins, confirmations)
  const operationId = `deliver/dep_${String(++count).padStart(30, "0")}3f`
  const receiver = freshAddress()
  const open = (others: Parts = {}, signer?: SecpSigner) =>
    treasury.open(plane, { timeoutMs: 60_000, ...parts, ...others }, signer)
  const adapter = open()
  const usual = { operationId, asset: "BTC", network: "bitcoin", address: receiver, units: 100_000n } as const
  const found = (by: OpenedBitcoin) => Effect.runPromise(by.adapter.lookUp({ operationId, network: "bitcoin" }))
  return {
    node: world.node,
    treasury,
    plane,
    receiver,
    adapter,
    again: open,
    deliver: async (order = {}, by = adapter) =>
      inWords(await Effect.runPromise(by.adapter.deliver({ ...usual, ...order }))),
    look: async (by = adapter) => inWords(await found(by)),
    cancel: async ({ adapter: { cancel, lookUp } } = adapter) =>
      inWords(await Effect.runPromise((cancel ?? lookUp)({ operationId, network: "bitcoin" }))),
    receipt: async () => {
      const answer = await found(adapter)
      if (answer._tag !== "Done") throw new Error(`it is ${answer._tag}`)
      return answer.value
    },
    operationId,
    says: (method, answer) => {
      for (const proxy of treasury.proxies) proxy.answers(method, answer)
    }
  }
}
