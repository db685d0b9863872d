// Base in the long run: anvil behind three lines, with a token of the tests.
import type { Address } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { EvmTransactions } from "../../../../adapters/evm/movement.ts"
import { devnetChainId, startDevnet, until } from "../../../support/anvil.ts"
import { freshKeys, freshWallet } from "../../../support/anvil-chain.ts"
import { openRpcProxy } from "../../../support/rpc-proxy.ts"
import type { PlainEvm } from "../../evm/adapter-of.ts"
import { deployBadToken } from "../../evm/bad-token.ts"
import { type Site, every } from "../site.ts"
import { lineFaults, mendLines } from "./lines.ts"

const send = "eth_sendRawTransaction"
const given = 10n ** 12n
/** More blocks than are ever taken back. */
const deep = 6

export const openBase = async (): Promise<Site> => {
  const devnet = await startDevnet()
  const [keys, token] = await Promise.all([freshKeys(devnet), deployBadToken(devnet)])
  const proxies = await Promise.all(Array.from({ length: 3 }, () => openRpcProxy(devnet.url)))
  const relayer = privateKeyToAccount(keys.relayer).address
  const treasury = privateKeyToAccount(keys.treasury).address
  await token.mint(treasury, given)
  await until(() => token.balance(treasury), (units) => units === given)
  await devnet.mine(deep)

  const balance = () => devnet.balance(relayer)
  const opening = await balance()
  /** What the relayer was given since, less what was taken from it. */
  let raised = 0n
  let isEmpty = false
  let isStalled = false

  const setBalance = async (change: (units: bigint) => bigint): Promise<void> => {
    // While no block is made nothing else changes it.
    await devnet.automine(false)
    const before = await balance()
    const after = change(before)
    await devnet.ask({ method: "anvil_setBalance", params: [relayer, `0x${after.toString(16)}`] })
    raised += after - before
    await devnet.mine(deep)
    await devnet.automine(true)
  }
  let taken = 0n

  const stopTicks = every(700, async () => {
    if (!isStalled) await devnet.mine(1)
  })

  const settings: PlainEvm = {
    nodes: proxies.map(({ url }, place) => ({ name: `node ${place + 1}`, url })),
    agree: 2,
    chainId: devnetChainId,
    tokens: [{ asset: "USDC", address: token.token.address, codeHash: token.token.codeHash }],
    keys,
    done: 1,
    patienceMs: 3_000
  }

  return {
    network: "base",
    settings: JSON.stringify(settings),
    deposits: "USDC",
    wallets: {
      asset: "USDC",
      addressOf: ({ evm }) => evm,
      give: async (address) => {
        await token.mint(address as Address, given)
        await until(() => token.balance(address as Address), (units) => units === given)
        await devnet.mine(deep)
      }
    },
    receiver: async () => (await freshWallet()).address,
    moved: (address) => token.transfers(address as Address),
    treasury,
    held: () => token.balance(treasury),
    coin: "ETH",
    // A block that takes the place of one that was taken back has another price.
    recorded: (books) =>
      books.records(EvmTransactions).reduce(
        (sum, { verdict }) => verdict?._tag === "Done" ? sum + (verdict.cost ?? 0n) : sum,
        0n
      ),
    lost: async () => opening + raised - await balance(),
    faults: {
      ...lineFaults(proxies, send),
      "no blocks": async () => {
        isStalled = true
        await devnet.automine(false)
      },
      // The network calls final what is two blocks below its head, and nothing that is final is taken back.
      "blocks taken back": (random) => devnet.reorg(random.whole(1, 2)),
      "transactions forgotten": async () => {
        isStalled = true
        await devnet.automine(false)
        await devnet.dropPending()
      },
      "no fuel": async () => {
        isEmpty = true
        await setBalance((units) => {
          taken = units - 1n
          return 1n
        })
      },
      "a node that lags": (random) => {
        const proxy = proxies[random.whole(0, 2)]
        for (const method of ["eth_getTransactionReceipt", "eth_getTransactionByHash"]) {
          proxy?.answers(method, () => null)
        }
      }
    },
    mend: async () => {
      mendLines(proxies, send)
      for (const proxy of proxies) {
        for (const method of ["eth_getTransactionReceipt", "eth_getTransactionByHash"]) {
          proxy.answers(method, () => undefined)
        }
      }
      if (isEmpty) await setBalance((units) => units + taken)
      isEmpty = false
      isStalled = false
      await devnet.automine(true)
      await devnet.mine(1)
    },
    close: async () => {
      await stopTicks()
      await Promise.all(proxies.map((proxy) => proxy.close()))
      await devnet.stop()
    }
  }
}
