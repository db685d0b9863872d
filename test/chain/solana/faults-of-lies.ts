// The table of faults: one of three nodes lies, about each thing that a node is asked in turn. Nothing comes of it: a delivery and a spend are
// done, and what left the treasury is shown.
import { expect } from "vitest"
import type { RpcAnswer } from "../../support/rpc-proxy.ts"
import type { Fault, Stage } from "./stage.ts"

interface Lie {
  readonly about: string
  /** What the node says, by method. */
  readonly says: Readonly<Record<string, RpcAnswer>>
}

const somewhere = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin"
const inContext = (value: unknown) => ({ context: { slot: 1 }, value })
const everyMethod = [
  "getMultipleAccounts",
  "getLatestBlockhash",
  "isBlockhashValid",
  "getBlockHeight",
  "getSignatureStatuses",
  "getTransaction",
  "getSignaturesForAddress",
  "getFirstAvailableBlock",
  "getBlockTime",
  "getBlock",
  "getRecentPrioritizationFees",
  "simulateTransaction",
  "sendTransaction"
]
const forged = { blockhash: somewhere }
const longAgo = 170
const passes: RpcAnswer = () => inContext({ err: null, logs: [] })
const fails = (err: unknown): RpcAnswer => () => inContext({ err, logs: [] })

const changed = (answer: unknown, parts: Readonly<Record<string, unknown>>) =>
  typeof answer === "object" && answer !== null ? { ...answer, ...parts } : answer

const accounts = (change: (account: Readonly<Record<string, unknown>>) => unknown): RpcAnswer => (_, answer) => {
  const { value } = answer as { readonly value: ReadonlyArray<Readonly<Record<string, unknown>> | null> }
  return inContext(value.map((account) => account && change(account)))
}

const statuses = (parts: Readonly<Record<string, unknown>>): RpcAnswer => (_, answer) => {
  const { value } = answer as { readonly value: ReadonlyArray<unknown> }
  return inContext(value.map((status) => changed(status ?? { slot: 1, confirmations: null }, parts)))
}

const latest = (
  parts: (of: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
): RpcAnswer =>
(_, answer) => {
  const { value } = answer as { readonly value: Readonly<Record<string, unknown>> }
  return inContext({ ...value, ...parts(value) })
}

const transaction = (change: (answer: Readonly<Record<string, unknown>>) => unknown): RpcAnswer => (_, answer) =>
  answer === null ? null : change(answer as Readonly<Record<string, unknown>>)

/** What a transaction shows of what it left on accounts. */
const leaves = (change: (balance: Readonly<Record<string, unknown>>) => unknown): RpcAnswer =>
  transaction((each) => {
    const { meta } = each as { readonly meta: { readonly postTokenBalances: ReadonlyArray<Lie["says"]> } }
    return changed(each, { meta: changed(meta, { postTokenBalances: meta.postTokenBalances.map(change) }) })
  })

const ofTransfers: Readonly<Record<string, RpcAnswer>> = {
  "another amount": leaves((each) => changed(each, { uiTokenAmount: changed(each["uiTokenAmount"], { amount: "1" }) })),
  "another receiver": leaves((each) => changed(each, { accountIndex: 0 })),
  "another asset": leaves((each) => changed(each, { mint: somewhere }))
}

export const lies: ReadonlyArray<Lie> = [
  ...Object.entries(ofTransfers).map(([what, lie]): Lie => ({
    about: `what a transaction did: it moved ${what}`,
    says: { getTransaction: lie }
  })),
  { about: "accounts: there are none", says: { getMultipleAccounts: accounts(() => null) } },
  {
    about: "accounts: all are empty",
    says: { getMultipleAccounts: accounts((each) => ({ ...each, lamports: 0, data: ["", "base64"] })) }
  },
  {
    about: "accounts: all are another program's",
    says: { getMultipleAccounts: accounts((each) => ({ ...each, owner: somewhere })) }
  },
  {
    about: "accounts: all are programs",
    says: { getMultipleAccounts: accounts((each) => ({ ...each, executable: true })) }
  },
  { about: "its newest blockhash: no one made it", says: { getLatestBlockhash: latest(() => forged) } },
  {
    about: "its newest blockhash: no one made it, and it lives for ever",
    says: {
      getLatestBlockhash: latest(() => ({ ...forged, lastValidBlockHeight: 9_000_000_000_000_000 })),
      isBlockhashValid: () => inContext(true),
      simulateTransaction: passes
    }
  },
  {
    about: "its newest blockhash: it ends at once",
    says: { getLatestBlockhash: latest(() => ({ lastValidBlockHeight: 1 })) }
  },
  {
    about: "everything: it is far behind and stands still",
    says: {
      getLatestBlockhash: latest(({ lastValidBlockHeight }) => ({
        ...forged,
        lastValidBlockHeight: Number(lastValidBlockHeight) - longAgo
      })),
      isBlockhashValid: () => inContext(true),
      getBlockHeight: (_, answer) => Number(answer) - longAgo,
      getSignatureStatuses: () => inContext([null]),
      getTransaction: () => null,
      getSignaturesForAddress: () => [],
      simulateTransaction: passes
    }
  },
  {
    about: "its newest blockhash: it is none",
    says: { getLatestBlockhash: latest(() => ({ blockhash: "none" })) }
  },
  { about: "blockhashes: none is valid", says: { isBlockhashValid: () => inContext(false) } },
  { about: "the height: it is far ahead", says: { getBlockHeight: () => 1_000_000_000 } },
  { about: "the height: it is far behind", says: { getBlockHeight: () => 1 } },
  { about: "blocks: there are none", says: { getBlock: () => null } },
  { about: "blocks: they have another hash", says: { getBlock: () => forged } },
  {
    about: "the dry run: the treasury is empty",
    says: { simulateTransaction: fails({ InstructionError: [3, { Custom: 1 }] }) }
  },
  { about: "the dry run: the blockhash is unknown", says: { simulateTransaction: fails("BlockhashNotFound") } },
  {
    about: "prices: they are far too high",
    says: { getRecentPrioritizationFees: () => [{ slot: 1, prioritizationFee: 10 ** 12 }] }
  },
  { about: "prices: nothing was paid", says: { getRecentPrioritizationFees: () => [] } },
  { about: "what was sent: it refuses it", says: { sendTransaction: () => null } },
  { about: "a transaction: it is in no block", says: { getSignatureStatuses: () => inContext([null]) } },
  {
    about: "a transaction: it failed",
    says: { getSignatureStatuses: statuses({ err: "AccountInUse", confirmationStatus: "finalized" }) }
  },
  {
    about: "a transaction: it is in another block",
    says: { getSignatureStatuses: statuses({ slot: 1, err: null, confirmationStatus: "finalized" }) }
  },
  { about: "what a transaction did: it is not there", says: { getTransaction: () => null } },
  {
    about: "what a transaction did: it moved nothing",
    says: {
      getTransaction: transaction((each) => changed(each, { meta: changed(each["meta"], { postTokenBalances: [] }) }))
    }
  },
  {
    about: "what a transaction did: it is another one",
    says: { getTransaction: transaction((each) => changed(each, { slot: 1 })) }
  },
  { about: "what an address did: nothing", says: { getSignaturesForAddress: () => [] } },
  {
    about: "what an address did: what no one did",
    says: { getSignaturesForAddress: () => [{ signature: "1".repeat(64), blockTime: null }] }
  },
  {
    about: "what a transaction did: its amounts are no numbers",
    says: {
      getTransaction: (_, answer) =>
        JSON.parse(JSON.stringify(answer).replaceAll(/"amount":"\d+"/g, "\"amount\":\"all\""))
    }
  },
  {
    about: "what a transaction did: its instructions are no bytes",
    says: {
      getTransaction: (_, answer) => JSON.parse(JSON.stringify(answer).replaceAll(/"data":"\w+"/g, "\"data\":\"0\""))
    }
  },
  {
    about: "what an address did: it names no transactions",
    says: { getSignaturesForAddress: () => [{ signature: "none", blockTime: null }] }
  },
  ...[null, {}, [], "none", 0, { context: { slot: 1 }, value: null }, [null], { value: {} }].map((answer) => ({
    about: `everything: it says ${JSON.stringify(answer)}`,
    says: Object.fromEntries(everyMethod.map((method) => [method, () => answer]))
  })),
  {
    about: "its oldest block: it is of tomorrow",
    says: { getBlockTime: () => Math.floor(Date.now() / 1_000) + 86_400 }
  },
  {
    about: "its oldest block: it is the first",
    says: { getFirstAvailableBlock: () => 0, getBlockTime: () => 0, getSignaturesForAddress: () => [] }
  }
]

/** Lamports of a delivery at the lowest price, with the rent of a token account. */
const cost = { coin: "SOL", units: 10_000n + 150n + 2_074_080n }

const played = ({ says }: Lie) => async ({ delivery, lines: [line], open, order }: Stage): Promise<void> => {
  const since = Date.now()
  const adapter = open()
  await adapter.createNonces()
  for (const [method, answer] of Object.entries(says)) line?.answers(method, answer)
  const delivered = delivery()
  const done = await adapter.deliver(delivered)
  expect(done).toMatchObject({ value: { cost } })
  const spend = await adapter.sign(order())
  await adapter.submit(spend)
  expect((await adapter.sentSince(since)).map(({ mark, receipt }) => ({ mark, receipt }))).toEqual([
    { mark: delivered.operationId, receipt: done._tag === "Done" ? done.value : done }
  ])
}

/** All nodes say the same of what moved: it is never Done by that, and an operator looks at it. */
const ofAll = Object.entries(ofTransfers).map(([what, lie]): Fault => ({
  case: `every node shows ${what}: it is Unknown, and Done once they show the transfer`,
  answers: ["Unknown", "Unknown", "Done"],
  moved: 1,
  nodes: 3,
  act: async ({ delivery, everywhere, mend, open }) => {
    everywhere((line) => line.answers("getTransaction", lie))
    const order = delivery()
    const adapter = open()
    await adapter.deliver(order)
    expect(await adapter.lookUp(order.operationId)).toMatchObject({ reason: { code: "differs" } })
    mend()
    await adapter.end(order.operationId)
  }
}))

export const faultsOfLies: ReadonlyArray<Fault> = [
  ...lies.map((lie): Fault => ({
    case: `one of three nodes lies about ${lie.about}`,
    answers: ["Done", "Done"],
    moved: 2,
    nodes: 3,
    act: played(lie)
  })),
  ...ofAll
]
