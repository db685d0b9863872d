// A development network for tests: anvil on a free port with everything that the sandbox settles with, and what a test does
// to it (mines, drops blocks, looks at balances). Its process is ended by its id.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { inspect } from "node:util"
import { type Address, createPublicClient, http, parseAbi } from "viem"
import { deploy } from "../../adapters/evm/devnet/deploy.ts"
import { addressOf } from "../../adapters/evm/devnet/test-token.ts"

// The binary itself and not what starts it, so that a signal hits the network.
const anvil = dirname(fileURLToPath(import.meta.resolve("@foundry-rs/anvil/package.json")))
const binary = `${anvil}-${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}/bin/anvil`

export const devnetChainId = 84_532

/** How long a test waits for an answer, also of a long chain on a busy machine. */
const patienceMs = 60_000

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  return typeof address === "object" && address !== null ? address.port : 0
}

const tokenAbi = parseAbi([
  "function balanceOf(address) view returns (uint256)",
  "event Transfer(address indexed from, address indexed to, uint256 value)"
])

type Ask = (question: { readonly method: string; readonly params?: ReadonlyArray<unknown> }) => Promise<unknown>

const over = (url: string, port: number, child: ChildProcess) => {
  const client = createPublicClient({ transport: http(url, { retryCount: 0, timeout: patienceMs }) })
  const ask = client.request as unknown as Ask
  return {
    url,
    port,
    client,
    ask,
    mine: (blocks: number) => ask({ method: "anvil_mine", params: [`0x${blocks.toString(16)}`] }),
    /** Whether every transaction gets a block at once. */
    automine: (on: boolean) => ask({ method: "evm_setAutomine", params: [on] }),
    /** Replaces the newest blocks by as many empty ones. */
    reorg: (depth: number) => ask({ method: "anvil_reorg", params: [depth, []] }),
    /** Forgets transactions that wait for a block. */
    dropPending: () => ask({ method: "anvil_dropAllTransactions", params: [] }),
    fund: (address: Address) => ask({ method: "anvil_setBalance", params: [address, "0x3635c9adc5dea00000"] }),
    balance: (address: Address) => client.getBalance({ address }),
    tokens: (token: "BRLH" | "USDH", owner: Address): Promise<bigint> =>
      client.readContract({ address: addressOf(token), abi: tokenAbi, functionName: "balanceOf", args: [owner] }),
    /** Units of every transfer of a token to an address, oldest first. */
    received: async (token: "BRLH" | "USDH", to: Address): Promise<ReadonlyArray<bigint>> =>
      (await client.getContractEvents({
        address: addressOf(token),
        abi: tokenAbi,
        eventName: "Transfer",
        args: { to },
        fromBlock: 0n
      })).map(({ args }) => args.value ?? 0n),
    hasCode: async (address: Address): Promise<boolean> => await client.getCode({ address }) !== undefined,
    /** Stops answering, and answers again. */
    pause: () => child.kill("SIGSTOP"),
    resume: () => child.kill("SIGCONT"),
    stop: async () => {
      if (child.exitCode !== null) return
      child.kill("SIGKILL")
      await once(child, "close")
    }
  }
}

export type Devnet = ReturnType<typeof over>

const mostStarts = 5

/** Starts an empty network, on another port where somebody else took the one that was free. */
export const emptyDevnet = async (chainId = devnetChainId): Promise<Devnet> => {
  for (let starts = 1; starts < mostStarts; starts++) {
    const network = await startedDevnet(chainId)
    if (network !== undefined) return network
  }
  throw new Error("anvil does not start")
}

const startedDevnet = async (chainId: number): Promise<Devnet | undefined> => {
  const port = await freePort()
  const flags = ["--host", "127.0.0.1", "--port", String(port), "--chain-id", String(chainId), "--silent"]
  const child = spawn(binary, [...flags, "--slots-in-an-epoch", "1"], { stdio: "ignore" })
  const end = () => void child.kill("SIGKILL")
  process.once("exit", end)
  child.once("close", () => process.removeListener("exit", end))
  const network = over(`http://127.0.0.1:${port}`, port, child)
  const deadline = performance.now() + 20_000
  for (;;) {
    const isUp = await network.client.getChainId().then(() => true, () => false)
    if (child.exitCode !== null) return undefined
    if (isUp) return network
    if (performance.now() > deadline) throw new Error("anvil does not answer")
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Starts a network that the sandbox can settle on. */
export const startDevnet = async (): Promise<Devnet> => {
  const network = await emptyDevnet()
  await deploy(network.url)
  return network
}

/** Asks until the answer holds, and fails with the last one when it does not in time: milliseconds, ten seconds unless given. */
export const until = async <A>(
  ask: () => Promise<A>,
  holds: (answer: A) => boolean,
  withinMs = 10_000
): Promise<A> => {
  const deadline = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (holds(answer)) return answer
    if (performance.now() > deadline) throw new Error(`still ${inspect(answer)}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
