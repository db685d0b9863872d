// What a row of the table of faults plays on: a network of the model, an adapter with keys of its own, a receiver and a wallet; and what
// the port answered, in words.
import { Effect } from "effect"
import type { TronSettings } from "../../../adapters/tron/settings.ts"
import type { DeliveryOrder, SpendOrder } from "../../../core/ports/chain.ts"
import type { ChainAdapter } from "../../../core/ports/moving/adapter.ts"
import { openPlane } from "../../support/anvil-chain.ts"
import { until } from "../../support/anvil.ts"
import type { GivenJson } from "./adapter-of.ts"
import { type World, carryOn, chainOn, deliveryOf, freshAddress, spendOf } from "./world.ts"

type Answer = Effect.Success<ReturnType<ChainAdapter["deliver"] | ChainAdapter["lookUp"]>>

/** An answer in a word or two. */
const wordOf = (answer: Answer): string => answer._tag === "Held" ? `Held ${answer.reason}` : answer._tag

export const openStage = async (world: World) => {
  const [keys, plane, wallet] = await Promise.all([world.fundedKeys(), openPlane(), world.fundedWallet()])
  const to = freshAddress()
  const answers: Array<string> = []
  const heard = async (answer: Effect.Effect<Answer, unknown>): Promise<Answer> => {
    const found = await Effect.runPromise(answer)
    answers.push(wordOf(found))
    return found
  }
  /** An instance of the adapter. */
  const open = (parts: Partial<GivenJson> = {}, signers: Partial<TronSettings["signers"]> = {}) => {
    const opened = world.opened(keys, parts, signers)
    const chain = chainOn(opened, plane)
    return {
      chain,
      /** The orders of this stage: asked again, they have the same id. */
      deliver: (order: DeliveryOrder) => heard(chain.deliver(order)),
      spend: async (order: SpendOrder, seed = wallet.seed) =>
        heard(Effect.flatMap(chain.sign(order, seed), (signed) => chain.submit(signed))),
      sign: (order: SpendOrder) => Effect.runPromise(chain.sign(order, wallet.seed)),
      submit: (signed: Parameters<ChainAdapter["submit"]>[0]) => heard(chain.submit(signed)),
      lookUp: (operationId: string) => heard(chain.lookUp({ operationId, network: "tron" })),
      /** Looks until it is no longer Unknown, and takes down the last answer. */
      end: async (operationId: string) => {
        const look = () => Effect.runPromise(chain.lookUp({ operationId, network: "tron" }))
        const found = await until(look, ({ _tag }) => _tag !== "Unknown")
        answers.push(wordOf(found))
        return found
      },
      carry: () => carryOn(opened, plane)
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
export interface Fault {
  readonly case: string
  /** What the port answered, one after the other. */
  readonly answers: ReadonlyArray<string>
  /** How often the amount arrived. */
  readonly moved: 0 | 1
  /** How many nodes there are, and how many have to agree; one unless given. */
  readonly nodes?: 3
  /** Whether it lets the network's time jump, which takes a network of its own. */
  readonly jumps?: true
  readonly act: (stage: Stage) => Promise<unknown>
}

/** What no row can show here. */
export interface NotShown {
  readonly case: string
  readonly because: string
}
