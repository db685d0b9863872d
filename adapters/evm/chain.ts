// The chain port on a real EVM network. What moves is a user operation with a nonce made of our operation id (0075); it is
// stored with the transaction that carries it before anything is sent, and it is told Done or Refused by its event in a
// final block alone (0076). Everything else is Unknown, and asking again carries it further.
import { Effect, Redacted, Schema } from "effect"
import { type Address, type Hex, isAddress, isAddressEqual } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import type { Network } from "../../core/address/network.ts"
import type { AssetCode } from "../../core/money/assets.ts"
import type { NativeCoin } from "../../core/money/coins.ts"
import { ChainUnavailable, type Float, type SignedSpend } from "../../core/ports/chain.ts"
import type { ChainAdapter } from "../../core/ports/moving/adapter.ts"
import { type Unknown, held, refused, unknown } from "../../core/ports/outcome.ts"
import type { Store } from "../../core/ports/store.ts"
import type { Token } from "./contracts.ts"
import { makeMovements } from "./movements.ts"
import { NodeAway, makeNode } from "./node.ts"
import { makeRelayer } from "./relayer.ts"
import type { Finality } from "./standing.ts"
import { HexText, SignedOperation, type TokenTransfer, signOperation } from "./user-operation.ts"
import { walletAccount } from "./wallet-key.ts"

export interface EvmConfig {
  /** Of the node; it may hold the key of whoever runs it. */
  readonly url: Redacted.Redacted
  readonly chainId: number
  /** Private keys of the service: who pays for gas, and whose tokens are delivered. */
  readonly relayer: Redacted.Redacted<Hex>
  readonly treasury: Redacted.Redacted<Hex>
  readonly tokenOf: (asset: AssetCode, network: Network) => Token | undefined
  /** What a wallet's holdings are looked for in, and the network that they are shown on. */
  readonly shown: { readonly network: Network; readonly tokens: ReadonlyArray<Token> }
  readonly finality: Finality
  /** What the network takes its fees in. */
  readonly coin: NativeCoin
  /** How long `deliver` and `submit` wait for it before they answer Unknown. */
  readonly patienceMs: number
}

/** What is signed for a wallet's spend, with what tells whether the wallet can pay it. */
const Signed = Schema.fromJsonString(Schema.Struct({
  token: HexText,
  units: Schema.toCodecJson(Schema.BigInt),
  level: Schema.NullOr(Schema.toCodecJson(Schema.BigInt)),
  operation: Schema.toCodecJson(SignedOperation)
}))

const encodeSigned = Schema.encodeSync(Signed)
const decodeSigned = Schema.decodeSync(Signed)

const make = (config: EvmConfig) => {
  const { chainId } = config
  const node = makeNode({ url: Redacted.value(config.url), chainId })
  const payer = privateKeyToAccount(Redacted.value(config.relayer))
  const relayer = makeRelayer({ chainId, account: payer }, node)
  const treasury = privateKeyToAccount(Redacted.value(config.treasury))

  const movements = makeMovements(config, node, relayer)

  const operationOf = Effect.fnUntraced(function*(
    operationId: string,
    transfer: TokenTransfer,
    account: Parameters<typeof signOperation>[1]
  ) {
    const delegatesAt = (yield* node.hasCode(account.address))
      ? undefined
      : yield* node.transactionCount(account.address)
    return yield* Effect.promise(() => signOperation({ operationId, chainId, transfer, delegatesAt }, account))
  })

  /** What an account can spend: a test token is filled up as part of the payment. */
  const holds = (token: Token, owner: Address) =>
    Effect.map(node.tokenBalance(token.address, owner), (units) => greater(units, token.level ?? 0n))

  return {
    treasury: treasury.address,
    holds,
    /** What is delivered from, and what pays for gas. A test token is filled up as part of a payment. */
    floats: (network: Network, tokens: ReadonlyArray<Token>) =>
      Effect.gen(function*() {
        const fuel: Float = { network, what: config.coin, units: yield* node.balance(payer.address), role: "fuel" }
        const treasuries = yield* Effect.forEach(
          tokens.filter(({ level }) => level === undefined),
          ({ address, asset }) =>
            Effect.map(
              node.tokenBalance(address, treasury.address),
              (units): Float => ({ network, what: asset, units, role: "treasury" })
            ),
          { concurrency: "unbounded" }
        )
        return [...treasuries, fuel]
      }),
    lookUp: movements.lookUp,
    deliver: Effect.fnUntraced(function*(operationId: string, token: Token, to: Address, units: bigint) {
      const given = token.level === undefined ? token : { ...token, level: greater(token.level, units) }
      const transfer = { token: given, from: treasury.address, to, units }
      const begun = Effect.gen(function*() {
        // No reason to fail a delivery: it is made when there is enough.
        const there = yield* holds(given, treasury.address)
        if (there < units) return held("float", `${units} of ${token.asset} are to be sent, and ${there} are there`)
        return yield* movements.begin(operationId, yield* operationOf(operationId, transfer, treasury))
      })
      return yield* movements.once(operationId, begun)
    }),
    sign: Effect.fnUntraced(function*(operationId: string, transfer: TokenTransfer, seed: Uint8Array) {
      const account = yield* Effect.promise(() => walletAccount(seed))
      if (!isAddressEqual(account.address, transfer.from)) return yield* Effect.die("the seed is another wallet's")
      const operation = yield* operationOf(operationId, transfer, account)
      const { token, units } = transfer
      return encodeSigned({ token: token.address, level: token.level ?? null, units, operation })
    }),
    submit: Effect.fnUntraced(function*({ operationId, payload }: SignedSpend) {
      const { level, operation, token, units } = decodeSigned(payload)
      const begun = Effect.gen(function*() {
        const balance = greater(yield* node.tokenBalance(token, operation.sender), level ?? 0n)
        return balance < units
          ? yield* movements.refuse(operationId, operation, "the wallet holds less")
          : yield* movements.begin(operationId, operation)
      })
      return yield* movements.once(operationId, begun)
    })
  }
}

const problemOf = (error: unknown): string =>
  error instanceof NodeAway ? error.reason : "the records of the chain cannot be asked"

/** An answer in any case: what could not be asked is Unknown. */
const outcome = <A, R>(
  answer: Effect.Effect<A, unknown, R>
): Effect.Effect<A | Unknown, never, R> =>
  answer.pipe(Effect.catch((error) => Effect.succeed(unknown(problemOf(error)))))

const available = <A, R>(answer: Effect.Effect<A, NodeAway, R>): Effect.Effect<A, ChainUnavailable, R> =>
  Effect.mapError(answer, ({ reason }) => new ChainUnavailable({ reason }))

/** The chain over the data plane that keeps its records. */
export const makeChain = (config: EvmConfig): Effect.Effect<ChainAdapter, never, Store> =>
  Effect.map(Effect.context<Store>(), (context) => {
    const chain = make(config)
    const tokenOf = (asset: AssetCode, network: Network) =>
      Effect.fromNullishOr(config.tokenOf(asset, network)).pipe(
        Effect.mapError(() => new ChainUnavailable({ reason: `no token stands for ${asset} on ${network}` }))
      )
    return {
      absentAfterMs: 0,
      deliver: ({ address, asset, network, operationId, units }) => {
        const token = config.tokenOf(asset, network)
        if (token === undefined) return Effect.succeed(refused(`no token stands for ${asset} on ${network}`))
        if (!isAddress(address, { strict: false })) return Effect.succeed(refused(`not an address of ${network}`))
        return Effect.provide(outcome(chain.deliver(operationId, token, address, units)), context)
      },
      sign: ({ asset, from, network, operationId, sendBefore, to, units }, seed) =>
        Effect.flatMap(tokenOf(asset, network), (token) =>
          Effect.map(
            available(chain.sign(
              operationId,
              { token, from: from.evm as Address, to: to as Address, units },
              Redacted.value(seed)
            )),
            (payload) => ({ operationId, network, payload, sendBefore })
          )),
      submit: (spend) => Effect.provide(outcome(chain.submit(spend)), context),
      lookUp: ({ operationId }) => Effect.provide(outcome(chain.lookUp(operationId)), context),
      settlement: () => ({ chainId: config.chainId, family: "evm" }),
      treasury: () => Effect.succeed(chain.treasury),
      spendable: ({ addresses, asset, network }) => {
        const token = config.tokenOf(asset, network)
        return token === undefined ? Effect.succeed(0n) : available(chain.holds(token, addresses.evm as Address))
      },
      holdings: (addresses) =>
        available(
          Effect.forEach(
            config.shown.tokens,
            (token) =>
              Effect.map(chain.holds(token, addresses.evm as Address), (units) => ({
                asset: token.asset,
                network: config.shown.network,
                units
              })),
            { concurrency: "unbounded" }
          )
        ),
      floats: () => available(chain.floats(config.shown.network, config.shown.tokens))
    }
  })

const greater = (a: bigint, b: bigint): bigint => a > b ? a : b
