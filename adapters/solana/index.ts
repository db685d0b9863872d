// Solana: stablecoins out of the treasury and out of users' wallets, by nodes over JSON-RPC. The service pays all fees and the rent of
// token accounts that are missing; wallets need no SOL.
import { Effect, Redacted } from "effect"
import { base58 } from "@scure/base"
import type { Network } from "../../core/standards/address/network.ts"
import type { AssetCode } from "../../core/base/money/assets.ts"
import { ChainUnavailable, type DeliveryReceipt, type Float, type Holding } from "../../core/ports/chain.ts"
import type { ChainAdapter } from "../../core/ports/moving/adapter.ts"
import { type Sending, held, unknown } from "../../core/ports/outcome.ts"
import type { Store } from "../../core/engine/store/store.ts"
import { checkOrder, checkTokens } from "../chain-settings/checks.ts"
import type { SignerProblem } from "../custody/signer.ts"
import type { NetworkWrong } from "../rpc-quorum/network-wrong.ts"
import type { NodeAway } from "../rpc-quorum/node-away.ts"
import { available, outcome, problemOf } from "../rpc-quorum/problems.ts"
import { type Quorum, makeQuorum } from "../rpc-quorum/quorum.ts"
import { makeBalances } from "./balances.ts"
import { makeCarry } from "./carry.ts"
import { makeDeliveries } from "./deliveries.ts"
import { makeHistory } from "./history.ts"
import { checkNetwork, checkNonces } from "./network.ts"
import { type SolanaNode, makeNode } from "./node.ts"
import { nonceAddresses } from "./nonce-account.ts"
import { makeNonceAccounts } from "./nonce-accounts.ts"
import { makeNonceUse } from "./nonce-use.ts"
import { makeNonces } from "./nonces.ts"
import { makeOutflows } from "./outflows.ts"
import { makePrices } from "./prices.ts"
import { makeSending } from "./sending.ts"
import type { SolanaSettings, SolanaToken } from "./settings.ts"
import { makeSpends } from "./spends.ts"
import { makeTransfers, signedAttempt } from "./transfers.ts"
import { makeUnsentSpends } from "./unsent-spends.ts"
import { makeWithdrawal } from "./withdrawal.ts"

export type { IssuerPower, SolanaSettings, SolanaToken } from "./settings.ts"

export interface SolanaChain {
  /** The adapter over the data store that keeps its records. */
  readonly chain: Effect.Effect<ChainAdapter, never, Store>
  /** Whether network, programs, tokens and nonce accounts are those of the settings. */
  readonly verify: Effect.Effect<void, NetworkWrong | NodeAway>
  /** How each node is, for people. */
  readonly nodes: Quorum<SolanaNode>["states"]
  /** An operator's step: makes the nonce accounts that are missing, each for its rent, and answers their addresses. */
  readonly prepare: Effect.Effect<ReadonlyArray<string>, NodeAway | SignerProblem>
}

type Moved = Sending<DeliveryReceipt>

const network: Network = "solana"
const createWithinMs = 60_000
/** How much of the genesis hash names the network (CAIP-2). */
const chainIdLength = 32
/** Blocks take less than half a second, and a blockhash lives for 150 of them: a minute. They have taken three times as long. */
const blockhashLivesMs = 300_000

/** Opens the adapter. Throws `TypeError` on settings that cannot be. */
export const openSolana = (settings: SolanaSettings): SolanaChain => {
  const { accountsPerHolderAndDay, agree, genesisHash: genesis, patienceMs = 6_000, signers, tokens } = settings
  const treasury = { address: base58.encode(signers.treasury.publicKey), signer: signers.treasury }
  const payer = { address: base58.encode(signers.fees.publicKey), signer: signers.fees }
  if (treasury.address === payer.address) throw new TypeError("the treasury and who pays the fees are one key")
  checkTokens(network, tokens.map(({ asset, mint }) => ({ asset, address: mint })))
  checkOrder("fees", 0n, { floor: settings.fees.floor, ceiling: settings.fees.ceiling })
  const members = settings.nodes.map(({ credentials, name, perSecond, url }) => ({
    name,
    node: makeNode({
      name,
      url,
      ...credentials === undefined ? {} : { credentials },
      ...perSecond === undefined ? {} : { perSecond },
      ...settings.timeoutMs === undefined ? {} : { timeoutMs: settings.timeoutMs }
    })
  }))
  const nodes = makeQuorum({
    members,
    agree,
    identity: { ask: (node) => node.genesisHash, expected: genesis }
  })
  const transfers = makeTransfers(nodes, { genesis, done: settings.done ?? "confirmed", patienceMs })
  const sending = makeSending(nodes, transfers, payer)
  const prices = makePrices(nodes, settings.fees)
  const accounts = makeNonceAccounts(nodes, payer)
  const history = makeHistory(nodes, agree)
  const sentSince = makeOutflows(nodes, history, { treasury: treasury.address, feePayer: payer.address, tokens })
  const unsent = makeUnsentSpends(transfers, makeNonceUse(nodes, history), accounts.useUp)
  const carrying = makeCarry(genesis, transfers, unsent, accounts.useUp)
  const { withdraw } = makeWithdrawal(genesis, transfers, unsent, accounts.useUp)
  const balances = makeBalances(nodes)
  const pool = nonceAddresses(signers.fees.publicKey, settings.nonceAccounts)
  const shared = {
    genesis,
    nodes,
    transfers,
    sending,
    prices,
    ours: { feePayer: payer.address, mints: tokens.map(({ mint }) => mint), nonceAccounts: pool },
    accountsPerHolderAndDay
  }
  const deliveries = makeDeliveries({ ...shared, treasury })
  let isChecked = false
  const ready = Effect.suspend(() =>
    isChecked ? Effect.void : Effect.andThen(
      checkNetwork(nodes, tokens),
      Effect.sync(() => void (isChecked = true))
    )
  )
  /** Nothing is sent by an adapter that has not seen that the network is the right one. Held says that nothing was ever sent. */
  const once = Effect.fnUntraced(function*<E, R>(operationId: string, sent: Effect.Effect<Moved, E, R>) {
    const answer = yield* Effect.matchEffect(ready, {
      onFailure: (error) => Effect.succeed<Moved>(held("paused", problemOf(error))),
      onSuccess: () => sent
    })
    if (answer._tag !== "Held") return answer
    const transfer = yield* transfers.stored(operationId)
    return transfer === undefined || signedAttempt(transfer.value) === undefined
      ? answer
      : unknown("notFound", answer.reason.detail)
  })

  const tokenOf = (asset: AssetCode, on: Network): SolanaToken | undefined =>
    on === network ? tokens.find((token) => token.asset === asset) : undefined
  const ofMint = (mint: string) => tokens.find((token) => token.mint === mint)

  const chain = Effect.gen(function*() {
    const context = yield* Effect.context<Store>()
    const nonces = makeNonces(nodes, genesis, pool)
    const recover = Effect.flatMap(nonces.holders, carrying.recover)
    const spends = makeSpends({ ...shared, nonces, unsent, recover })
    const adapter: ChainAdapter = {
      absentAfterMs: 0,
      leastDelivery: ({ asset, network: on }) => tokenOf(asset, on) === undefined ? undefined : 0n,
      deliver: (order) => {
        const token = tokenOf(order.asset, order.network)
        return token === undefined
          ? Effect.succeed(held("notConfigured", `no token stands for ${order.asset} on ${order.network}`))
          : Effect.provide(outcome(once(order.operationId, deliveries.deliver(order, token))), context)
      },
      sign: (order, seed) => {
        const token = tokenOf(order.asset, order.network)
        if (token === undefined) {
          return Effect.fail(new ChainUnavailable({ reason: `no token stands for ${order.asset} on ${order.network}` }))
        }
        const { network: on, operationId, sendBefore } = order
        return Effect.andThen(available(ready), available(spends.sign(order, token, Redacted.value(seed)))).pipe(
          Effect.map((payload) => ({ operationId, network: on, payload, sendBefore })),
          Effect.provide(context)
        )
      },
      submit: (spend) => Effect.provide(outcome(once(spend.operationId, spends.submit(spend, ofMint))), context),
      lookUp: ({ operationId }) => Effect.provide(outcome(transfers.lookUp(operationId)), context),
      cancel: ({ operationId }) => Effect.provide(outcome(withdraw(operationId)), context),
      account: () => Effect.succeed(`solana:${genesis.slice(0, chainIdLength)}/${treasury.address}`),
      sentSince: ({ network: on, since }) => on === network ? available(sentSince(since)) : Effect.succeed([]),
      spentSince: ({ from, since }) => available(sentSince(since, from)),
      markOf: (operationId) => operationId,
      livesMs: () => blockhashLivesMs,
      lookUpSigned: (spend) => outcome(unsent.lookUpSigned(spend)),
      settlement: () => ({ chainId: 101, family: "solana" }),
      treasury: () => Effect.succeed(treasury.address),
      spendable: ({ addresses, asset, network: on }) => {
        const token = tokenOf(asset, on)
        return token === undefined
          ? Effect.fail(new ChainUnavailable({ reason: `no token stands for ${asset} on ${on}` }))
          : available(balances.tokens(token, addresses.solana))
      },
      holdings: ({ solana }) =>
        solana === "" ? Effect.succeed([]) : available(Effect.forEach(tokens, (token) =>
          Effect.map(
            balances.tokens(token, solana),
            (units): Holding => ({ asset: token.asset, network, units })
          ), { concurrency: "unbounded" })),
      floats: (on) =>
        on !== network ? Effect.succeed([]) : available(Effect.gen(function*() {
          const treasuries = yield* Effect.forEach(tokens, (token) =>
            Effect.map(
              balances.tokens(token, treasury.address),
              (units): Float => ({ network, what: token.asset, units, role: "treasury" })
            ), { concurrency: "unbounded" })
          const fuel: Float = { network, what: "SOL", units: yield* balances.lamports(payer.address), role: "fuel" }
          return [...treasuries, fuel]
        })),
      carry: available(Effect.provide(carrying.carry, context))
    }
    return adapter
  })

  return {
    chain,
    verify: Effect.gen(function*() {
      yield* checkNetwork(nodes, tokens)
      yield* checkNonces(nodes, pool, payer.address)
      isChecked = true
    }),
    nodes: nodes.states,
    prepare: accounts.create(pool, createWithinMs)
  }
}
