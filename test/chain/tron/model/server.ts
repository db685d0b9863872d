// The HTTP interface of a node of the model: the routes that are used, in the shapes in which TRON's nodes answer. Several nodes may be
// of one network.
import { type IncomingMessage, type ServerResponse, createServer } from "node:http"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { onLoopback } from "../../../support/loopback.ts"
import { rules } from "./accounts.ts"
import type { Block, Landed, Model } from "./model.ts"

type Question = Readonly<Record<string, unknown>>

const text = (question: Question, name: string): string => {
  const value = question[name]
  if (typeof value !== "string") throw new Error(`no ${name}`)
  return value
}

const number = (value: bigint): number => Number(value)
const orLeftOut = (name: string, value: bigint) => value === 0n ? {} : { [name]: number(value) }

const blockJson = ({ id, number: height, time }: Block) => ({
  blockID: id,
  block_header: { raw_data: { ...height === 0 ? {} : { number: height }, timestamp: time } }
})

const infoJson = ({ block, bytesSun, energySun, otherSun, ran, transaction }: Landed) => ({
  id: transaction.id,
  ...orLeftOut("fee", bytesSun + energySun + otherSun),
  blockNumber: block.number,
  blockTimeStamp: block.time,
  receipt: {
    ...orLeftOut("net_fee", bytesSun),
    ...orLeftOut("energy_fee", energySun),
    ...ran === undefined ? {} : { ...orLeftOut("energy_usage_total", ran.energy), result: ran.result }
  },
  ...ran === undefined || ran.result === "SUCCESS" ? {} : { result: "FAILED" },
  ...ran === undefined || ran.logs.length === 0 ? {} : { log: ran.logs }
})

interface LogFilter {
  readonly fromBlock: string
  readonly toBlock: string
  readonly address: ReadonlyArray<string>
  readonly topics: ReadonlyArray<string>
}

const mostBlocks = 5_000

/** What `eth_getLogs` answers, of the newest blocks too. */
const logsJson = (model: Model, question: Question) => {
  const [{ address, fromBlock, toBlock, topics }] = question["params"] as readonly [LogFilter]
  const [from, to] = [Number(fromBlock), Math.min(Number(toBlock), model.head.number)]
  if (to - from > mostBlocks) return { error: { code: -32_602, message: `exceed max block range: ${mostBlocks}` } }
  const landed = [...model.landed.values()].filter(({ block }) => block.number >= from && block.number <= to)
  return {
    result: landed.flatMap(({ block, ran, transaction }) =>
      (ran?.logs ?? []).filter((log) =>
        address.includes(`0x${log.address}`) && topics.every((topic, place) => topic === `0x${log.topics[place]}`)
      ).map((log) => ({
        address: `0x${log.address}`,
        topics: log.topics.map((topic) => `0x${topic}`),
        data: `0x${log.data}`,
        blockNumber: `0x${block.number.toString(16)}`,
        blockHash: `0x${block.id}`,
        transactionHash: `0x${transaction.id}`,
        removed: false
      }))
    )
  }
}

const routes = (model: Model) => {
  const { accounts, contracts } = model
  const infoOf = (id: string, upTo: Block) => {
    const found = model.landed.get(id)
    return found === undefined || found.block.number > upTo.number ? {} : infoJson(found)
  }
  const trial = async (question: Question, at: bigint | undefined) => {
    const [from, to, data] = [
      text(question, "owner_address"),
      text(question, "contract_address"),
      text(question, "data")
    ]
    const found = await contracts.trial(from, to, data, at)
    return {
      result: { result: true, ...found.isReverted ? { message: "REVERT opcode executed" } : {} },
      ...orLeftOut("energy_used", found.energy),
      constant_result: [found.data]
    }
  }
  const all: Readonly<Record<string, (question: Question) => unknown>> = {
    "/walletsolidity/getnowblock": () => blockJson(model.solidHead),
    "/walletsolidity/getblockbynum": ({ num }) => {
      const found = model.block(Number(num))
      return found === undefined || found.number > model.solidHead.number ? {} : blockJson(found)
    },
    "/walletsolidity/gettransactioninfobyid": (question) => infoOf(text(question, "value"), model.solidHead),
    "/walletsolidity/triggerconstantcontract": (question) => trial(question, model.solidHead.evmHeight),
    "/wallet/getnowblock": () => blockJson(model.head),
    "/wallet/getblockbynum": ({ num }) => {
      const found = model.block(Number(num))
      return found === undefined ? {} : blockJson(found)
    },
    "/jsonrpc": (question) => ({ jsonrpc: "2.0", id: question["id"], ...logsJson(model, question) }),
    "/wallet/gettransactioninfobyid": (question) => infoOf(text(question, "value"), model.head),
    "/wallet/triggerconstantcontract": (question) => trial(question, undefined),
    "/wallet/getaccount": (question) => {
      const address = text(question, "address")
      const { exists, sun } = accounts.of(address)
      return exists ? { address, ...orLeftOut("balance", sun) } : {}
    },
    "/wallet/getaccountresource": (question) => {
      const address = text(question, "address")
      const { energyUsed, exists, freeBytesUsed } = accounts.of(address)
      const whole = { TotalEnergyLimit: number(rules.totalEnergy), TotalEnergyWeight: number(rules.totalWeight) }
      return exists
        ? {
          freeNetLimit: number(rules.freeBytes),
          ...orLeftOut("freeNetUsed", freeBytesUsed),
          ...orLeftOut("EnergyLimit", accounts.energyLimit(address)),
          ...orLeftOut("EnergyUsed", energyUsed),
          ...whole
        }
        : {}
    },
    "/wallet/getchainparameters": () => ({
      chainParameter: [
        { key: "getEnergyFee", value: number(rules.energySun) },
        { key: "getTransactionFee", value: number(rules.byteSun) },
        { key: "getCreateNewAccountFeeInSystemContract", value: number(rules.newAccountSun) },
        { key: "getCreateAccountFee", value: number(rules.newAccountBytesSun) }
      ]
    }),
    "/wallet/getcandelegatedmaxsize": (question) => {
      const address = text(question, "owner_address")
      return orLeftOut("max_size", accounts.of(address).stakedSun - accounts.lentSun(address))
    },
    "/wallet/getcontract": async (question) => {
      const address = text(question, "value")
      const code = await contracts.code(address)
      return code === "" ? {} : { contract_address: address, code_hash: bytesToHex(keccak_256(hexToBytes(code))) }
    },
    "/wallet/broadcasthex": (question) => {
      const { code, id } = model.broadcast(text(question, "transaction"))
      return code === "SUCCESS" ? { result: true, txid: id } : { code, txid: id, message: "" }
    }
  }
  return all
}

/** All that was sent with a request. */
export const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Opens a node of a model on a free port. */
export const openNode = (model: Model) => {
  const known = routes(model)
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    model.questions += 1
    const route = known[request.url ?? ""]
    const said = await route?.(JSON.parse(await bodyOf(request)) as Question)
    response.writeHead(said === undefined ? 405 : 200, { "content-type": "application/json" })
    response.end(JSON.stringify(said ?? { Error: "no such route" }))
  }
  return onLoopback(createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ Error: String(error) }))
    })
  }))
}
