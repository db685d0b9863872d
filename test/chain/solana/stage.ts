// What a row of the table of faults plays on: a network, lines to it that can be disturbed, an adapter with keys of its own, a receiver and
// a wallet; and what the port answered, in words.
import { Effect, Option, Redacted } from "effect"
import { makeQuorum } from "../../../adapters/rpc-quorum/quorum.ts"
import type { SolanaSettings } from "../../../adapters/solana/index.ts"
import { makeNode } from "../../../adapters/solana/node.ts"
import { makeNonceAccounts } from "../../../adapters/solana/nonce-accounts.ts"
import { tokenAccountOf } from "../../../adapters/solana/programs.ts"
import { SolanaTransfers } from "../../../adapters/solana/transfer-record.ts"
import { get } from "../../../core/engine/store/records.ts"
import type { DeliveryOrder, SignedSpend, SpendOrder } from "../../../core/ports/chain.ts"
import { openPlane } from "../../support/anvil-chain.ts"
import { until } from "../../support/anvil.ts"
import { type Row, later, linesTo, listening } from "../stage.ts"
import { type PlainSolana, signerOf } from "./adapter-of.ts"
import { type World, freshAddress, freshWallet } from "./world.ts"

let count = 0

export const openStage = async (world: World, nodes: 1 | 3 = 1) => {
  const [keys, plane, wallet, way] = await Promise.all([
    world.freshKeys(),
    openPlane(),
    freshWallet(),
    linesTo(world.node.url, nodes)
  ])
  const { USDC, USDT } = world.tokens
  await world.give(USDC, wallet.address, 10_000_000n)
  const to = freshAddress()
  const { answers, asking, heard } = listening("solana")

  /** An instance of the adapter. */
  const open = (parts: Partial<PlainSolana> = {}, signers: Partial<SolanaSettings["signers"]> = {}, on = plane) => {
    const opened = world.opened(keys, {
      nodes: way.lines.map(({ url }, place) => ({ name: `node-${place}`, url })),
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
      cancel: (operationId: string) =>
        heard(chain.cancel?.({ operationId, network: "solana" }) ?? Effect.die("it cancels nothing")),
      /** Cancels until it is known what became of it, and takes down the last answer. */
      cancelled: async (operationId: string) => {
        const asked = chain.cancel?.({ operationId, network: "solana" }) ?? Effect.die("it cancels nothing")
        const found = await until(() => Effect.runPromise(asked), ({ _tag }) => _tag !== "Unknown")
        return heard(Effect.succeed(found))
      },
      lookUpSigned: (spend: SignedSpend) => heard(chain.lookUpSigned?.(spend) ?? Effect.die("it looks up nothing")),
      sentSince: (since: number) =>
        Effect.runPromise(chain.sentSince?.({ network: "solana", since }) ?? Effect.die("it shows nothing")),
      spentSince: (from: string, since: number) =>
        Effect.runPromise(
          chain.spentSince?.({ network: "solana", from, since, until: Date.now() }) ?? Effect.die("it shows nothing")
        ),
      sign: (order: SpendOrder) => Effect.runPromise(chain.sign(order, wallet.seed)),
      ...asking(chain)
    }
  }

  return {
    world,
    keys,
    plane,
    wallet,
    to,
    ...way,
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
    moved: () => world.received(USDC, to)
  }
}

export type Stage = Awaited<ReturnType<typeof openStage>>

/** Has another transaction use up the nonce that a spend was signed over. */
export const useUpNonceOf = async ({ keys, payer, plane, world }: Stage, operationId: string): Promise<void> => {
  const stored = Option.getOrThrow(
    await Effect.runPromise(Effect.provide(get(SolanaTransfers, operationId), plane))
  )
  const lifetime = stored.value.attempts[0]?.lifetime
  if (lifetime?._tag !== "Nonce") throw new Error("it has no nonce")
  const node = makeNode({ name: "one", url: Redacted.make(world.node.url) })
  const nodes = makeQuorum({ members: [{ name: "one", node }], agree: 1 })
  const { useUp } = makeNonceAccounts(nodes, { address: payer, signer: signerOf(keys.fees) })
  await Effect.runPromise(useUp(lifetime))
  await world.slots(3)
}

/** The newest signed transaction of an operation. */
export const wireOf = async ({ plane }: Stage, operationId: string): Promise<string> => {
  const stored = Option.getOrThrow(
    await Effect.runPromise(Effect.provide(get(SolanaTransfers, operationId), plane))
  )
  return stored.value.attempts.at(-1)?.wire ?? ""
}

/** Sends bytes past the adapter. */
export const sendRaw = ({ world }: Stage, wire: string): Promise<unknown> =>
  world.ask<unknown>("sendTransaction", wire, { encoding: "base64", skipPreflight: true }).catch(() => undefined)

/** One row of the table. */
export interface Fault extends Row {
  readonly moved: 0 | 1 | 2
  /** How many nodes there are, of which two have to agree; one unless given. */
  readonly nodes?: 3
  /** Whether blockhashes have to expire, which takes a network with short slots. */
  readonly expires?: true
  readonly act: (stage: Stage) => Promise<unknown>
}
