// The chain port on a real EVM network. What moves is a user operation with a nonce made of our operation id (0075); it is
// stored with the transaction that carries it before anything is sent, and it is Done by its event and its token's transfer
// alone (0235). What cannot be sent yet is Held; everything else is Unknown until it is known.
import { Clock, Effect, Redacted } from "effect"
import { type Address, getAddress, isAddress, isAddressEqual, maxUint256 } from "viem"
import { type RefusalReason, reason } from "../../core/base/reason/reason.ts"
import type { Network } from "../../core/standards/address/network.ts"
import type { AssetCode } from "../../core/base/money/assets.ts"
import type { NativeCoin } from "../../core/base/money/coins.ts"
import { ChainUnavailable, type Float } from "../../core/ports/chain.ts"
import type { ChainAdapter } from "../../core/ports/moving/adapter.ts"
import { type Absent, type Held, type Unknown, held, refused, unknown } from "../../core/ports/outcome.ts"
import type { Store } from "../../core/engine/store/store.ts"
import type { SecpSigner } from "../custody/signer.ts"
import type { NodeAway } from "../rpc-quorum/node-away.ts"
import { available, outcome, problemOf } from "../rpc-quorum/problems.ts"
import { accountOf } from "./account.ts"
import type { Token } from "./contracts.ts"
import type { FeeLimits } from "./fees.ts"
import { makeMovements } from "./movements.ts"
import type { EvmNetwork } from "./network.ts"
import { makeOutflows, markOf } from "./outflows.ts"
import { NotSent, makeRelayer } from "./relayer.ts"
import { makeSignedLookUp } from "./signed-look-up.ts"
import { encodeSigned } from "./signed-spend.ts"
import type { Finality } from "./status.ts"
import { makeTransfers } from "./transfers.ts"
import { goesNowhere } from "./user-operation.ts"
import type { NetworkWrong } from "../rpc-quorum/network-wrong.ts"
import { makeWithdrawals } from "./withdrawals.ts"
import { withWallet } from "./wallet-key.ts"

export interface EvmConfig {
  readonly network: EvmNetwork
  readonly chainId: number
  /** Who pays for gas, and whose tokens are delivered: two keys. */
  readonly relayer: SecpSigner
  readonly treasury: SecpSigner
  readonly tokenOf: (asset: AssetCode, network: Network) => Token | undefined
  /** The tokens, and the network that wallets' holdings are shown on. */
  readonly shown: { readonly network: Network; readonly tokens: ReadonlyArray<Token> }
  readonly finality: Finality
  readonly fees: FeeLimits
  readonly gas: "fixed" | "estimated"
  /** What the network takes its fees in. */
  readonly coin: NativeCoin
  /** How long `deliver` and `submit` wait for it before they answer Unknown. */
  readonly patienceMs: number
  readonly verify: Effect.Effect<void, NetworkWrong | NodeAway>
}

/** An answer in any case: what was not sent is Held, and what could not be asked is Unknown. What was reverted for good is sent again. */
const sending = <A extends { readonly _tag: string }, R>(
  answer: Effect.Effect<A | Absent, unknown, R>
): Effect.Effect<Exclude<A, Absent> | Held | Unknown, never, R> =>
  answer.pipe(
    Effect.map((found) => found._tag === "Absent" ? unknown("reverted") : found as Exclude<A, Absent>),
    Effect.catch((error) =>
      Effect.succeed(
        error instanceof NotSent ? held(error.reason, error.detail) : unknown("noAnswer", problemOf(error))
      )
    )
  )

/** The adapter; what is open of it has to be carried, every second or so. */
export type EvmChain = ChainAdapter & { readonly carry: Effect.Effect<void, ChainUnavailable> }

/** The chain over the store that keeps its records. Throws where relayer and treasury are one key. */
export const makeChain = (config: EvmConfig): Effect.Effect<EvmChain, never, Store> => {
  const { chainId, network, shown } = config
  const treasury = accountOf(config.treasury)
  const payer = accountOf(config.relayer)
  if (isAddressEqual(treasury.address, payer.address)) throw new TypeError("the relayer and the treasury are one key")
  const relayer = makeRelayer({ ...config, network: shown.network, account: payer }, network)
  const movements = makeMovements(config, network, relayer)
  const withdrawals = makeWithdrawals(movements, relayer)
  const outflows = makeOutflows(
    { ...config, treasury: treasury.address, relayer: payer.address, tokens: shown.tokens },
    network
  )
  const transfers = makeTransfers(
    { chainId, treasury, tokens: shown.tokens, network: shown.network, verify: config.verify },
    network,
    movements,
    withdrawals,
    outflows
  )

  const lookUpSigned = makeSignedLookUp(config, network, withdrawals.useUp)

  // What a reorg may take back does not count; test tokens are worth nothing, and are filled up as part of each payment.
  const holds = (token: Token, owner: Address) => {
    const at = (place: "latest" | "finalized") => network.tokenBalance(token.address, owner, place)
    return token.level === undefined
      ? Effect.map(Effect.all([at("latest"), at("finalized")]), ([latest, final]) => latest < final ? latest : final)
      : Effect.map(at("latest"), (units) => greater(units, token.level ?? 0n))
  }

  const worth = shown.tokens.filter(({ level }) => level === undefined)
  const floats = Effect.gen(function*() {
    const fuel: Float = {
      network: shown.network,
      what: config.coin,
      units: yield* network.balance(payer.address),
      role: "fuel"
    }
    const held = yield* Effect.forEach(worth, (token) =>
      Effect.map(
        holds(token, treasury.address),
        (units): Float => ({ network: shown.network, what: token.asset, units, role: "treasury" })
      ), { concurrency: "unbounded" })
    return [...held, fuel]
  })

  /** Why nothing can ever be delivered there; undefined when it can. */
  const refusal = (to: string, token: Token, units: bigint, where: string): RefusalReason | undefined => {
    // Mixed case must match EIP-55.
    if (!isAddress(to) && (!isAddress(to, { strict: false }) || /[a-f]/.test(to) && /[A-F]/.test(to))) {
      return reason("badReceiver", `not of ${where}`)
    }
    if (goesNowhere({ token, from: treasury.address, to, units }, shown.tokens)) {
      return reason("badReceiver", "what is sent there is lost")
    }
    if (isAddressEqual(to, treasury.address) || isAddressEqual(to, payer.address)) {
      return reason("badReceiver", "an account of the service itself")
    }
    return units <= 0n || units > maxUint256 ? reason("badAmount", String(units)) : undefined
  }

  return Effect.map(Effect.context<Store>(), (context) => ({
    absentAfterMs: 0,
    account: () => Effect.succeed(`eip155:${config.chainId}/${treasury.address}`),
    leastDelivery: ({ asset, network: where }) => config.tokenOf(asset, where) === undefined ? undefined : 0n,
    deliver: ({ address, asset, network: where, operationId, units }) => {
      const token = config.tokenOf(asset, where)
      if (token === undefined) return Effect.succeed(held("notConfigured", `no token stands for ${asset} on ${where}`))
      const problem = refusal(address, token, units, where)
      if (problem !== undefined) return Effect.succeed(refused(problem))
      const given = token.level === undefined ? token : { ...token, level: greater(token.level, units) }
      const transfer = { token: given, from: treasury.address, to: address as Address, units }
      return Effect.provide(sending(transfers.deliver(operationId, transfer)), context)
    },
    sign: Effect.fnUntraced(function*({ asset, from, network: where, operationId, sendBefore, to, units }, seed) {
      const token = config.tokenOf(asset, where)
      if (token === undefined) {
        return yield* new ChainUnavailable({ reason: `no token stands for ${asset} on ${where}` })
      }
      const transfer = { token, from: from.evm as Address, to: to as Address, units }
      const nonce = yield* available(transfers.delegatesAt(transfer.from))
      const signed = yield* Effect.promise(() =>
        withWallet(Redacted.value(seed), (account) =>
          isAddressEqual(account.address, transfer.from)
            ? Effect.runPromise(transfers.sign(operationId, transfer, account, nonce))
            : Promise.reject(new Error("the seed is another wallet's")))
      )
      const payload = encodeSigned({ token: token.address, level: token.level ?? null, units, ...signed })
      return { operationId, network: where, payload, sendBefore }
    }),
    submit: (spend) =>
      Effect.provide(
        sending(Effect.flatMap(Clock.currentTimeMillis, (now) => transfers.submit(spend, now))),
        context
      ),
    lookUp: ({ operationId }) => Effect.provide(outcome(movements.lookUp(operationId)), context),
    sentSince: ({ since }) => available(outflows.since(since)),
    spentSince: ({ from, since, until }) => available(outflows.since(since, getAddress(from), until)),
    markOf,
    // An operation id has one nonce of the treasury's account, so a second operation of it can never pass.
    livesMs: () => 0,
    lookUpSigned: (spend) => Effect.provide(outcome(lookUpSigned(spend)), context),
    cancel: ({ operationId }) => Effect.provide(outcome(transfers.cancel(operationId)), context),
    settlement: () => ({ chainId, family: "evm" }),
    treasury: () => Effect.succeed(treasury.address),
    spendable: ({ addresses, asset, network: where }) => {
      const token = config.tokenOf(asset, where)
      return token === undefined ? Effect.succeed(0n) : available(holds(token, addresses.evm as Address))
    },
    holdings: (addresses) =>
      available(
        Effect.forEach(
          shown.tokens,
          (token) =>
            Effect.map(holds(token, addresses.evm as Address), (units) => ({
              asset: token.asset,
              network: shown.network,
              units
            })),
          { concurrency: "unbounded" }
        )
      ),
    floats: () => available(floats),
    carry: movements.carry.pipe(
      Effect.mapError((error) => new ChainUnavailable({ reason: problemOf(error) })),
      Effect.provide(context)
    )
  }))
}

const greater = (a: bigint, b: bigint): bigint => a > b ? a : b
