// What the tables of faults of all chains have in common: the shape of a row, what an adapter answers in words, and the lines to nodes that
// a row disturbs.
import { Clock, Effect, References } from "effect"
import type { DeliveryOrder, SignedSpend } from "../../core/ports/chain.ts"
import type { ChainAdapter } from "../../core/ports/moving/adapter.ts"
import { until } from "../support/anvil.ts"
import { type RpcFate, openRpcProxy } from "../support/rpc-proxy.ts"

type Answer = Effect.Success<ReturnType<ChainAdapter["deliver"] | ChainAdapter["lookUp"]>>

/** One row of a table. */
export interface Row {
  readonly case: string
  /** What the port answered, one after the other; a hold with its reason. */
  readonly answers: ReadonlyArray<string>
  /** How often the amount arrived, or the amounts that did. */
  readonly moved: number | ReadonlyArray<bigint>
}

/** What no row of a chain shows. */
export interface NotShown {
  readonly case: string
  readonly because: string
}

/** An answer in a word or two. */
export const wordOf = (answer: Answer): string => answer._tag === "Held" ? `Held ${answer.reason.code}` : answer._tag

const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.provideService(effect, References.MinimumLogLevel, "None"))

/** Runs something as if it were so many milliseconds later. */
export const later = <A, E, R>(effect: Effect.Effect<A, E, R>, byMs: number): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const shifted: Clock.Clock = Object.assign(Object.create(clock), {
      currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + byMs)
    })
    return Effect.provideService(effect, Clock.Clock, shifted)
  })

type Network = Parameters<ChainAdapter["lookUp"]>[0]["network"]

/** Takes down what adapters of a network answer. */
export const listening = (network: Network) => {
  const answers: Array<string> = []
  const heard = async (answer: Effect.Effect<Answer, unknown>): Promise<Answer> => {
    const found = await run(answer)
    answers.push(wordOf(found))
    return found
  }
  return {
    answers,
    heard,
    /** The questions of the port whose answers are taken down. */
    asking: (chain: Pick<ChainAdapter, "deliver" | "submit" | "lookUp">) => ({
      deliver: (order: DeliveryOrder) => heard(chain.deliver(order)),
      submit: (spend: SignedSpend) => heard(chain.submit(spend)),
      lookUp: (operationId: string) => heard(chain.lookUp({ operationId, network })),
      /** Looks until it is no longer Unknown, and takes down the last answer. */
      end: async (operationId: string): Promise<Answer> => {
        const found = await until(() => run(chain.lookUp({ operationId, network })), ({ _tag }) => _tag !== "Unknown")
        answers.push(wordOf(found))
        return found
      }
    })
  }
}

/** Lines to one node, which look like as many nodes. */
export const linesTo = async (url: string, nodes: number) => {
  const lines = await Promise.all(Array.from({ length: nodes }, () => openRpcProxy(url)))
  const everywhere = (act: (line: (typeof lines)[number]) => void): void => lines.forEach(act)
  return {
    lines,
    everywhere,
    mend: () => everywhere((line) => line.mend()),
    /** Something that happens once, before the first question of a method is passed on: between a dry run and a block. */
    once: (method: string, act: () => Promise<unknown>): void => {
      let isDone = false
      everywhere((line) =>
        line.before(method, async () => {
          if (isDone) return
          isDone = true
          await act()
        })
      )
    },
    close: () => Promise.all(lines.map((line) => line.close()))
  }
}

/** What a stage has for acts that are alike on every chain. */
interface Plays {
  readonly delivery: () => DeliveryOrder
  readonly open: () => { readonly deliver: (order: DeliveryOrder) => Promise<unknown> }
}

/** Delivers while something is wrong, mends it, and delivers again. */
export const whileWrong =
  <Stage extends Plays>(wrong: (stage: Stage) => unknown, mend: (stage: Stage) => unknown) =>
  async (stage: Stage): Promise<void> => {
    const order = stage.delivery()
    await wrong(stage)
    await stage.open().deliver(order)
    await mend(stage)
    await stage.open().deliver(order)
  }

/** Delivers by the adapter of a stage while every question is answered otherwise, and again when that is over. */
export const whileAnswered = <Stage extends Plays & Pick<Awaited<ReturnType<typeof linesTo>>, "everywhere" | "mend">>(
  fate: RpcFate,
  adapterOf: (stage: Stage) => ReturnType<Plays["open"]>
) =>
async (stage: Stage): Promise<void> => {
  const order = stage.delivery()
  stage.everywhere((line) => line.always("*", fate))
  await adapterOf(stage).deliver(order)
  stage.mend()
  await stage.open().deliver(order)
}
