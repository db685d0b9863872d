// The questions that are asked of one TRON node over its HTTP interface: of its full node, and of its solidity node where what is said
// has to be solidified. Events of many blocks are asked of its JSON-RPC interface, which alone finds them without each block.
import { Effect, type Redacted, Redacted as Secret, Schema } from "effect"
import { type Credentials, type HttpClient, makeHttpClient } from "../http-client/client.ts"
import { exactJsonAs } from "../http-client/json.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import { makePace } from "../rpc-quorum/pace.ts"
import { accountOf, hexOf } from "./address.ts"
import type { Account, At, Landing, Prices, Trial } from "./node-answers.ts"
import {
  AccountJson,
  BlockJson,
  Broadcast,
  ContractJson,
  Info,
  LogsJson,
  Parameters,
  Resources,
  Size,
  TrialJson,
  blockOf,
  isNothing,
  orZero
} from "./node-answers.ts"

export interface NodeSettings {
  /** For logs and `/ready`: the address may hold a key. */
  readonly name: string
  /** Where `/wallet/` begins: https, or http on this machine. */
  readonly url: Redacted.Redacted
  /** Where `/walletsolidity/` begins, unless it is the same. */
  readonly solidityUrl?: Redacted.Redacted
  /** Where `/jsonrpc` begins, unless it is the same. */
  readonly jsonRpcUrl?: Redacted.Redacted
  readonly credentials?: Credentials
  /** Of one question. Milliseconds, 4,000 unless given. */
  readonly timeoutMs?: number
  /** Requests that it takes in a second; as many as there are unless given. */
  readonly perSecond?: number
}

/** One node. Throws `TypeError` on an address that cannot be one. */
export const makeNode = (
  { credentials, jsonRpcUrl, name, perSecond, solidityUrl, timeoutMs = 4_000, url }: NodeSettings
) => {
  const client = (base: Redacted.Redacted) =>
    makeHttpClient({
      name,
      baseUrl: Secret.value(base),
      timeoutMs,
      mostBytes: 8_388_608,
      ...credentials === undefined ? {} : { credentials }
    })
  const full = client(url)
  const solidity = solidityUrl === undefined ? full : client(solidityUrl)
  const jsonRpc = jsonRpcUrl === undefined ? full : client(jsonRpcUrl)

  const pace = perSecond === undefined ? undefined : makePace(perSecond)

  const away = (reason: string) => new NodeAway({ reason: `${name}: ${reason}` })

  const posted = Effect.fnUntraced(function*(to: HttpClient, path: string, json: unknown) {
    if (pace !== undefined) yield* Effect.mapError(pace(timeoutMs), ({ reason }) => away(reason))
    const call = { route: `POST ${path}`, method: "POST", path, json } as const
    const answer = yield* Effect.mapError(to.call(call), ({ reason }) => away(reason))
    return answer.status === 200
      ? exactJsonAs(answer, Schema.Unknown) ?? (yield* away("an answer that is no JSON"))
      : yield* away(`HTTP ${answer.status}`)
  })

  const answered = (at: At, route: string, json: unknown) =>
    at === "head" ? posted(full, `/wallet/${route}`, json) : posted(solidity, `/walletsolidity/${route}`, json)

  const read = <A>(value: unknown, schema: Schema.Decoder<A>) =>
    Effect.mapError(Schema.decodeUnknownEffect(schema)(value), () => away("an answer that cannot be read"))

  const ask = <A>(at: At, route: string, json: unknown, schema: Schema.Decoder<A>) =>
    Effect.flatMap(answered(at, route, json), (value) => read(value, schema))

  /** Undefined where the node says that there is no such thing. */
  const find = <A>(at: At, route: string, json: unknown, schema: Schema.Decoder<A>) =>
    Effect.flatMap(
      answered(at, route, json),
      (value): Effect.Effect<A | undefined, NodeAway> => isNothing(value) ? Effect.undefined : read(value, schema)
    )

  const blockAt = (at: At, height: bigint) =>
    Effect.map(find(at, "getblockbynum", { num: Number(height) }, BlockJson), (found) => found && blockOf(found))

  return {
    name,
    /** The id of the first block, which no two networks share. */
    genesis: Effect.map(blockAt("solid", 0n), (found) => found?.hash),
    solidHead: Effect.map(ask("solid", "getnowblock", {}, BlockJson), blockOf),
    solidBlock: (height: bigint) => blockAt("solid", height),
    head: Effect.map(ask("head", "getnowblock", {}, BlockJson), blockOf),
    /** The transactions of a range of blocks with an event of these first topics by one of these contracts. */
    withEvent: (
      { from, to, tokens, topics }: {
        readonly from: bigint
        readonly to: bigint
        readonly tokens: ReadonlyArray<string>
        readonly topics: ReadonlyArray<string>
      }
    ) => {
      const params = [{
        fromBlock: `0x${from.toString(16)}`,
        toBlock: `0x${to.toString(16)}`,
        address: tokens.map((token) => `0x${accountOf(token)}`),
        topics: topics.map((topic) => `0x${topic}`)
      }]
      const json = { jsonrpc: "2.0", id: 1, method: "eth_getLogs", params }
      return posted(jsonRpc, "/jsonrpc", json).pipe(
        Effect.flatMap((answer) => read(answer, LogsJson)),
        Effect.map(({ result }) => result.map(({ transactionHash }) => transactionHash.replace(/^0x/, "")))
      )
    },
    /** Where a transaction is in a block. */
    landing: Effect.fnUntraced(function*(id: string, at: At = "solid") {
      const info = yield* find(at, "gettransactioninfobyid", { value: id }, Info)
      if (info === undefined) return undefined
      const block = yield* blockAt(at, info.blockNumber)
      if (info.id !== id || block === undefined) return yield* away("what it says of a transaction does not fit")
      const landing: Landing = {
        height: info.blockNumber,
        blockHash: block.hash,
        result: info.receipt?.result,
        isFailed: info.result === "FAILED",
        feeSun: orZero(info.fee),
        logs: (info.log ?? []).map(({ address, data = "", topics = [] }) => ({ address, data, topics }))
      }
      return landing
    }),
    account: Effect.fnUntraced(function*(address: string) {
      const [account, resources] = yield* Effect.all([
        find("head", "getaccount", { address: hexOf(address) }, AccountJson),
        ask("head", "getaccountresource", { address: hexOf(address) }, Resources)
      ], { concurrency: "unbounded" })
      const left = (limit: bigint | undefined, used: bigint | undefined): bigint =>
        orZero(limit) > orZero(used) ? orZero(limit) - orZero(used) : 0n
      const free = left(resources.freeNetLimit, resources.freeNetUsed)
      const staked = left(resources.NetLimit, resources.NetUsed)
      const found: Account = {
        exists: account !== undefined,
        sun: orZero(account?.balance),
        energy: left(resources.EnergyLimit, resources.EnergyUsed),
        // The network takes a transaction's bytes from one of the two, never from both.
        bandwidth: free > staked ? free : staked,
        totalEnergy: orZero(resources.TotalEnergyLimit),
        totalEnergyWeight: orZero(resources.TotalEnergyWeight)
      }
      return found
    }),
    prices: Effect.map(ask("head", "getchainparameters", {}, Parameters), ({ chainParameter }): Prices => {
      const value = (key: string) => orZero(chainParameter.find((each) => each.key === key)?.value)
      return {
        energy: value("getEnergyFee"),
        byte: value("getTransactionFee"),
        account: value("getCreateNewAccountFeeInSystemContract"),
        accountBytes: value("getCreateAccountFee")
      }
    }),
    /** How much of its stake an account can still lend, in sun. */
    lendable: (address: string) =>
      Effect.map(
        ask("head", "getcandelegatedmaxsize", { owner_address: hexOf(address), type: 1 }, Size),
        ({ max_size }) => orZero(max_size)
      ),
    /** The hash of a contract's code; undefined where there is no contract. */
    codeHash: (address: string) =>
      Effect.map(
        find("head", "getcontract", { value: hexOf(address) }, ContractJson),
        (found) => found && (found.code_hash ?? "")
      ),
    /** Tries a call and changes nothing. */
    trial: Effect.fnUntraced(
      function*(at: At, call: { readonly from: string; readonly to: string; readonly data: string }) {
        const json = { owner_address: hexOf(call.from), contract_address: hexOf(call.to), data: call.data }
        const { constant_result = [], energy_used, result } = yield* ask(at, "triggerconstantcontract", json, TrialJson)
        if (result.result !== true) return yield* away("it could not try a call")
        const data = constant_result[0] ?? ""
        // A call that was reverted is a result too, and the message says so.
        const tried: Trial = result.message === undefined
          ? { _tag: "Ran", energy: orZero(energy_used), data }
          : { _tag: "Reverted", data }
        return tried
      }
    ),
    /** The code of its answer. */
    broadcast: (signed: string) =>
      Effect.flatMap(
        ask("head", "broadcasthex", { transaction: signed }, Broadcast),
        ({ code, result }) =>
          result === true
            ? Effect.succeed("SUCCESS")
            : code === undefined
            ? away("a broadcast without a code")
            : Effect.succeed(code)
      ),
    state: full.state
  }
}

export type TronNode = ReturnType<typeof makeNode>
