// What has to hold before a transfer is sent: each account that is read, said otherwise, and what is answered then.
import { base58 } from "@scure/base"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { feeOf } from "../../../../adapters/solana/message.ts"
import type { Account } from "../../../../adapters/solana/answers.ts"
import { receiverProblem, unitsProblem } from "../../../../adapters/solana/parties.ts"
import { type Intended, prepared } from "../../../../adapters/solana/preparation.ts"
import {
  associatedTokenProgram,
  leastLamports,
  memoProgram,
  programs,
  systemProgram,
  tokenAccountRent
} from "../../../../adapters/solana/programs.ts"
import { addressOf, destination, feePayer, from, mint, nodeOf, nodesOf, run, source, to, units } from "./chain.ts"

const program = programs["spl-token"]
const account = (owner: string, data: Uint8Array, parts: Partial<Account> = {}): Account => ({
  owner,
  lamports: 10_000_000n,
  data,
  isExecutable: false,
  ...parts
})

const mintData = (decimals: number, isInitialized = true, length = 82): Uint8Array => {
  const data = new Uint8Array(length)
  data[44] = decimals
  data[45] = isInitialized ? 1 : 0
  return data
}

interface Held {
  readonly mint?: string
  readonly owner: string
  readonly units?: bigint
  readonly state?: number
}

const tokensOf = ({ mint: of = mint, owner, state = 1, units: there = units }: Held): Uint8Array => {
  const data = new Uint8Array(165)
  data.set(base58.decode(of), 0)
  data.set(base58.decode(owner), 32)
  new DataView(data.buffer).setBigUint64(64, there, true)
  data[108] = state
  return data
}

interface Said {
  readonly mint: Account | undefined
  readonly source: Account | undefined
  readonly destination: Account | undefined
  readonly payer: Account | undefined
  readonly holder: Account | undefined
}

const price = 1_000n
const usual: Said = {
  mint: account(program, mintData(6)),
  source: account(program, tokensOf({ owner: from })),
  destination: account(program, tokensOf({ owner: to, units: 0n })),
  payer: account(systemProgram, new Uint8Array(), {
    lamports: leastLamports + feeOf({ createsAccount: false, price })
  }),
  holder: undefined
}

const preparedWhere = (parts: Partial<Said>, kind: Intended["kind"] = "delivery") => {
  const said = { ...usual, ...parts }
  const nodes = nodesOf(nodeOf({
    accounts: (addresses, commitment) =>
      Effect.succeed(addresses.map((each) => {
        if (commitment !== "confirmed") return undefined
        const places: Readonly<Record<string, Account | undefined>> = {
          [mint]: said.mint,
          [source]: said.source,
          [destination]: said.destination,
          [feePayer]: said.payer,
          [to]: said.holder
        }
        return places[each]
      }))
  }))
  const token = { asset: "USDC", mint, program: "spl-token" } as const
  return run(
    Effect.map(
      prepared(nodes, { kind, token, units, from, to, source, destination, feePayer, price }),
      (found) => found._tag === "Ready" ? `Ready ${found.createsAccount}` : `${found._tag} ${found.reason.code}`
    )
  )
}

const held = (parts: Partial<Held>, of: string) => account(program, tokensOf({ owner: of, ...parts }))
const lamports = (count: bigint) => account(systemProgram, new Uint8Array(), { lamports: count })
const forAccount = leastLamports + feeOf({ createsAccount: true, price }) + tokenAccountRent
const enough = lamports(forAccount)

describe("a transfer is", () => {
  it.each<[string, Partial<Said>, string, string?]>([
    ["ready", {}, "Ready false"],
    ["ready where its receiver has no token account yet", { destination: undefined, payer: enough }, "Ready true"],
    ["ready where lamports lie there", { destination: lamports(1n), payer: enough }, "Ready true"],
    [
      "ready where its receiver is an account of a program",
      { holder: account(addressOf(50), new Uint8Array(200)) },
      "Ready false"
    ],
    [
      "ready where its receiver is a multisig",
      { holder: account(program, new Uint8Array(355).fill(1)) },
      "Ready false"
    ],
    ["not ready without the mint", { mint: undefined }, "Held paused"],
    ["not ready where the mint is another program's", { mint: account(systemProgram, mintData(6)) }, "Held paused"],
    ["not ready where the mint is none", { mint: account(program, mintData(6, false)) }, "Held paused"],
    ["not ready where the mint has other decimals", { mint: account(program, mintData(9)) }, "Held paused"],
    [
      "not ready where the sender's account is of another mint",
      { source: held({ mint: addressOf(50) }, from) },
      "Held paused",
      "Refused frozen"
    ],
    [
      "not ready where the sender's account is somebody else's",
      { source: held({}, addressOf(50)) },
      "Held paused",
      "Refused frozen"
    ],
    [
      "not ready where the sender's tokens are frozen",
      { source: held({ state: 2 }, from) },
      "Held paused",
      "Refused frozen"
    ],
    [
      "not ready where the sender has too few",
      { source: held({ units: units - 1n }, from) },
      "Held float",
      "Refused insufficientFunds"
    ],
    ["not ready where the sender has no account", { source: undefined }, "Held float", "Refused insufficientFunds"],
    [
      "not ready where the sender's account is not made",
      { source: held({ state: 0 }, from) },
      "Held float",
      "Refused insufficientFunds"
    ],
    [
      "refused where its receiver is a program",
      { holder: account(systemProgram, new Uint8Array(), { isExecutable: true }) },
      "Refused badReceiver",
      "Refused badReceiver"
    ],
    [
      "refused where its receiver is a mint",
      { holder: account(program, mintData(2)) },
      "Refused badReceiver",
      "Refused badReceiver"
    ],
    [
      "refused where its receiver is a token account",
      { holder: held({}, from) },
      "Refused badReceiver",
      "Refused badReceiver"
    ],
    [
      "ready where its receiver looks like a mint of no token program",
      { holder: account(addressOf(50), mintData(2)) },
      "Ready false"
    ],
    ["ready where its receiver is not a mint yet", { holder: account(program, mintData(2, false)) }, "Ready false"],
    [
      "refused where its token account is something else",
      { destination: account(systemProgram, new Uint8Array(80)) },
      "Refused badReceiver",
      "Refused badReceiver"
    ],
    [
      "refused where its token account is of another mint",
      { destination: held({ mint: addressOf(50) }, to) },
      "Refused badReceiver",
      "Refused badReceiver"
    ],
    [
      "refused where its token account is somebody else's",
      { destination: held({}, from) },
      "Refused badReceiver",
      "Refused badReceiver"
    ],
    [
      "refused where its receiver's tokens are frozen",
      { destination: held({ state: 2 }, to) },
      "Refused frozen",
      "Refused frozen"
    ],
    [
      "not ready where fees cannot be paid",
      { payer: lamports(leastLamports + feeOf({ createsAccount: false, price }) - 1n) },
      "Held fuel",
      "Held fuel"
    ],
    [
      "not ready where rent cannot be paid",
      { destination: undefined, payer: lamports(forAccount - 1n) },
      "Held fuel",
      "Held fuel"
    ],
    ["not ready where nobody can pay", { payer: undefined }, "Held fuel", "Held fuel"]
  ])("%s", async (_, parts, delivery, spend = delivery) => {
    expect(await preparedWhere(parts)).toBe(delivery)
    expect(await preparedWhere(parts, "spend")).toBe(spend)
  })
})

describe("an address is refused", () => {
  const ours = { feePayer, mints: [mint, addressOf(60)], nonceAccounts: [addressOf(61)] }

  it.each<[string, string, boolean]>([
    ["not usually", to, false],
    ["of another network", "ana@example.com", true],
    ["that sends", from, true],
    ["that pays our fees", feePayer, true],
    ["of a mint", mint, true],
    ["of another mint of ours", addressOf(60), true],
    ["of a nonce account of ours", addressOf(61), true],
    ["of a token program", programs["spl-token"], true],
    ["of the other token program", programs["token-2022"], true],
    ["of the system program", systemProgram, true],
    ["of the memo program", memoProgram, true],
    ["of the token account program", associatedTokenProgram, true]
  ])("%s", (_, address, isRefused) => {
    expect(receiverProblem(address, from, ours) !== undefined).toBe(isRefused)
  })

  it.each<[bigint, boolean]>([[1n, false], [2n ** 64n - 1n, false], [0n, true], [-1n, true], [2n ** 64n, true]])(
    "%s units: %s",
    (amount, isRefused) => {
      expect(unitsProblem(amount) !== undefined).toBe(isRefused)
    }
  )
})
