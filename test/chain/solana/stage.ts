// What a row of the table of faults plays on: a network, lines to it that can be disturbed, an adapter with keys of its own, a receiver and
// a wallet; and what the port answered, in words.
import { Clock, Effect } from "effect"
import type { SolanaSettings } from "../../../adapters/solana/index.ts"
import { tokenAccountOf } from "../../../adapters/solana/programs.ts"
import type { DeliveryOrder, SignedSpend, SpendOrder } from "../../../core/ports/chain.ts"
import type { ChainAdapter } from "../../../core/ports/moving/adapter.ts"
import { openPlane } from "../../support/anvil-chain.ts"
import { until } from "../../support/anvil.ts"
import type { PlainSolana } from "./adapter-of.ts"
import { openLine } from "./line.ts"
import { type World, freshAddress, freshWallet } from "./world.ts"

type Answer = Effect.Success<ReturnType<ChainAdapter["deliver"] | ChainAdapter["lookUp"]>>

/** An answer in a word or two. */
const wordOf = (answer: Answer): string => answer._tag === "Held" ? `Held ${answer.reason}` : answer._tag

let count = 0

const later = <A, E, R>(effect: Effect.Effect<A, E, R>, byMs: number) =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const shifted: Clock.Clock = Object.assign(Object.create(clock), {
      currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + byMs)
    })
    return Effect.provideService(effect, Clock.Clock, shifted)
  })

export const openStage = async (world: World, nodes: 1 | 3 = 1) => {
  const [keys, plane, wallet, lines] = await Promise.all([
    world.freshKeys(),
    openPlane(),
    freshWallet(),
    Promise.all(Array.from({ length: nodes }, () => openLine(world.node.url)))
  ])
  const { USDC, USDT } = world.tokens
  await world.give(USDC, wallet.address, 10_000_000n)
  const to = freshAddress()
  const answers: Array<string> = []
  const heard = async (answer: Effect.Effect<Answer, unknown>): Promise<Answer> => {
    const found = await Effect.runPromise(answer)
    answers.push(wordOf(found))
    return found
  }

  /** An instance of the adapter. */
  const open = (parts: Partial<PlainSolana> = {}, signers: Partial<SolanaSettings["signers"]> = {}, on = plane) => {
    const opened = world.opened(keys, {
      nodes: lines.map(({ url }, place) => ({ name: `node-${place}`, url })),
      agree: nodes === 1 ? 1 : 2,
      patienceMs: 3_000,
      ...parts
    }, signers)
    const chain = Effect.runSync(Effect.provide(opened.chain, on))
    return {
      chain,
      verify: () =>
        Effect.runPromise(Effect.match(opened.verify, {
          onFailure: (error) => "problem" in error ? error.problem : error.reason,
          onSuccess: () => "right"
        })),
      createNonces: () => Effect.runPromise(opened.prepare),
      /** The step in the background, as if it were so many milliseconds later. */
      carry: (laterMs = 0) => Effect.runPromise(later(chain.carry ?? Effect.void, laterMs)),
      deliver: (order: DeliveryOrder) => heard(chain.deliver(order)),
      sign: (order: SpendOrder) => Effect.runPromise(chain.sign(order, wallet.seed)),
      submit: (spend: SignedSpend) => heard(chain.submit(spend)),
      lookUp: (operationId: string) => heard(chain.lookUp({ operationId, network: "solana" })),
      /** Looks until it is no longer Unknown, and takes down the last answer. */
      end: async (operationId: string) => {
        const look = () => Effect.runPromise(chain.lookUp({ operationId, network: "solana" }))
        const found = await until(look, ({ _tag }) => _tag !== "Unknown")
        answers.push(wordOf(found))
        return found
      }
    }
  }

  return {
    world,
    keys,
    plane,
    wallet,
    to,
    lines,
    answers,
    open,
    USDC,
    USDT,
    treasury: world.treasuryOf(keys),
    payer: world.payerOf(keys),
    /** Where the receiver's USDC are, or anybody's. */
    accountOf: (owner: string = to) => tokenAccountOf(USDC, owner),
    delivery: (parts: Partial<DeliveryOrder> = {}): DeliveryOrder => ({
      operationId: `deliver/${++count}`,
      asset: "USDC",
      network: "solana",
      address: to,
      units: 5_000_001n,
      ...parts
    }),
    order: (parts: Partial<SpendOrder> = {}): SpendOrder => ({
      operationId: `spend/${++count}`,
      asset: "USDC",
      network: "solana",
      from: wallet.addresses,
      to,
      units: 2_000_003n,
      sendBefore: Date.now() + 3_600_000,
      ...parts
    }),
    everywhere: (act: (line: (typeof lines)[number]) => void) => lines.forEach(act),
    mend: () => lines.forEach((line) => line.mend()),
    moved: () => world.received(USDC, to),
    close: () => Promise.all(lines.map((line) => line.close()))
  }
}

export type Stage = Awaited<ReturnType<typeof openStage>>

/** Delivers while something is wrong, mends it, and delivers again. */
export const whileWrong =
  (wrong: (stage: Stage) => unknown, mend: (stage: Stage) => unknown) => async (stage: Stage): Promise<void> => {
    const order = stage.delivery()
    await wrong(stage)
    await stage.open().deliver(order)
    await mend(stage)
    await stage.open().deliver(order)
  }

/** Delivers, with something that happens between the dry run and the block. */
export const beforeBlock = (stage: Stage, act: () => Promise<unknown>): void => {
  let isDone = false
  stage.everywhere((line) =>
    line.before("sendTransaction", async () => {
      if (isDone) return
      isDone = true
      await act()
    })
  )
}

/** One row of the table. */
export interface Fault {
  readonly case: string
  /** What the port answered, one after the other. */
  readonly answers: ReadonlyArray<string>
  /** How often the amount arrived. */
  readonly moved: 0 | 1 | 2
  /** How many nodes there are, of which two have to agree; one unless given. */
  readonly nodes?: 3
  /** Whether blockhashes have to expire, which takes a network with short slots. */
  readonly expires?: true
  readonly act: (stage: Stage) => Promise<unknown>
}

/** What no row can show here. */
export interface NotShown {
  readonly case: string
  readonly because: string
}
