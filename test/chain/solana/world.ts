// A Solana network with what a service has there: two stablecoins (one of each token program), a funded treasury, a payer of fees and a
// pool of nonce accounts; and what a test does to it and reads of it.
import { randomBytes } from "node:crypto"
import { ed25519 } from "@noble/curves/ed25519.js"
import { base58 } from "@scure/base"
import { type Context, Effect, Redacted } from "effect"
import { programs, tokenAccountOf } from "../../../adapters/solana/programs.ts"
import type { SolanaChain, SolanaToken } from "../../../adapters/solana/index.ts"
import { signedByWallet } from "../../../adapters/solana/wallet-key.ts"
import type { ChainAdapter } from "../../../core/ports/moving/adapter.ts"
import type { Store } from "../../../core/engine/store/store.ts"
import { type PlainSolana, openFrom } from "./adapter-of.ts"
import { type Surfnet, startSurfnet } from "./surfnet.ts"

export type Plane = Context.Context<Store>

const hexKey = (): string => randomBytes(32).toString("hex")
const addressOf = (hex: string): string => base58.encode(ed25519.getPublicKey(Buffer.from(hex, "hex")))

/** An address of a new key. */
export const freshAddress = (): string => addressOf(hexKey())

const u64 = (units: bigint): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(units)
  return bytes
}

type Balances =
  | ReadonlyArray<{ readonly accountIndex: string; readonly uiTokenAmount: { readonly amount: string } }>
  | null

/** What is read of a transaction in a block. */
interface Transaction {
  readonly meta: { readonly err: unknown; readonly preTokenBalances: Balances; readonly postTokenBalances: Balances }
  readonly transaction: { readonly message: { readonly accountKeys: ReadonlyArray<string> } }
}

const supply = 10n ** 15n
/** How many signatures the network gives at once. */
const mostSignatures = 1_000

/** A mint as the programs store it; extensions as type and bytes. */
const mintData = (
  authority: string,
  decimals: number,
  extensions: ReadonlyArray<readonly [type: number, bytes: Uint8Array]> = []
): string => {
  const key = Buffer.from(base58.decode(authority))
  const option = Buffer.from([1, 0, 0, 0])
  const base = Buffer.concat([option, key, u64(supply), Buffer.from([decimals, 1]), option, key])
  if (extensions.length === 0) return base.toString("hex")
  const entries = extensions.map(([type, bytes]) => {
    const head = Buffer.alloc(4)
    head.writeUInt16LE(type, 0)
    head.writeUInt16LE(bytes.length, 2)
    return Buffer.concat([head, bytes])
  })
  return Buffer.concat([base, Buffer.alloc(165 - base.length), Buffer.from([1]), ...entries]).toString("hex")
}

export interface TestWallet {
  readonly seed: Redacted.Redacted<Uint8Array>
  readonly address: string
  readonly addresses: { readonly evm: string; readonly tron: string; readonly solana: string }
}

export const freshWallet = async (entropy: Uint8Array = randomBytes(16)): Promise<TestWallet> => {
  const { address } = await signedByWallet(entropy, new Uint8Array())
  return { seed: Redacted.make(entropy), address, addresses: { evm: "", tron: "", solana: address } }
}

export interface Keys {
  readonly treasury: string
  readonly fees: string
}

const over = async (node: Surfnet) => {
  const { ask } = node
  const issuer = freshAddress()
  const genesisHash = await ask<string>("getGenesisHash")

  const writeAccount = (account: string, parts: Readonly<Record<string, unknown>>) =>
    ask<unknown>("surfnet_setAccount", account, parts)
  const fund = (account: string, lamports: number) => writeAccount(account, { lamports })

  /** Writes a mint and answers the token of it. */
  const mint = async (
    token: Omit<SolanaToken, "mint">,
    extensions: ReadonlyArray<readonly [number, Uint8Array]> = [],
    at = freshAddress()
  ): Promise<SolanaToken> => {
    await writeAccount(at, {
      lamports: 10_000_000,
      owner: programs[token.program],
      data: mintData(issuer, 6, extensions)
    })
    return { ...token, mint: at }
  }

  /** Gives a mint extensions, as only its maker could; call what comes back to take them away. */
  const extended = async (
    { mint: at, program }: SolanaToken,
    extensions: ReadonlyArray<readonly [number, Uint8Array]>
  ) => {
    const write = (more: typeof extensions) =>
      writeAccount(at, { lamports: 10_000_000, owner: programs[program], data: mintData(issuer, 6, more) })
    await write(extensions)
    return () => write([])
  }

  /** Gives tokens to an owner, as an issuer would. */
  const give = (token: SolanaToken, owner: string, units: bigint, state = "initialized") =>
    ask<unknown>(
      "surfnet_setTokenAccount",
      owner,
      token.mint,
      { amount: Number(units), state },
      programs[token.program]
    )

  const tokensOf = async (token: SolanaToken, owner: string): Promise<bigint> => {
    const account = await tokenAccountOf(token, owner)
    const { value } = await ask<{ readonly value: { readonly data: readonly [string] } | null }>(
      "getAccountInfo",
      account,
      { encoding: "base64" }
    )
    return value === null ? 0n : Buffer.from(value.data[0], "base64").readBigUInt64LE(64)
  }
  const lamportsOf = async (account: string): Promise<bigint> =>
    BigInt((await ask<{ readonly value: string }>("getBalance", account)).value)

  const transactionsOf = async (account: string): Promise<ReadonlyArray<Transaction>> => {
    const found: Array<{ readonly signature: string }> = []
    for (let page: ReadonlyArray<{ readonly signature: string }>;;) {
      const before = found.at(-1)?.signature
      page = await ask("getSignaturesForAddress", account, { limit: mostSignatures, ...before && { before } })
      found.push(...page)
      if (page.length < mostSignatures) break
    }
    return Promise.all(
      found.toReversed().map(({ signature }) =>
        ask<Transaction>("getTransaction", signature, { encoding: "json", maxSupportedTransactionVersion: 0 })
      )
    )
  }

  /** Units of every transaction that brought an owner tokens, oldest first, by the network's own balances. */
  const received = async (token: SolanaToken, owner: string): Promise<ReadonlyArray<bigint>> => {
    const account = await tokenAccountOf(token, owner)
    const units = (balances: Balances, place: number): bigint =>
      BigInt(balances?.find(({ accountIndex }) => Number(accountIndex) === place)?.uiTokenAmount.amount ?? "0")
    return (await transactionsOf(account)).flatMap(({ meta, transaction }) => {
      const place = transaction.message.accountKeys.indexOf(account)
      const gained = units(meta.postTokenBalances, place) - units(meta.preTokenBalances, place)
      return meta.err === null && gained > 0n ? [gained] : []
    })
  }

  const slots = async (count: number): Promise<void> => {
    const until = Number(await ask<string>("getBlockHeight")) + count
    while (Number(await ask<string>("getBlockHeight")) < until) await new Promise((resolve) => setTimeout(resolve, 10))
  }

  return {
    node,
    ask,
    genesisHash,
    writeAccount,
    fund,
    mint,
    extended,
    give,
    tokensOf,
    lamportsOf,
    received,
    transactionsOf,
    slots
  }
}

/** Opens the network. Blocks come every 20 milliseconds by default, so that they are final after 0.6 seconds. */
export const openWorld = async (slotMs = 20) => {
  const network = await over(startSurfnet(slotMs))
  const tokens = {
    USDT: await network.mint({ asset: "USDT", program: "spl-token" }),
    USDC: await network.mint({ asset: "USDC", program: "token-2022" })
  }

  /** Keys that no one used, with lamports for fees and tokens in the treasury. */
  const freshKeys = async (): Promise<Keys> => {
    const keys = { treasury: hexKey(), fees: hexKey() }
    await network.fund(addressOf(keys.fees), 10_000_000_000)
    for (const token of Object.values(tokens)) await network.give(token, addressOf(keys.treasury), 1_000_000_000_000n)
    return keys
  }

  const plain = (keys: Keys, parts: Partial<PlainSolana> = {}): PlainSolana => ({
    nodes: [{ name: "one", url: network.node.url }],
    agree: 1,
    genesisHash: network.genesisHash,
    tokens: Object.values(tokens),
    keys,
    nonceAccounts: 3,
    floor: "1000",
    ceiling: "1000000",
    accountsPerHolderAndDay: 5,
    patienceMs: 3_000,
    ...parts
  })

  const opened = (
    keys: Keys,
    parts: Partial<PlainSolana> = {},
    signers: Parameters<typeof openFrom>[1] = {}
  ): SolanaChain => openFrom(JSON.stringify(plain(keys, parts)), signers)

  return {
    ...network,
    tokens,
    freshKeys,
    plain,
    opened,
    treasuryOf: ({ treasury }: Keys) => addressOf(treasury),
    payerOf: ({ fees }: Keys) => addressOf(fees),
    /** The adapter on a data store, as a process opens it. */
    open: (plane: Plane, keys: Keys, parts: Partial<PlainSolana> = {}): ChainAdapter =>
      Effect.runSync(Effect.provide(opened(keys, parts).chain, plane)),
    close: () => network.node.stop()
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>
