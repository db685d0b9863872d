// What each case of the table of faults is run on: the adapter over a model of Liquid whose blocks are made by hand, twice on one data
// store, with a clock, a signer and nodes that do what a case says.
import { randomBytes } from "node:crypto"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { Clock, Context, Effect, Option, Redacted, References } from "effect"
import { localSecpSigner } from "../../../adapters/custody/local.ts"
import { type SecpSigner, SignerAway } from "../../../adapters/custody/signer.ts"
import type { LostDelivery } from "../../../adapters/liquid/index.ts"
import { type Coin, type LiquidMovement, LiquidMovements } from "../../../adapters/liquid/movement.ts"
import type { DeliveryOrder, DeliveryReceipt } from "../../../core/ports/chain.ts"
import type { ChainAdapter } from "../../../core/ports/moving/adapter.ts"
import type { LookUp, Sending } from "../../../core/ports/outcome.ts"
import { type Review, Reviews } from "../../../core/engine/review/review.ts"
import { get, list } from "../../../core/engine/store/records.ts"
import { Store } from "../../../core/engine/store/store.ts"
import { openPlane } from "../../support/anvil-chain.ts"
import { ManualClock } from "../../support/ports.ts"
import { openFrom } from "./adapter-of.ts"
import type { Twist } from "./elements-rpc.ts"
import { type LiquidWorld, type WorldParts, openWorld, payeeOf } from "./world.ts"

export type Answer = Sending<DeliveryReceipt> | LookUp<DeliveryReceipt>

export const hour = 3_600_000
const operationId = "deliver/one"
export const address = payeeOf("somebody")

type Signing = "there" | "away" | "of another key" | "never the same twice"

const random = (key: Uint8Array): SecpSigner["sign"] => (digest) =>
  Effect.sync(() => {
    const bytes = secp256k1.sign(digest, key, {
      prehash: false,
      lowS: true,
      format: "recovered",
      extraEntropy: randomBytes(32)
    })
    return { r: bytes.slice(1, 33), s: bytes.slice(33), recovery: bytes[0] === 0 ? 0 : 1 }
  })

/** A signer that does what it is set to. */
const switched = (key: Uint8Array) => {
  const real = localSecpSigner(Redacted.make(key))
  const other = localSecpSigner(Redacted.make(randomBytes(32)))
  const signing: Readonly<Record<Signing, SecpSigner["sign"]>> = {
    there: real.sign,
    away: () => Effect.fail(new SignerAway({ reason: "it is switched off" })),
    "of another key": other.sign,
    "never the same twice": random(key)
  }
  let state: Signing = "there"
  const signer: SecpSigner = { publicKey: real.publicKey, sign: (digest, purpose) => signing[state](digest, purpose) }
  return { signer, set: (next: Signing): void => void (state = next) }
}

const asked = (chain: ChainAdapter, run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>) => ({
  deliver: (parts: Partial<DeliveryOrder> = {}): Promise<Answer> =>
    run(
      chain.deliver({
        operationId,
        asset: "DEPIX",
        network: "liquid",
        address: address.address,
        units: 1_000n,
        ...parts
      })
    ),
  lookUp: (): Promise<Answer> => run(chain.lookUp({ operationId, network: "liquid" })),
  /** Says that it is not wanted any more. */
  cancel: (): Promise<Answer> => run((chain.cancel ?? chain.lookUp)({ operationId, network: "liquid" }))
})

export interface Bench extends ReturnType<typeof asked> {
  readonly world: LiquidWorld
  /** Another process on the same data store. */
  readonly second: ReturnType<typeof asked>
  /** A process that goes on with what is on record now, whatever others write. */
  readonly stale: () => Promise<ReturnType<typeof asked>>
  /** Looked up two blocks later. */
  readonly final: () => Promise<Answer>
  /** Looked up by a process that starts from the settings as text. */
  readonly reopened: () => Promise<Answer>
  readonly carry: () => Promise<void>
  readonly lost: () => Promise<ReadonlyArray<LostDelivery>>
  /** What was put before an operator. */
  readonly reviews: () => Promise<ReadonlyArray<Review>>
  readonly treasury: () => Promise<string>
  /** What the delivery spends. */
  readonly coins: () => Promise<ReadonlyArray<Coin>>
  /** What is on record of it. */
  readonly record: () => Promise<LiquidMovement>
  readonly moved: () => ReadonlyArray<bigint>
  readonly signer: (state: Signing) => void
  /** What a node makes of its answers from now on. */
  readonly twist: (node: number, twist: Twist) => void
  /** What nodes say that a place in a block costs, in L-BTC for 1,000 virtual bytes. */
  readonly market: (rate: string) => void
  readonly pass: (ms: number) => void
  /** Another world with just these coins, in place of this one. */
  readonly poor: (coins: NonNullable<WorldParts["coins"]>) => Promise<Bench>
  readonly close: () => Promise<void>
}

export const openBench = async (
  coins: WorldParts["coins"] = { LBTC: [100_000n, 100_000n], DEPIX: [100_000n] }
): Promise<Bench> => {
  const twists: Array<Twist> = [0, 1, 2].map(() => (_, __, answer) => answer)
  const [world, plane] = await Promise.all([
    openWorld({ coins, twists: twists.map((_, at) => (...given) => twists[at]?.(...given)) }),
    openPlane()
  ])
  const clock = new ManualClock(Date.now())
  const run = <A, E>(effect: Effect.Effect<A, E, Store>): Promise<A> =>
    Effect.runPromise(effect.pipe(
      Effect.provide(plane),
      Effect.provideService(Clock.Clock, clock),
      Effect.provideService(References.MinimumLogLevel, "None")
    ))
  const { set, signer } = switched(world.key)
  const liquid = world.openAll({}, signer)
  const chain = await run(liquid.chain)
  const first = asked(chain, run)
  const record = async () => Option.getOrThrow(await run(get(LiquidMovements, operationId))).value
  let other: Bench | undefined
  return {
    ...first,
    world,
    second: asked(await run(world.openAll({}, signer).chain), run),
    stale: async () => {
      const store = Context.get(plane, Store)
      const found = await run(store.get(LiquidMovements.kind, operationId))
      const get: typeof store.get = (kind, id) =>
        kind === LiquidMovements.kind ? Effect.succeed(found) : store.get(kind, id)
      return asked(await run(Effect.provideService(liquid.chain, Store, { ...store, get })), run)
    },
    final: () => {
      world.model.mine(2)
      return first.lookUp()
    },
    reopened: async () => asked(await run(openFrom(JSON.stringify(world.plan)).chain), run).lookUp(),
    carry: () => run(liquid.carry),
    lost: () => run(liquid.lost),
    reviews: async () => (await run(list(Reviews, "all", "all", { limit: 9 }))).map(({ value }) => value),
    treasury: () => run(chain.treasury("liquid")),
    coins: async () => (await record()).coins,
    record,
    moved: () => other?.moved() ?? [...world.moved(address), ...world.moved(address, "LBTC")],
    signer: set,
    twist: (node, twist) => void (twists[node] = twist),
    market: (rate) => {
      for (const at of twists.keys()) {
        twists[at] = (method, _, answer) =>
          method === "estimatesmartfee" ? { feerate: Number(rate), blocks: 2 } : answer
      }
    },
    pass: (ms) => void (clock.now += ms),
    poor: async (fewer) => other = await openBench(fewer),
    close: async () => {
      await other?.close()
      await world.close()
    }
  }
}
