// A real Bitcoin node for tests, on a network of its own (regtest), and what a test does to it: pays, makes blocks, and takes them back.
// Its process is ended by its id.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** The program; undefined where there is none, and tests that need one are listed as not run. `.ci/bitcoind` prints a path. */
export const bitcoindPath = process.env["BITCOIND_PATH"]

export const login = { user: "test", password: "regtest" } as const

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  return typeof address === "object" && address !== null ? address.port : 0
}

interface Reply {
  readonly result: unknown
  readonly error?: { readonly code: number; readonly message: string } | null
}

const authorization = `Basic ${Buffer.from(`${login.user}:${login.password}`).toString("base64")}`

const over = (url: string) => {
  const ask = async <A>(method: string, params: unknown = [], path = "/"): Promise<A> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
    const answer = await fetch(new URL(path, url), { method: "POST", headers: { authorization }, body })
    const { error, result } = await answer.json() as Reply
    if (error !== undefined && error !== null) throw new Error(`${method}: ${error.message} (${error.code})`)
    return result as A
  }
  const miner = <A>(method: string, params: unknown = []) => ask<A>(method, params, "/wallet/miner")
  const minerAddress = () => miner<string>("getnewaddress")
  // The node looks through its outputs once at a time.
  let scan: Promise<unknown> = Promise.resolve()
  const scanned = (address: string): Promise<ReadonlyArray<string>> => {
    const next = scan.then(async () => {
      const { unspents } = await ask<{ readonly unspents: ReadonlyArray<{ readonly amount: number }> }>(
        "scantxoutset",
        ["start", [`addr(${address})`]]
      )
      return unspents.map(({ amount }) => amount.toFixed(8))
    })
    scan = next.catch(() => {})
    return next
  }
  return {
    url,
    ask,
    miner,
    /** Makes blocks of all that waits. */
    mine: async (blocks = 1) => ask<ReadonlyArray<string>>("generatetoaddress", [blocks, await minerAddress()]),
    /** Makes blocks that leave out what waits. */
    mineEmpty: async (blocks = 1) => {
      for (let count = 0; count < blocks; count++) await ask("generateblock", [await minerAddress(), []])
    },
    /** Makes a block of these alone: transaction ids of what waits, or bytes. */
    mineThese: async (...transactions: ReadonlyArray<string>) =>
      ask("generateblock", [await minerAddress(), transactions]),
    /** Takes the newest blocks back; what was in them waits again. */
    takeBack: async (blocks: number): Promise<string> => {
      const tip = await ask<number>("getblockcount")
      const lowest = await ask<string>("getblockhash", [tip - blocks + 1])
      await ask("invalidateblock", [lowest])
      return lowest
    },
    /** Satoshis of each output of an address in the chain that is not spent. */
    outputs: async (address: string): Promise<ReadonlyArray<bigint>> =>
      (await scanned(address)).map((amount) => BigInt(amount.replace(".", ""))),
    /** Has it forget what waits for a block, as nodes do after two weeks. */
    forget: async () => {
      const inTwoWeeks = Math.floor(Date.now() / 1_000) + 15 * 86_400
      await ask("setmocktime", [inTwoWeeks])
      // What is old goes when something new comes.
      await miner("sendtoaddress", [await minerAddress(), "0.1"])
      await ask("setmocktime", [0])
    },
    waiting: () => ask<ReadonlyArray<string>>("getrawmempool")
  }
}

export type Bitcoind = ReturnType<typeof over> & { readonly stop: () => Promise<void> }

/** Starts a node with a wallet of its own that has coins to pay with. */
export const startBitcoind = async (program: string): Promise<Bitcoind> => {
  const folder = mkdtempSync(join(tmpdir(), "pontepay-bitcoind-"))
  const port = await freePort()
  const flags = [
    "-regtest",
    `-datadir=${folder}`,
    `-rpcport=${port}`,
    `-rpcuser=${login.user}`,
    `-rpcpassword=${login.password}`,
    "-rpcbind=127.0.0.1",
    "-rpcallowip=127.0.0.1",
    "-rpcthreads=8",
    "-rpcworkqueue=256",
    "-listen=0",
    "-dnsseed=0",
    "-fallbackfee=0.0002",
    "-keypool=1",
    // What is lost with the machine is lost.
    "-unsafesqlitesync",
    "-printtoconsole=0"
  ]
  const child = spawn(program, flags, { stdio: "ignore" })
  const end = () => void child.kill("SIGKILL")
  process.once("exit", end)
  child.once("close", () => process.removeListener("exit", end))
  const node = over(`http://127.0.0.1:${port}`)
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the node ended with ${child.exitCode}`)
    const isUp = await node.ask("getblockcount").then(() => true, () => false)
    if (isUp) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await node.ask("createwallet", { wallet_name: "miner" })
  // Coins of a block can be spent after 100 others.
  await node.mine(101 + 20)
  return {
    ...node,
    stop: async () => {
      if (child.exitCode === null) {
        child.kill("SIGKILL")
        await once(child, "close")
      }
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
