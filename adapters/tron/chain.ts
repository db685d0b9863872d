// The chain port on TRON. A recipe is stored under our operation id before it is signed, and what became of it is decided by the token's
// event in a solidified block alone (0242). What a wallet lacks to pay the network, the fee account gives it first (0243).
import { Effect, Redacted, Schema } from "effect"
import type { Network } from "../../core/address/network.ts"
import type { AssetCode } from "../../core/money/assets.ts"
import {
  ChainUnavailable,
  type DeliveryOrder,
  type Float,
  type SignedSpend,
  type SpendOrder
} from "../../core/ports/chain.ts"
import type { ChainAdapter } from "../../core/ports/moving/adapter.ts"
import { type Held, type Sending, type Unknown, held, refused, unknown } from "../../core/ports/outcome.ts"
import { list } from "../../core/ports/records.ts"
import type { Store } from "../../core/ports/store.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { addressOfKey, isAddress } from "./address.ts"
import type { TokenTransfer } from "./call.ts"
import type { TronNode } from "./node.ts"
import { TronOperations, lastOf } from "./operation.ts"
import { type Operations, makeOperations } from "./operations.ts"
import { makePreflight } from "./preflight.ts"
import type { TronSettings } from "./settings.ts"
import { makeSponsor } from "./sponsor.ts"
import { type Token, makeTokens } from "./tokens.ts"
import { build, digestOf } from "./transaction.ts"
import { NetworkWrong, verify } from "./verify.ts"
import { signWithWallet } from "./wallet-key.ts"

/** What a wallet has signed. */
const Signed = Schema.fromJsonString(Schema.Struct({ txid: Schema.String, bytes: Schema.String }))
const encodeSigned = Schema.encodeSync(Signed)
const decodeSigned = Schema.decodeSync(Signed)

const problemOf = (error: unknown): string =>
  error instanceof NodeAway
    ? error.reason
    : error instanceof NetworkWrong
    ? error.problem
    : "the records of the chain cannot be read"

/** An answer in any case, of something that may have been sent. */
const outcome = <A, R>(answer: Effect.Effect<A, unknown, R>): Effect.Effect<A | Unknown, never, R> =>
  answer.pipe(Effect.catch((error) => Effect.succeed(unknown(problemOf(error)))))

/** An answer in any case, of something of which nothing was sent. */
const unsent = <A, R>(answer: Effect.Effect<A, unknown, R>): Effect.Effect<A | Held, never, R> =>
  answer.pipe(Effect.catch((error) => Effect.succeed(held("paused", problemOf(error)))))

const available = <A, R>(answer: Effect.Effect<A, unknown, R>): Effect.Effect<A, ChainUnavailable, R> =>
  Effect.mapError(answer, (error) => new ChainUnavailable({ reason: problemOf(error) }))

/** How many open operations one carrying looks at. */
const atOnce = 100

export const makeChain = (settings: TronSettings, nodes: Quorum<TronNode>) => {
  const { ceilingSun, energy, feeLimitSun, lookEveryMs, patienceMs, signers } = settings
  const treasury = addressOfKey(signers.treasury.publicKey)
  const fees = addressOfKey(signers.fees.publicKey)
  const tokens = makeTokens(settings.tokens, nodes)
  const operations: Operations = makeOperations({
    signers,
    feeLimitSun,
    lifeMs: settings.deliveryMs,
    lookEveryMs,
    assetOf: (token) => tokens.at(token)?.asset,
    isBlocked: tokens.isBlocked,
    spentFor: (spend) => sponsor.spentFor(spend)
  }, nodes)
  const sponsor = makeSponsor({ address: fees, ceilingSun, patienceMs, lookEveryMs }, operations, nodes)
  const preflight = makePreflight({ feeLimitSun, energy }, tokens, nodes)

  let isVerified = false
  const verified = Effect.gen(function*() {
    if (isVerified) return
    yield* verify(nodes, settings)
    isVerified = true
  })

  /** Why nothing can ever be sent to an address; undefined where something can. */
  const receiverProblem = (to: string, { address }: Token): string | undefined =>
    !isAddress(to) ? "it is no address of TRON" : to === address ? "it is the address of the token itself" : undefined

  /** Whether the treasury can pay the network for a transfer. */
  const treasuryFuel = Effect.fnUntraced(function*(transfer: TokenTransfer, energyNeeded: bigint) {
    const account = yield* nodes.first((node) => node.account(treasury))
    const prices = yield* nodes.first((node) => node.prices)
    const short = energyNeeded > account.energy ? energyNeeded - account.energy : 0n
    const size = build(transfer, sizeOnly).size
    const sun = short * prices.energy + (account.bandwidth < size ? size * prices.byte : 0n)
    return account.sun < sun
      ? held("fuel", `a delivery takes ${sun} sun, and ${treasury} has ${account.sun}`)
      : undefined
  })

  const firstDelivery = Effect.fnUntraced(function*(id: string, token: Token, transfer: TokenTransfer) {
    yield* verified
    const judged = yield* preflight(token, transfer, true)
    if (judged._tag === "Held") return judged
    if (judged._tag === "Never") {
      return yield* operations.refuse(id, { signer: "treasury", call: transfer }, judged.reason)
    }
    return yield* treasuryFuel(transfer, judged.energy)
  })

  const deliver = Effect.fnUntraced(function*(order: DeliveryOrder) {
    const { address: to, asset, operationId: id, units } = order
    const token = tokens.of(asset)
    if (token === undefined) return refused(`no token stands for ${asset} on TRON`)
    if (units <= 0n) return refused("there is nothing to send")
    const problem = to === treasury ? "it is our own treasury" : receiverProblem(to, token)
    if (problem !== undefined) return refused(problem)
    const transfer: TokenTransfer = { _tag: "TokenTransfer", token: token.address, from: treasury, to, units }
    const found = yield* operations.look(id)
    if (found._tag === "Done" || found._tag === "Refused") return found
    if (found._tag === "Absent") {
      const answer = yield* unsent(firstDelivery(id, token, transfer))
      if (answer !== undefined && answer._tag !== "Absent") return answer
    }
    return sent(yield* operations.perform(id, { signer: "treasury", call: transfer }, patienceMs))
  })

  const sign = Effect.fnUntraced(function*(order: SpendOrder, seed: Uint8Array) {
    const { asset, from, operationId: id, sendBefore, to, units } = order
    const token = tokens.of(asset)
    if (token === undefined) return yield* new NodeAway({ reason: `no token stands for ${asset} on TRON` })
    if (!isAddress(to)) return yield* new NodeAway({ reason: "it is no address of TRON" })
    const call: TokenTransfer = { _tag: "TokenTransfer", token: token.address, from: from.tron, to, units }
    const { value } = yield* operations.planned(id, { signer: "wallet", call }, sendBefore)
    const last = lastOf(value)
    if (last === undefined) return yield* new NodeAway({ reason: "it was refused before" })
    const unsigned = build(call, last.recipe)
    if (unsigned.id !== last.txid) return yield* Effect.die("an operation id stands for two spends")
    const signature = yield* Effect.promise(() => signWithWallet(seed, from.tron, digestOf(unsigned)))
    return encodeSigned({ txid: unsigned.id, bytes: unsigned.signedBy(signature) })
  })

  const firstSubmission = Effect.fnUntraced(
    function*(id: string, transfer: TokenTransfer, isDead: boolean, size: bigint) {
      yield* verified
      const plan = { signer: "wallet", call: transfer } as const
      const token = tokens.at(transfer.token)
      if (token === undefined) return held("paused", "its token is not configured any more")
      const problem = transfer.units <= 0n ? "there is nothing to send" : receiverProblem(transfer.to, token)
      if (problem !== undefined) return yield* operations.refuse(id, plan, problem)
      if (isDead) return yield* operations.refuse(id, plan, "it has expired, and was never sent")
      const judged = yield* preflight(token, transfer, false)
      if (judged._tag === "Held") return judged
      if (judged._tag === "Never") return yield* operations.refuse(id, plan, judged.reason)
      return yield* sponsor.ready(id, transfer.from, { energy: judged.energy, size, prices: judged.prices })
    }
  )

  const submit = Effect.fnUntraced(function*({ operationId: id, payload }: SignedSpend) {
    const { bytes, txid } = decodeSigned(payload)
    const operation = yield* operations.stored(id)
    const last = operation && lastOf(operation.value)
    const found = yield* operations.look(id)
    if (operation === undefined || found._tag === "Done" || found._tag === "Refused") {
      return operation === undefined ? unknown("its recipe is not on record") : sent(found)
    }
    const { call } = operation.value
    if (last?.txid !== txid || call._tag !== "TokenTransfer") return unknown("it was signed by another recipe")
    if (last.signed === null) {
      const first = Effect.gen(function*() {
        const isDead = yield* operations.isDead(last)
        return yield* firstSubmission(id, call, isDead, build(call, last.recipe).size)
      })
      const answer = yield* unsent(first)
      if (answer !== undefined && answer._tag !== "Absent") return sent(answer)
    }
    return sent(yield* operations.submit(id, bytes, patienceMs))
  })

  /** Sends again what may still land, and takes back energy that was lent for what is over. */
  const carry = Effect.gen(function*() {
    const open = yield* list(TronOperations, "open", "all", { limit: atOnce })
    for (const { value: { id } } of open) {
      const answer = yield* operations.look(id)
      const last = (yield* operations.stored(id))?.value.attempts.at(-1)
      if (answer._tag === "Unknown" && last?.signed != null && last.ended === null) {
        yield* operations.send(id, last.signed)
      }
    }
    yield* sponsor.takeBackAll
  })

  const holds = (token: Token, owner: string) => tokens.spendable(token, owner)

  const floats = Effect.gen(function*() {
    const treasuries = yield* Effect.forEach(
      settings.tokens,
      (token) =>
        Effect.map(holds(token, treasury), (units): Float => ({
          network: "tron",
          what: token.asset,
          units,
          role: "treasury"
        })),
      { concurrency: "unbounded" }
    )
    const fuels = yield* Effect.forEach(
      [fees, treasury],
      (address) =>
        Effect.map(nodes.first((node) => node.account(address)), ({ sun }): Float => ({
          network: "tron",
          what: "TRX",
          units: sun,
          role: "fuel"
        })),
      { concurrency: "unbounded" }
    )
    return [...treasuries, ...fuels]
  })

  return { treasury, tokens, operations, deliver, sign, submit, carry, holds, floats }
}

/** A recipe for the size alone: every real one is as long, or shorter. */
const sizeOnly = {
  block: { number: 0xffffn, hash: "f".repeat(64) },
  timestamp: 4_102_444_800_000,
  expiration: 4_102_444_800_000,
  feeLimit: 15_000_000_000n
} as const

// What was sent is never Absent: it ended meanwhile, and is made anew when it is requested again.
const sent = <A>(answer: Sending<A> | { readonly _tag: "Absent" }): Sending<A> =>
  answer._tag === "Absent" ? unknown("it cannot land any more; it is made anew when it is requested again") : answer

/** The id by which other software knows the network: the last four bytes of its first block. */
const chainIdOf = (genesis: string): number => Number.parseInt(genesis.slice(-8), 16)

/** The chain over the data store that keeps its records, and the step that carries on what is under way. */
export const openChain = (settings: TronSettings, nodes: Quorum<TronNode>) => {
  const made = makeChain(settings, nodes)
  const chainId = chainIdOf(settings.genesis)
  const chain: Effect.Effect<ChainAdapter, never, Store> = Effect.map(Effect.context<Store>(), (context) => {
    const { deliver, floats, holds, operations, sign, submit, tokens, treasury } = made
    const spendable = (asset: AssetCode, network: Network, owner: string) => {
      const token = network === "tron" ? tokens.of(asset) : undefined
      return token === undefined ? Effect.succeed(0n) : available(holds(token, owner))
    }
    return {
      absentAfterMs: 0,
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
      settlement: () => ({ chainId, family: "tron" }),
      treasury: () => Effect.succeed(treasury),
      spendable: ({ addresses, asset, network }) => spendable(asset, network, addresses.tron),
      holdings: ({ tron }) =>
        available(
          Effect.forEach(settings.tokens, (token) =>
            Effect.map(holds(token, tron), (units) => ({ asset: token.asset, network: "tron" as const, units })), {
            concurrency: "unbounded"
          })
        ),
      floats: available(floats)
    }
  })
  return { chain, carry: made.carry }
}
