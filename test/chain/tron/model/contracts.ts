// The contracts of the model: their code runs on anvil, a real EVM, where an account is the last 20 bytes of its TRON address. The energy
// of a call is its gas without what Ethereum takes for the transaction itself; TRON's own machine counts other prices.
import type { Hex } from "viem"
import { type Devnet, emptyDevnet, until } from "../../../support/anvil.ts"
import artifact from "./ModelToken.json" with { type: "json" }

export interface Log {
  readonly address: string
  readonly topics: ReadonlyArray<string>
  readonly data: string
}

export type Ran =
  | { readonly result: "SUCCESS"; readonly energy: bigint; readonly logs: ReadonlyArray<Log> }
  | { readonly result: "REVERT" | "OUT_OF_ENERGY"; readonly energy: bigint; readonly logs: ReadonlyArray<Log> }

const evm = (hex: string): Hex => `0x${hex.slice(-40)}`
const bare = (hex: string): string => hex.slice(2)

const bytesOf = (data: string): ReadonlyArray<string> => data.match(/../g) ?? []

/** What Ethereum takes for a transaction beside its execution. */
const intrinsic = (data: string): bigint =>
  bytesOf(data).reduce((sum, byte) => sum + (byte === "00" ? 4n : 16n), 21_000n)

/** The least that Ethereum takes for a transaction, by its data alone; anvil makes no block of less. */
const floor = (data: string): bigint => bytesOf(data).reduce((sum, byte) => sum + (byte === "00" ? 10n : 40n), 21_000n)

const mostGas = 3_000_000n
const deployer = "ee".repeat(20)

interface Receipt {
  readonly status: Hex
  readonly gasUsed: Hex
  readonly contractAddress: Hex | null
  readonly logs: ReadonlyArray<{ readonly address: Hex; readonly topics: ReadonlyArray<Hex>; readonly data: Hex }>
}

/** What anvil says of a call that was reverted. */
const revertOf = (error: unknown): string | undefined => {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (!/revert/i.test(each.message)) continue
    const data = "data" in each && typeof each.data === "string" ? each.data : "0x"
    return bare(data)
  }
  return undefined
}

const over = (anvil: Devnet) => {
  const ask = <A>(method: string, ...params: ReadonlyArray<unknown>) => anvil.ask({ method, params }) as Promise<A>
  const impersonated = new Set<string>()

  /** Runs a transaction for nothing; undefined where anvil does not take it. */
  const alone = async (from: string, to: string | undefined, data: string, gas: bigint) => {
    if (!impersonated.has(from)) await ask("anvil_impersonateAccount", evm(from))
    impersonated.add(from)
    await ask("anvil_setNextBlockBaseFeePerGas", "0x0")
    const transaction = {
      from: evm(from),
      ...to === undefined ? {} : { to: evm(to) },
      data: `0x${data}`,
      gas: `0x${gas.toString(16)}`,
      gasPrice: "0x0"
    }
    const hash = await ask<Hex>("eth_sendTransaction", transaction).catch(() => undefined)
    if (hash === undefined) return undefined
    const found = await until(() => ask<Receipt | null>("eth_getTransactionReceipt", hash), (each) => each !== null)
    return found ?? undefined
  }

  // The price of gas is set for the next block, so one comes after the other.
  let last: Promise<unknown> = Promise.resolve()
  const sent = (...given: Parameters<typeof alone>): ReturnType<typeof alone> => {
    const next = last.then(() => alone(...given))
    last = next.catch(() => undefined)
    return next
  }

  return {
    stop: () => anvil.stop(),
    /** Makes a token; its 21 bytes in hex. */
    deployToken: async (): Promise<string> => {
      const receipt = await sent(deployer, undefined, bare(artifact.bytecode), mostGas)
      const address = receipt?.contractAddress ?? undefined
      if (address === undefined) throw new Error("the token is not deployed")
      return `41${bare(address).toLowerCase()}`
    },
    code: async (contract: string): Promise<string> => bare(await ask<Hex>("eth_getCode", evm(contract), "latest")),
    height: async (): Promise<bigint> => BigInt(await ask<Hex>("eth_blockNumber")),
    /** Runs a call with so much energy at most. */
    run: async (from: string, contract: string, data: string, energy: bigint): Promise<Ran> => {
      const taken = intrinsic(data)
      const gas = energy + taken < mostGas ? energy + taken : mostGas
      const receipt = gas < floor(data) ? undefined : await sent(from, contract, data, gas)
      if (receipt === undefined) return { result: "OUT_OF_ENERGY", energy, logs: [] }
      const used = BigInt(receipt.gasUsed)
      if (receipt.status !== "0x1") {
        return used >= gas
          ? { result: "OUT_OF_ENERGY", energy, logs: [] }
          : { result: "REVERT", energy: used - taken, logs: [] }
      }
      const logs = receipt.logs.map(({ address, data: said, topics }) => ({
        address: bare(address).toLowerCase(),
        topics: topics.map(bare),
        data: bare(said)
      }))
      return { result: "SUCCESS", energy: used - taken, logs }
    },
    /** What a call would do, in the newest state or that of a block of anvil. */
    trial: async (from: string, contract: string, data: string, at: bigint | undefined) => {
      const call = { from: evm(from), to: evm(contract), data: `0x${data}` }
      try {
        const said = await ask<Hex>("eth_call", call, at === undefined ? "latest" : `0x${at.toString(16)}`)
        const gas = data.startsWith("a9059cbb") ? BigInt(await ask<Hex>("eth_estimateGas", call)) : 0n
        return { isReverted: false, data: bare(said), energy: gas === 0n ? 500n : gas - intrinsic(data) }
      } catch (error) {
        const data = revertOf(error)
        if (data === undefined) throw error
        return { isReverted: true, data, energy: 0n }
      }
    }
  }
}

export type Contracts = ReturnType<typeof over>

export const openContracts = async (): Promise<Contracts> => over(await emptyDevnet())
