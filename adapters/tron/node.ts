// The questions that are asked of one TRON node over its HTTP interface: of its full node, and of its solidity node where what is said
// has to be solidified.
import { Effect, type Redacted, Redacted as Secret, Schema } from "effect"
import { type Credentials, makeHttpClient } from "../http-client/client.ts"
import { exactJsonAs } from "../http-client/json.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import { hexOf } from "./address.ts"
import type { Account, At, Landing, Prices, Trial } from "./node-answers.ts"
import {
  AccountJson,
  BlockJson,
  Broadcast,
  ContractJson,
  Info,
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
  readonly credentials?: Credentials
  /** Of one question. Milliseconds, 4,000 unless given. */
  readonly timeoutMs?: number
}

/** One node. Throws `TypeError` on an address that cannot be one. */
export const makeNode = ({ credentials, name, solidityUrl, timeoutMs = 4_000, url }: NodeSettings) => {
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

  const away = (reason: string) => new NodeAway({ reason: `${name}: ${reason}` })

  const answered = Effect.fnUntraced(function*(at: At, route: string, json: unknown) {
    const path = `/${at === "head" ? "wallet" : "walletsolidity"}/${route}`
    const call = { route: `POST ${path}`, method: "POST", path, json } as const
    const answer = yield* Effect.mapError((at === "head" ? full : solidity).call(call), ({ reason }) => away(reason))
    return answer.status === 200
      ? exactJsonAs(answer, Schema.Unknown) ?? (yield* away("an answer that is no JSON"))
      : yield* away(`HTTP ${answer.status}`)
  })

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

  const blockAt = (height: bigint) =>
    Effect.map(
      find("solid", "getblockbynum", { num: Number(height) }, BlockJson),
      (found) => found && blockOf(found)
    )

  return {
    name,
    /** The id of the first block, which no two networks share. */
    genesis: Effect.map(blockAt(0n), (found) => found?.hash),
    solidHead: Effect.map(ask("solid", "getnowblock", {}, BlockJson), blockOf),
    solidBlock: blockAt,
    /** Where a transaction is in a solidified block. */
    landing: Effect.fnUntraced(function*(id: string) {
      const info = yield* find("solid", "gettransactioninfobyid", { value: id }, Info)
      if (info === undefined) return undefined
      const block = yield* blockAt(info.blockNumber)
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
