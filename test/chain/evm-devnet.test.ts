// What an empty development network is given, and what the test tokens do.
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { createWalletClient, http, parseAbi } from "viem"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { accountCode, entryPoint } from "../../adapters/evm/contracts.ts"
import { deploy } from "../../adapters/evm/devnet/deploy.ts"
import { addressOf } from "../../adapters/evm/devnet/test-token.ts"
import { type Devnet, emptyDevnet } from "../support/anvil.ts"
import { freshWallet } from "../support/anvil-chain.ts"

let devnet: Devnet

beforeAll(async () => {
  devnet = await emptyDevnet()
})

afterAll(() => devnet.stop())

const root = join(import.meta.dirname, "../..")

const abi = parseAbi([
  "function symbol() view returns (string)",
  "function name() view returns (string)",
  "function decimals() view returns (uint8)",
  "function totalSupply() view returns (uint256)",
  "function allowance(address, address) view returns (uint256)",
  "function mint(address to, uint256 value)",
  "function fill(address to, uint256 level)",
  "function transfer(address to, uint256 value) returns (bool)",
  "function approve(address spender, uint256 value) returns (bool)",
  "function transferFrom(address from, address to, uint256 value) returns (bool)"
])

it("is given the contracts at the addresses that they have everywhere, once", async () => {
  const { stdout } = await promisify(execFile)(join(root, "node_modules/.bin/node"), ["hosts/devnet/main.ts"], {
    cwd: root,
    env: { PATH: process.env["PATH"], PONTEPAY_SANDBOX_EVM_RPC_URL: devnet.url }
  })
  const expected = [
    `${entryPoint}  EntryPoint`,
    `${accountCode}  Simple7702Account`,
    `${addressOf("BRLH")}  BRLH`,
    `${addressOf("USDH")}  USDH`
  ]
  expect(stdout.trimEnd().split("\n")).toEqual(expected)
  expect((await deploy(devnet.url)).map(({ address, isNew, name }) => [`${address}  ${name}`, isNew])).toEqual(
    expected.map((line) => [line, false])
  )
})

describe("a test token", () => {
  const read = (token: "BRLH" | "USDH") => ({ address: addressOf(token), abi })
  const as = async (from: string, functionName: "mint" | "fill" | "transfer" | "approve", to: string, value: bigint) =>
    devnet.client.simulateContract({
      ...read("USDH"),
      functionName,
      args: [to as `0x${string}`, value],
      account: from as `0x${string}`
    })
  const sent = async (from: string, functionName: "mint" | "fill" | "transfer", to: string, value: bigint) => {
    const { request } = await as(from, functionName, to, value)
    await devnet.ask({ method: "anvil_impersonateAccount", params: [from] })
    await devnet.fund(from as `0x${string}`)
    await createWalletClient({ transport: http(devnet.url) }).writeContract({ ...request, chain: null })
  }

  it.each([["BRLH", 18], ["USDH", 6]] as const)("%s has %i decimals", async (token, decimals) => {
    const { client } = devnet
    expect(await client.readContract({ ...read(token), functionName: "symbol" })).toBe(token)
    expect(await client.readContract({ ...read(token), functionName: "name" })).toBe(token)
    expect(await client.readContract({ ...read(token), functionName: "decimals" })).toBe(decimals)
  })

  it("fills up to a level and no further, and moves no more than there is", async () => {
    const [{ address: one }, { address: two }] = [await freshWallet(), await freshWallet()]
    await sent(one, "fill", one, 100n)
    await sent(two, "fill", one, 100n)
    await sent(two, "fill", one, 60n)
    expect(await devnet.tokens("USDH", one)).toBe(100n)
    await expect(as(one, "transfer", two, 101n)).rejects.toThrow("reverted")
    await sent(one, "transfer", two, 40n)
    await sent(one, "transfer", one, 60n)
    await sent(one, "mint", two, 1n)
    expect([await devnet.tokens("USDH", one), await devnet.tokens("USDH", two)]).toEqual([60n, 41n])
    expect(await devnet.client.readContract({ ...read("USDH"), functionName: "totalSupply" })).toBe(101n)
  })

  it("is moved by another only as far as it was allowed", async () => {
    const [{ address: owner }, { address: spender }] = [await freshWallet(), await freshWallet()]
    await sent(owner, "fill", owner, 10n)
    await expect(
      devnet.client.simulateContract({
        ...read("USDH"),
        functionName: "transferFrom",
        args: [owner, spender, 1n],
        account: spender
      })
    ).rejects.toThrow("reverted")
  })
})
