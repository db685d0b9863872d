// Payments on a real EVM node: deliveries from the treasury, and spends from wallets that hold no ether.
import { Effect, Redacted } from "effect"
import { entropyToMnemonic, mnemonicToEntropy } from "@scure/bip39"
import { wordlist } from "@scure/bip39/wordlists/english.js"
import { type Address, type Hex, bytesToHex, keccak256, parseAbi, toBytes, toHex } from "viem"
import { toPackedUserOperation } from "viem/account-abstraction"
import { mnemonicToAccount, privateKeyToAccount } from "viem/accounts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { entryPoint } from "../../adapters/evm/contracts.ts"
import { EvmTransactions } from "../../adapters/evm/movement.ts"
import type { DeliveryReceipt, SignedSpend } from "../../core/ports/chain.ts"
import type { LookUp, Sending } from "../../core/ports/outcome.ts"
import { Store } from "../../core/engine/store/store.ts"
import { type Devnet, devnetChainId, startDevnet, until } from "../support/anvil.ts"
import {
  type ChainService,
  type Keys,
  type Plane,
  deliveryOf,
  freshKeys,
  freshWallet,
  openChain,
  openPlane,
  spendOf,
  worthUsdh
} from "../support/anvil-chain.ts"

let devnet: Devnet
let keys: Keys
let plane: Plane
let chain: ChainService

beforeAll(async () => {
  devnet = await startDevnet()
  keys = await freshKeys(devnet)
  plane = await openPlane()
  chain = openChain(devnet, plane, keys)
})

afterAll(() => devnet.stop())

const run = Effect.runPromise
const tenThousand = { BRLH: 10_000n * 10n ** 18n, USDH: 10_000n * 10n ** 6n } as const

const hashOf = (answer: LookUp<DeliveryReceipt> | Sending<DeliveryReceipt>): string => {
  if (answer._tag !== "Done") throw new Error(JSON.stringify(answer))
  return answer.value.transactionHash
}

const stored = async (operationId: string) => {
  const found = await run(
    Store.use((store) => store.get(EvmTransactions.kind, operationId)).pipe(Effect.provide(plane))
  )
  return found._tag === "Some" ? EvmTransactions.decode(found.value.body) : undefined
}

const sent = (): Promise<number> =>
  devnet.client.getTransactionCount({ address: privateKeyToAccount(keys.relayer).address })

describe("a delivery", () => {
  it("brings the units to the address, once an operation id §evm-once", async () => {
    const { address } = await freshWallet()
    const order = deliveryOf(address)
    const hash = hashOf(await run(chain.deliver(order)))
    expect(hashOf(await run(chain.deliver(order)))).toBe(hash)
    expect(hashOf(await run(chain.lookUp(order)))).toBe(hash)
    expect(await devnet.received("USDH", address)).toEqual([order.units])
  })

  it("may be of more than the treasury holds in test tokens", async () => {
    const { address } = await freshWallet()
    const order = deliveryOf(address, { asset: "BRLA", units: tenThousand.BRLH * 3n })
    hashOf(await run(chain.deliver(order)))
    expect(await devnet.tokens("BRLH", address)).toBe(order.units)
  })

  it("of an asset that no token stands for is held, and to no address refused; both leave nothing", async () => {
    const { address } = await freshWallet()
    const before = await sent()
    const cases = [[deliveryOf(address, { asset: "DEPIX" }), "Held"], [
      deliveryOf("ana@example.com"),
      "Refused"
    ]] as const
    for (const [order, answer] of cases) {
      expect(await run(chain.deliver(order))).toMatchObject({ _tag: answer })
      expect(await run(chain.lookUp(order))).toEqual({ _tag: "Absent" })
    }
    expect(await sent()).toBe(before)
  })
})

describe("a delivery of tokens that are worth something", () => {
  it("waits for the treasury to hold enough, and is then made by a plain transfer", async () => {
    const treasurer = await freshKeys(devnet)
    const strict = openChain(devnet, plane, treasurer, { tokenOf: () => worthUsdh })
    const { address } = await freshWallet()
    const order = deliveryOf(address)
    expect(await run(strict.deliver(order))).toMatchObject({ _tag: "Held", reason: { code: "float" } })
    expect(await run(strict.lookUp(order))).toEqual({ _tag: "Absent" })
    hashOf(await run(chain.deliver(deliveryOf(privateKeyToAccount(treasurer.treasury).address))))
    hashOf(await run(strict.deliver(order)))
    expect(await devnet.received("USDH", address)).toEqual([order.units])
    expect(await devnet.tokens("USDH", privateKeyToAccount(treasurer.treasury).address)).toBe(0n)
  })
})

describe("a spend", () => {
  it("moves the wallet's token and no ether, on the first use and on the second §evm-spend", async () => {
    const wallet = await freshWallet()
    const to = (await freshWallet()).address
    const first = spendOf(wallet, to)
    expect(await devnet.hasCode(wallet.address)).toBe(false)
    const signed = await run(chain.sign(first, wallet.seed))
    expect(JSON.parse(signed.payload)).toMatchObject({ operation: { authorization: { nonce: 0 } } })
    hashOf(await run(chain.submit(signed)))
    expect(await devnet.hasCode(wallet.address)).toBe(true)
    const second = spendOf(wallet, to, { units: 7n })
    const again = await run(chain.sign(second, wallet.seed))
    expect(JSON.parse(again.payload)).toMatchObject({ operation: { authorization: null } })
    hashOf(await run(chain.submit(again)))
    expect(await devnet.received("BRLH", to)).toEqual([first.units, second.units])
    expect(await devnet.balance(wallet.address)).toBe(0n)
  })

  it("goes to the treasury as to anybody", async () => {
    const wallet = await freshWallet()
    const to = await run(chain.treasury("polygon")) as Address
    const before = await devnet.tokens("USDH", to)
    const order = spendOf(wallet, to, { asset: "USDT", units: 2_500_000n })
    hashOf(await run(chain.submit(await run(chain.sign(order, wallet.seed)))))
    expect(await devnet.tokens("USDH", to)).toBe(before + order.units)
  })

  it("signed twice is the same operation, and no key is in what was signed §evm-payload", async () => {
    const entropy = new Uint8Array(16).fill(7)
    const wallet = await freshWallet(entropy)
    const order = spendOf(wallet, wallet.address)
    const [one, two] = [await run(chain.sign(order, wallet.seed)), await run(chain.sign(order, wallet.seed))]
    expect(one).toEqual(two)
    const words = entropyToMnemonic(entropy, wordlist)
    const { privateKey } = mnemonicToAccount(words).getHdKey()
    for (const secret of [words, bytesToHex(entropy).slice(2), bytesToHex(privateKey ?? entropy).slice(2)]) {
      expect(one.payload).not.toContain(secret)
    }
  })

  it("of another wallet's seed is a fault, and is not signed", async () => {
    const [one, two] = [await freshWallet(), await freshWallet()]
    await expect(run(chain.sign(spendOf(one, two.address), two.seed))).rejects.toThrow("another wallet")
  })

  it("is known to the EntryPoint by the hash that was computed here", async () => {
    const wallet = await freshWallet()
    const order = spendOf(wallet, wallet.address)
    await run(chain.submit(await run(chain.sign(order, wallet.seed))))
    const movement = await stored(order.operationId)
    if (movement === undefined) throw new Error("nothing is stored")
    const { authorization: _, hash, ...operation } = movement.operation
    const free = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n, preVerificationGas: 0n }
    const known = await devnet.client.readContract({
      address: entryPoint,
      abi: parseAbi([
        "struct Packed { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }",
        "function getUserOpHash(Packed userOp) view returns (bytes32)"
      ]),
      functionName: "getUserOpHash",
      args: [toPackedUserOperation({ ...operation, ...free })]
    })
    expect(known).toBe(hash)
    expect(toHex(operation.nonce >> 64n, { size: 24 })).toBe(keccak256(toBytes(order.operationId)).slice(0, 50))
    expect(operation.nonce & (2n ** 64n - 1n)).toBe(0n)
  })

  it("two first uses at once both delegate, and both move", async () => {
    const wallet = await freshWallet()
    const to = (await freshWallet()).address
    const spends = await Promise.all(
      [1n, 2n].map((units) => run(chain.sign(spendOf(wallet, to, { units }), wallet.seed)))
    )
    const answers = await Promise.all(spends.map((spend) => run(chain.submit(spend))))
    answers.forEach(hashOf)
    expect(new Set(await devnet.received("BRLH", to))).toEqual(new Set([1n, 2n]))
  })
})

describe("a wallet", () => {
  it("begins with 10,000 of each test token and has them again after each debit §evm-topup", async () => {
    const wallet = await freshWallet()
    const shown = [
      { asset: "BRLH", network: "base", units: tenThousand.BRLH },
      { asset: "USDH", network: "base", units: tenThousand.USDH }
    ]
    expect(await run(chain.holdings(wallet.addresses))).toEqual(shown)
    const order = spendOf(wallet, (await freshWallet()).address, { units: tenThousand.BRLH })
    hashOf(await run(chain.submit(await run(chain.sign(order, wallet.seed)))))
    expect(await devnet.tokens("BRLH", wallet.address)).toBe(tenThousand.BRLH)
    expect(await run(chain.holdings(wallet.addresses))).toEqual(shown)
  })

  it("can spend what it was given beyond that", async () => {
    const wallet = await freshWallet()
    const { addresses } = wallet
    const asked = { asset: "USDC", network: "base", addresses } as const
    expect(await run(chain.spendable(asked))).toBe(tenThousand.USDH)
    hashOf(await run(chain.deliver(deliveryOf(wallet.address, { units: tenThousand.USDH + 5n }))))
    expect(await run(chain.spendable(asked))).toBe(tenThousand.USDH + 5n)
    expect(await run(chain.spendable({ ...asked, asset: "BTC" }))).toBe(0n)
  })

  it("is restored from its seed alone", async () => {
    // A mnemonic that every development node knows.
    const words = `${"test ".repeat(11)}junk`
    const restored = await freshWallet(mnemonicToEntropy(words, wordlist))
    expect(restored.address).toBe("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
    const wallet = await freshWallet()
    const to = (await freshWallet()).address
    hashOf(await run(chain.submit(await run(chain.sign(spendOf(wallet, to), wallet.seed)))))
    const later = openChain(devnet, await openPlane(), await freshKeys(devnet))
    const again = await freshWallet(Redacted.value(wallet.seed))
    hashOf(await run(later.submit(await run(later.sign(spendOf(again, to), again.seed)))))
    expect((await devnet.received("BRLH", to)).length).toBe(2)
  })
})

describe("a spend that cannot be", () => {
  it("of more than the wallet holds is refused before anything is sent, and stays so §evm-funds", async () => {
    const wallet = await freshWallet()
    const to = (await freshWallet()).address
    const order = spendOf(wallet, to, { units: tenThousand.BRLH + 1n })
    const before = await sent()
    const spend = await run(chain.sign(order, wallet.seed))
    const refused = { _tag: "Refused", reason: { code: "insufficientFunds" } }
    expect(await run(chain.submit(spend))).toEqual(refused)
    hashOf(await run(chain.deliver(deliveryOf(wallet.address, { asset: "BRLA", units: order.units }))))
    expect(await run(chain.submit(spend))).toEqual(refused)
    expect(await run(chain.lookUp(order))).toEqual(refused)
    expect(await sent()).toBe(before + 1)
    expect(await devnet.received("BRLH", to)).toEqual([])
  })

  it("that is reverted by the token is refused by its event, not by its transaction §evm-reverted", async () => {
    const wallet = await freshWallet()
    const to = (await freshWallet()).address
    hashOf(await run(chain.deliver(deliveryOf(wallet.address, { asset: "BRLA", units: 15n * 10n ** 21n }))))
    const units = 12n * 10n ** 21n
    const spends: ReadonlyArray<SignedSpend> = await Promise.all(
      [1, 2].map(() => run(chain.sign(spendOf(wallet, to, { units }), wallet.seed)))
    )
    await devnet.automine(false)
    const quick = openChain(devnet, plane, keys, { patienceMs: 0 })
    await Promise.all(spends.map((spend) => run(quick.submit(spend))))
    await devnet.mine(1)
    await devnet.automine(true)
    // A refusal waits for a final block.
    expect(await Promise.all(spends.map(async (spend) => (await run(quick.lookUp(spend)))._tag))).toContain("Unknown")
    await devnet.mine(2)
    const answers = await Promise.all(spends.map((spend) => run(quick.lookUp(spend))))
    expect(answers.map(({ _tag }) => _tag).toSorted()).toEqual(["Done", "Refused"])
    for (const { operationId } of spends) {
      const hash = (await stored(operationId))?.carriers[0]?.hash
      if (hash === undefined) throw new Error("nothing was sent")
      expect((await devnet.client.getTransactionReceipt({ hash })).status).toBe("success")
    }
    expect(await devnet.received("BRLH", to)).toEqual([units])
  })

  it("whose delegation was used up otherwise stays Unknown until the wallet delegates, and burns no more gas", async () => {
    const wallet = await freshWallet()
    const to = (await freshWallet()).address
    const order = spendOf(wallet, to)
    const spend = await run(chain.sign(order, wallet.seed))
    await devnet.fund(wallet.address)
    const own = mnemonicToAccount(entropyToMnemonic(Redacted.value(wallet.seed), wordlist))
    const fees = { gas: 21_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n }
    const raw = await own.signTransaction({ type: "eip1559", chainId: devnetChainId, nonce: 0, to, value: 1n, ...fees })
    await devnet.ask({ method: "eth_sendRawTransaction", params: [raw] })
    await until(() => devnet.client.getTransactionCount({ address: own.address }), (count) => count === 1)
    const quick = openChain(devnet, plane, keys, { patienceMs: 0 })
    await run(quick.submit(spend))
    const before = await sent()
    for (let n = 0; n < 3; n++) {
      await run(quick.carry)
      expect(await run(quick.lookUp(order))).toMatchObject({ _tag: "Unknown" })
    }
    expect(await sent()).toBe(before)
    hashOf(await run(chain.submit(await run(chain.sign(spendOf(wallet, to, { units: 3n }), wallet.seed)))))
    await run(quick.carry)
    await until(() => run(quick.lookUp(order)), ({ _tag }) => _tag === "Done")
    expect(await devnet.received("BRLH", to)).toEqual([3n, order.units])
  })
})

it("tells where a transfer stands, what it cost, and what is left to deliver from", async () => {
  const treasurer = await freshKeys(devnet)
  const own = openChain(devnet, plane, treasurer, {
    tokenOf: () => worthUsdh,
    shown: { network: "base", tokens: [worthUsdh] }
  })
  const floats = async () =>
    Object.fromEntries((await run(own.floats?.("base") ?? Effect.succeed([]))).map((each) => [each.role, each]))
  expect(await floats()).toMatchObject({ treasury: { what: "USDC", units: 0n }, fuel: { what: "ETH" } })
  const funding = deliveryOf(privateKeyToAccount(treasurer.treasury).address)
  await run(chain.deliver(funding))
  // What a reorg may take back does not count.
  expect(await floats()).toMatchObject({ treasury: { units: 0n } })
  await devnet.mine(2)
  const before = await floats()
  expect(before).toMatchObject({ treasury: { network: "base", what: "USDC", units: funding.units, role: "treasury" } })
  const answer = await run(own.deliver(deliveryOf((await freshWallet()).address, { units: 1_000_000n })))
  if (answer._tag !== "Done") throw new Error(`answered ${answer._tag}`)
  const { cost, place, transactionHash } = answer.value
  const receipt = await devnet.client.getTransactionReceipt({ hash: transactionHash as Hex })
  expect(place).toEqual({ height: receipt.blockNumber, hash: receipt.blockHash })
  expect(cost).toEqual({ coin: "ETH", units: receipt.gasUsed * receipt.effectiveGasPrice })
  const after = await floats()
  expect(after["treasury"]?.units).toBe(funding.units - 1_000_000n)
  expect((before["fuel"]?.units ?? 0n) - (after["fuel"]?.units ?? 0n)).toBe(cost?.units)
})

it("settles every network on one chain, and has one treasury", async () => {
  expect(chain.settlement("polygon")).toEqual({ chainId: devnetChainId, family: "evm" })
  expect(await run(chain.treasury("base"))).toBe(privateKeyToAccount(keys.treasury).address)
})
