// Two processes that get the same orders at the same moment on one data store, and this one, which looks at what came of it.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { Effect, Layer, References, Scope } from "effect"
import { layer as postgres } from "../../../adapters/postgres/store.ts"
import type { ChainCost, DeliveryReceipt, SignedSpend } from "../../../core/ports/chain.ts"
import type { LookUp } from "../../../core/ports/outcome.ts"
import type { Store } from "../../../core/engine/store/store.ts"
import type { Deliveries, PlainOrder } from "../delivering-child.ts"
import { unexplained } from "../economics.ts"
import type { Stage } from "./stage.ts"

const processes = 2

/** Runs as many processes at once, which begin together. */
const together = async (script: URL, deliveries: Deliveries): Promise<void> => {
  const children = Array.from(
    { length: processes },
    () =>
      spawn(process.execPath, [fileURLToPath(script), JSON.stringify({ ...deliveries, waits: true })], {
        stdio: ["pipe", "ignore", "inherit"]
      })
  )
  const ended = children.map((child) => once(child, "close"))
  for (const child of children) child.stdin.end("go")
  const codes = (await Promise.all(ended)).map(([code]) => code as number | null)
  if (codes.some((code) => code !== 0)) throw new Error(`processes ended with ${codes.join(" and ")}`)
}

export interface Race {
  readonly stage: Stage
  /** The address of the database. */
  readonly database: string
  readonly deliveries: number
  readonly spends: number
  readonly rounds: number
}

export interface Raced {
  /** What became of each, and what moved. */
  readonly movements: ReadonlyArray<{
    readonly operationId: string
    readonly answer: LookUp<DeliveryReceipt>["_tag"]
    readonly units: bigint
    readonly moved: ReadonlyArray<bigint>
  }>
  /** What the network took that no receipt says. */
  readonly unexplained: string | undefined
}

/** Races round after round; then this process looks until all of it has an outcome. */
export const raced = async ({ database, deliveries, rounds, spends, stage }: Race): Promise<Raced> => {
  const { asset, network, script, settings, wallet } = stage
  const opened = stage.open()
  const scope = Scope.makeUnsafe()
  const plane = await Effect.runPromise(
    Layer.build(postgres({ url: database })).pipe(Effect.provideService(Scope.Scope, scope))
  )
  const run = <A, E>(effect: Effect.Effect<A, E, Store>): Promise<A> =>
    Effect.runPromise(
      Effect.provide(effect, plane).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
    )
  const adapter = await run(opened.chain)
  const all: Array<{ readonly operationId: string; readonly address: string; readonly units: bigint }> = []
  const next = async () => {
    const place = all.length
    const movement = {
      operationId: `deliver/dep_raced${place}3f`,
      address: await stage.receiver(),
      units: 100_000n + BigInt(place)
    }
    all.push(movement)
    return movement
  }
  for (let round = 0; round < rounds; round++) {
    const orders: Array<PlainOrder> = []
    while (orders.length < deliveries) {
      const { units, ...order } = await next()
      orders.push({ ...order, asset, network, units: String(units) })
    }
    const signed: Array<SignedSpend> = []
    while (wallet !== undefined && signed.length < spends) {
      const { address, operationId, units } = await next()
      const sendBefore = Date.now() + 3_600_000
      const order = { operationId, asset, network, from: wallet.addresses, to: address, units, sendBefore }
      signed.push(await run(adapter.sign(order, wallet.seed)))
    }
    const looks = 50
    const open = async () => {
      const found = await Promise.all(
        [...orders, ...signed].map(({ operationId }) => run(adapter.lookUp({ operationId, network })))
      )
      return found.some(({ _tag }) => _tag !== "Done" && _tag !== "Refused")
    }
    do {
      await together(script, { settings, database, orders, spends: signed, looks })
      await stage.mine?.()
    } while (await open())
  }
  const costs: Array<ChainCost> = []
  const movements: Array<Raced["movements"][number]> = []
  for (const { address, operationId, units } of all) {
    const answer = await run(adapter.lookUp({ operationId, network }))
    if (answer._tag === "Done" && answer.value.cost !== undefined) costs.push(answer.value.cost)
    movements.push({ operationId, answer: answer._tag, units, moved: await stage.moved(address) })
  }
  const lost = await stage.lost(all.map(({ address }) => address))
  return { movements, unexplained: unexplained({ network, coin: stage.coin, lost, receipts: costs }) }
}
