// What a row of the table of faults plays on: a network of the model, an adapter with keys of its own, a receiver and a wallet; and what
// the port answered, in words.
import { Effect } from "effect"
import type { TronSettings } from "../../../adapters/tron/settings.ts"
import type { DeliveryOrder, SpendOrder } from "../../../core/ports/chain.ts"
import { openPlane } from "../../support/anvil-chain.ts"
import { type Row, listening } from "../stage.ts"
import type { GivenJson } from "./adapter-of.ts"
import { type World, carryOn, chainOn, deliveryOf, freshAddress, spendOf } from "./world.ts"

export const openStage = async (world: World) => {
  const [keys, plane, wallet] = await Promise.all([world.fundedKeys(), openPlane(), world.fundedWallet()])
  const to = freshAddress()
  const { answers, asking, heard } = listening("tron")
  /** An instance of the adapter. */
  const open = (parts: Partial<GivenJson> = {}, signers: Partial<TronSettings["signers"]> = {}) => {
    const opened = world.opened(keys, parts, signers)
    const chain = chainOn(opened, plane)
    return {
      chain,
      spend: async (order: SpendOrder, seed = wallet.seed) =>
        heard(Effect.flatMap(chain.sign(order, seed), (signed) => chain.submit(signed))),
      sign: (order: SpendOrder) => Effect.runPromise(chain.sign(order, wallet.seed)),
      carry: () => carryOn(opened, plane),
      cancel: async (operationId: string) =>
        heard(Effect.suspend(() => chain.cancel?.({ operationId, network: "tron" }) ?? Effect.die("no cancel"))),
      ...asking(chain)
    }
  }
  return {
    world,
    keys,
    wallet,
    to,
    answers,
    open,
    ...world.keysAt(keys),
    delivery: (parts: Partial<DeliveryOrder> = {}) => deliveryOf(to, parts),
    order: (parts: Partial<SpendOrder> = {}) => spendOf(wallet, to, parts),
    moved: () => world.moved(to)
  }
}

export type Stage = Awaited<ReturnType<typeof openStage>>

/** Delivers while something is wrong, mends it, and delivers again. */
export const whileWrong = (
  wrong: (stage: Stage) => Promise<unknown> | void,
  mend: (stage: Stage) => Promise<unknown> | void,
  parts: (stage: Stage) => Partial<DeliveryOrder> = () => ({})
) =>
async (stage: Stage): Promise<void> => {
  const { delivery, open, world } = stage
  const order = delivery(parts(stage))
  const adapter = open()
  await wrong(stage)
  await adapter.deliver(order)
  await mend(stage)
  await world.solidified()
  await adapter.deliver(order)
}

/** One row of the table. */
export interface Fault extends Row {
  readonly moved: 0 | 1 | 3
  /** How many nodes there are, and how many have to agree; one unless given. */
  readonly nodes?: 3
  /** Whether it lets the network's time jump, which takes a network of its own. */
  readonly jumps?: true
  readonly act: (stage: Stage) => Promise<unknown>
}
