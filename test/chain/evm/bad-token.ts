// The token of tests that changes its ways, compiled and deployed on a development network.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import solc from "solc"
import {
  type Abi,
  type Address,
  type Hex,
  createWalletClient,
  encodeFunctionData,
  http,
  keccak256,
  parseAbiItem
} from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import type { Token } from "../../../adapters/evm/contracts.ts"
import { type Devnet, until } from "../../support/anvil.ts"

/** How it moves, in the order of its source. */
export const ways = ["honest", "fee", "false", "nothing", "silent", "paused", "greedy"] as const
export type Way = (typeof ways)[number]

const name = "BadToken"

interface Compiled {
  readonly contracts: {
    readonly [file: string]: {
      readonly [contract: string]: {
        readonly abi: Abi
        readonly evm: { readonly bytecode: { readonly object: string } }
      }
    }
  }
}

const compile = (): { readonly abi: Abi; readonly bytecode: Hex } => {
  const content = readFileSync(join(import.meta.dirname, `${name}.sol`), "utf8")
  const { contracts } = JSON.parse(solc.compile(JSON.stringify({
    language: "Solidity",
    sources: { [name]: { content } },
    settings: { outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } } }
  }))) as Compiled
  const contract = contracts[name]?.[name]
  if (contract === undefined) throw new Error("the token of the tests does not compile")
  return { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` }
}

let once: ReturnType<typeof compile> | undefined
const compiled = (): ReturnType<typeof compile> => once ??= compile()

export interface BadToken {
  readonly token: Token
  readonly mint: (to: Address, units: bigint) => Promise<void>
  /** Sets how it moves: in a block at once, or for a fee that puts it before what waits. */
  readonly becomes: (way: Way) => Promise<void>
  readonly blocks: (account: Address, blocked: boolean) => Promise<void>
  readonly balance: (owner: Address) => Promise<bigint>
  /** Units of every transfer to an address, oldest first. */
  readonly transfers: (to: Address) => Promise<ReadonlyArray<bigint>>
}

/** Deploys it. */
export const deployBadToken = async (devnet: Devnet): Promise<BadToken> => {
  const { abi, bytecode } = compiled()
  const account = privateKeyToAccount(generatePrivateKey())
  await devnet.fund(account.address)
  const wallet = createWalletClient({ account, transport: http(devnet.url) })
  // More than others offer, so that it comes first in its block.
  const fees = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 11n, gas: 3_000_000n, chain: null }
  const hash = await wallet.deployContract({ abi, bytecode, ...fees })
  const receipt = await until(
    () => devnet.client.getTransactionReceipt({ hash }).catch(() => undefined),
    (found) => found !== undefined
  )
  const address = receipt?.contractAddress
  if (address === undefined || address === null) throw new Error("the token of the tests is not deployed")
  const code = await devnet.client.getCode({ address })
  let nonce = 1
  const call = async (functionName: string, args: ReadonlyArray<unknown>): Promise<void> => {
    await wallet.sendTransaction({
      to: address,
      data: encodeFunctionData({ abi, functionName, args }),
      nonce: nonce++,
      ...fees
    })
  }
  return {
    token: {
      asset: "USDC",
      address,
      codeHash: keccak256(code ?? "0x"),
      level: undefined,
      blocklist: "isBlocked"
    },
    mint: (to, units) => call("mint", [to, units]),
    blocks: (account, blocked) => call("setBlocked", [account, blocked]),
    becomes: (way) => call("setWay", [ways.indexOf(way)]),
    balance: async (owner) =>
      (await devnet.client.readContract({ address, abi, functionName: "balanceOf", args: [owner] })) as bigint,
    transfers: async (to) => {
      const event = parseAbiItem("event Transfer(address indexed from, address indexed to, uint256 value)")
      const found = await devnet.client.getLogs({ address, event, args: { to }, fromBlock: 0n })
      return found.map(({ args }) => args.value ?? 0n)
    }
  }
}
