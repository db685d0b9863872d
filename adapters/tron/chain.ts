// The chain port on TRON. A recipe is stored under our operation id before it is signed, and what became of it is decided by the token's
// event in a solidified block alone (0239). What a wallet lacks to pay the network, the fee account gives it first (0240).
import { Effect, Redacted } from "effect"
import type { Network } from "../../core/standards/address/network.ts"
import type { AssetCode } from "../../core/base/money/assets.ts"
import type { Float } from "../../core/ports/chain.ts"
import type { ChainAdapter } from "../../core/ports/moving/adapter.ts"
import { openRecords } from "../../core/engine/store/open-records.ts"
import type { Store } from "../../core/engine/store/store.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { accountSeenBy } from "./accounts.ts"
import { addressOfKey } from "./address.ts"
import { makeDeliver } from "./deliveries.ts"
import type { TronNode } from "./node.ts"
import { TronOperations, isOpen, isWithdrawn, lastOf } from "./operation.ts"
import { type Operations, makeOperations } from "./operations.ts"
import { makeOutflows } from "./outflows.ts"
import { makePreflight } from "./preflight.ts"
import { available, outcome } from "../rpc-quorum/problems.ts"
import type { TronSettings } from "./settings.ts"
import { makeSpends } from "./spends.ts"
import { type Sponsor, makeSponsor } from "./sponsor.ts"
import { makeStops } from "./stops.ts"
import { makeTakeBack } from "./take-back.ts"
import { makeTokens } from "./tokens.ts"
import { verify } from "./verify.ts"

const partsOf = (settings: TronSettings, nodes: Quorum<TronNode>) => {
  const { ceilingSun, deliveryMs, energy, feeLimitSun, lookEveryMs, patienceMs, signers } = settings
  const treasury = addressOfKey(signers.treasury.publicKey)
  const fees = addressOfKey(signers.fees.publicKey)
  const tokens = makeTokens(settings.tokens, fees, nodes)
  const stops = makeStops()
  const operations: Operations = makeOperations({
    signers,
    feeLimitSun,
    lifeMs: deliveryMs,
    lookEveryMs,
    assetOf: (token) => tokens.at(token)?.asset,
    isBlocked: tokens.isBlocked,
    stops,
    spentFor: (spend) => sponsor.spentFor(spend)
  }, nodes)
  const sponsor: Sponsor = makeSponsor({ address: fees, ceilingSun, patienceMs, lookEveryMs }, operations, nodes)
  const preflight = makePreflight({ feeLimitSun, energy }, tokens, nodes)

  let isVerified = false
  const verified = Effect.gen(function*() {
    if (isVerified) return
    yield* verify(nodes, settings.tokens)
    isVerified = true
  })

  const deliver = makeDeliver({ treasury, patienceMs, verified }, tokens, preflight, operations, stops, nodes)
  return {
    treasury,
    fees,
    tokens,
    operations,
    sponsor,
    deliver,
    ...makeSpends({ patienceMs, verified }, tokens, preflight, operations, stops, sponsor)
  }
}

/** A block is solidified, and our clock and the network's are apart, within this time. Milliseconds. */
const solidWithinMs = 120_000

/** The id by which other software knows the network: the last four bytes of its first block. */
const chainIdOf = (genesis: string): number => Number.parseInt(genesis.slice(-8), 16)

/** The chain over the data store that keeps its records, and the step that carries on what is under way. */
export const openChain = (settings: TronSettings, nodes: Quorum<TronNode>) => {
  const { deliver, fees, operations, sign, sponsor, submit, tokens, treasury } = partsOf(settings, nodes)

  const outflows = makeOutflows({ treasury, agree: settings.agree, tokens: settings.tokens }, nodes)

  const open = openRecords(TronOperations, "open", "all", isOpen)
  const takeBackAll = makeTakeBack(fees, operations, sponsor)

  /** Sends again what may still land, and takes back energy that was lent for what is over. */
  const carry = Effect.gen(function*() {
    for (const { value: { id } } of yield* open) {
      const answer = yield* operations.look(id)
      const operation = yield* operations.stored(id)
      if (answer._tag !== "Unknown" || operation === undefined || isWithdrawn(operation.value)) continue
      const bytes = lastOf(operation.value)?.signed
      if (typeof bytes === "string") yield* operations.send(id, bytes)
    }
    yield* takeBackAll
  })

  const holdings = (owner: string) =>
    Effect.forEach(
      settings.tokens,
      (token) =>
        Effect.map(tokens.spendable(token, owner), (units) => ({
          asset: token.asset,
          network: "tron" as const,
          units
        })),
      { concurrency: "unbounded" }
    )

  const fuel = (address: string) =>
    Effect.map(accountSeenBy(nodes, address), ({ sun }): Float => ({
      network: "tron",
      what: "TRX",
      units: sun,
      role: "fuel"
    }))

  const floats = Effect.gen(function*() {
    const [held, fuels] = yield* Effect.all(
      [holdings(treasury), Effect.forEach([fees, treasury], fuel, { concurrency: "unbounded" })],
      { concurrency: "unbounded" }
    )
    const treasuries = held.map(({ asset, network, units }): Float => ({
      network,
      what: asset,
      units,
      role: "treasury"
    }))
    return [...treasuries, ...fuels]
  })

  const spendable = (asset: AssetCode, network: Network, owner: string) => {
    const token = network === "tron" ? tokens.of(asset) : undefined
    return token === undefined ? Effect.succeed(0n) : available(tokens.spendable(token, owner))
  }

  const chain: Effect.Effect<ChainAdapter, never, Store> = Effect.map(Effect.context<Store>(), (context) => ({
    absentAfterMs: 0,
    leastDelivery: ({ asset, network }) => network === "tron" && tokens.of(asset) !== undefined ? 0n : undefined,
    deliver: (order) => Effect.provide(outcome(deliver(order)), context),
    sign: (order, seed) =>
      Effect.map(available(Effect.provide(sign(order, Redacted.value(seed)), context)), (payload) => ({
        operationId: order.operationId,
        network: order.network,
        payload,
        sendBefore: order.sendBefore
      })),
    submit: (spend) => Effect.provide(outcome(submit(spend)), context),
    lookUp: ({ operationId }) => Effect.provide(outcome(operations.look(operationId)), context),
    cancel: ({ operationId }) => Effect.provide(outcome(operations.withdraw(operationId)), context),
    account: () => Effect.succeed(`tron:0x${chainIdOf(settings.genesis).toString(16)}/${treasury}`),
    sentSince: ({ since }) => available(outflows.since(since)),
    spentSince: ({ from, since, until }) => available(outflows.since(since, from, until)),
    livesMs: () => settings.deliveryMs + solidWithinMs,
    lookUpSigned: (spend) => outcome(outflows.lookUpSigned(spend)),
    settlement: () => ({ chainId: chainIdOf(settings.genesis), family: "tron" }),
    treasury: () => Effect.succeed(treasury),
    spendable: ({ addresses, asset, network }) => spendable(asset, network, addresses.tron),
    holdings: ({ tron }) => available(holdings(tron)),
    floats: () => available(floats)
  }))
  return { chain, carry }
}
