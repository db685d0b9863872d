// Where an attempt is: each thing that nodes may say of it, said otherwise, and what is then believed.
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { type SignedAttempt, finalityOf, statusOf } from "../../../../adapters/solana/attempt-status.ts"
import { accountsIn, messageOf } from "../../../../adapters/solana/message.ts"
import type { Commitment, Landed, Status } from "../../../../adapters/solana/answers.ts"
import type { Attempt } from "../../../../adapters/solana/transfer-record.ts"
import {
  addressOf,
  blockhash,
  destination,
  failure,
  feePayer,
  from,
  id,
  landed,
  mint,
  nodeOf,
  nodesOf,
  nonceAccount,
  nonceOf,
  nonceValue,
  run,
  source,
  status,
  to,
  units,
  withUnits
} from "./chain.ts"

const lastValidBlockHeight = 200n
const overBlockhash: Attempt["lifetime"] = { _tag: "Blockhash", lastValidBlockHeight }
const overNonce: Attempt["lifetime"] = { _tag: "Nonce", account: nonceAccount, value: nonceValue }

const message = Buffer.from(messageOf({
  operationId: id,
  token: { asset: "USDC", mint, program: "spl-token" },
  units,
  feePayer,
  from,
  to,
  source,
  destination,
  createsAccount: false,
  price: 1n
}, { blockhash, lastValidBlockHeight })).toString("base64")

interface Said {
  readonly lifetime: Attempt["lifetime"]
  readonly overAt: bigint | null
  readonly final: bigint
  readonly confirmed: bigint
  readonly nonce: string
  /** One answer after the other; the last one stays. */
  readonly statuses: ReadonlyArray<Status | undefined>
  readonly landed: Landed | undefined
  readonly hash: string | undefined
  readonly done: Commitment
}

const usual: Said = {
  lifetime: overBlockhash,
  overAt: null,
  final: 100n,
  confirmed: 132n,
  nonce: nonceValue,
  statuses: [status({ level: "confirmed" })],
  landed,
  hash: blockhash,
  done: "confirmed"
}

const asked = (parts: Partial<Said>) => {
  const said = { ...usual, ...parts }
  const left = [...said.statuses]
  const nodes = nodesOf(nodeOf({
    height: (commitment) => Effect.succeed(commitment === "finalized" ? said.final : said.confirmed),
    accounts: (_, commitment) => Effect.succeed([commitment === "finalized" ? nonceOf(said.nonce) : undefined]),
    status: () => Effect.sync(() => left.length > 1 ? left.shift() : left[0]),
    transaction: () => Effect.succeed(said.landed),
    blockhashAt: (slot) => Effect.succeed(slot === landed.slot ? said.hash : undefined)
  }))
  const attempt: SignedAttempt = {
    message,
    lifetime: said.lifetime,
    createsAccount: false,
    wire: "wire",
    signature: "signature",
    overAt: said.overAt,
    ended: null,
    at: 0
  }
  return { attempt, done: said.done, nodes }
}

const statusWhere = (parts: Partial<Said>) => {
  const { attempt, done, nodes } = asked(parts)
  return run(statusOf(nodes, attempt, { mint, units, source, destination }, done))
}

const made = (isFinal: boolean) => ({
  _tag: "Made",
  verdict: {
    _tag: "Done",
    signature: "signature",
    place: { height: 7n, hash: blockhash },
    cost: 11_000n,
    isFinal
  }
})
const open = (because: string) => ({ _tag: "Open", because })
const odd = { _tag: "Odd", because: "signature shows no such transfer" }
const failedAt = (level: Status["level"]) => [status({ level, failure })]
const failed = { ...landed, failure }

it("is of a message whose accounts are those of the transaction", () => {
  expect(accountsIn(Buffer.from(message, "base64")).accounts.slice(0, 4)).toEqual(landed.accounts.slice(0, 4))
})

describe("an attempt is", () => {
  it.each<[string, Partial<Said>, object]>([
    ["made in a confirmed block", {}, made(false)],
    ["made in a final block, where that is wanted", { done: "finalized", statuses: [status()] }, made(true)],
    [
      "open in a confirmed block, where a final one is wanted",
      { done: "finalized" },
      open("its block is not final yet")
    ],
    [
      "open in a block that one node saw",
      { statuses: [status({ level: "processed" })] },
      open("it is in a block that few have seen")
    ],
    ["open without its transaction", { landed: undefined }, open("its block cannot be read yet")],
    ["open without its block", { hash: undefined }, open("its block cannot be read yet")],
    [
      "open where its transaction is in another block",
      { landed: { ...landed, slot: 8n } },
      open("its block cannot be read yet")
    ],
    [
      "open where its status names another block",
      { statuses: [status({ slot: 8n })] },
      open("its block cannot be read yet")
    ],
    [
      "odd where its transaction failed and its status says otherwise",
      { landed: failed },
      odd
    ],
    [
      "odd where less arrived",
      { landed: withUnits(3, 1n) },
      odd
    ],
    [
      "open in no block while its blockhash lives",
      { statuses: [undefined], final: 200n },
      open("it is in no block yet")
    ],
    ["over in no block once its blockhash expired", { statuses: [undefined], final: 201n }, { _tag: "Over", at: 132n }],
    [
      "open at a second look that is no later",
      { statuses: [undefined], final: 201n, overAt: 201n },
      open("its lifetime is over, and it is in no block yet")
    ],
    [
      "dead at a second look",
      { statuses: [undefined], final: 202n, overAt: 201n },
      { _tag: "Dead", because: "its blockhash expired and it is in no block" }
    ],
    [
      "open at a second look where its blockhash lives again",
      { statuses: [undefined], final: 200n, overAt: 199n },
      open("it is in no block yet")
    ],
    ["made at a second look that finds it", { final: 202n, overAt: 201n }, made(false)],
    [
      "open in no block while its nonce stands",
      { statuses: [undefined], lifetime: overNonce, final: 999n },
      open("it is in no block yet")
    ],
    [
      "over in no block once its nonce was used",
      { statuses: [undefined], lifetime: overNonce, nonce: addressOf(30) },
      { _tag: "Over", at: 132n }
    ],
    [
      "dead over a nonce at a second look",
      { statuses: [undefined], lifetime: overNonce, nonce: addressOf(30), overAt: 99n },
      { _tag: "Dead", because: "its nonce was used by another transaction" }
    ],
    ["failed in a final block", { statuses: failedAt("finalized"), landed: failed }, {
      _tag: "Failed",
      failure,
      cost: 11_000n
    }],
    [
      "open where it failed in a block that is not final",
      { statuses: failedAt("confirmed"), landed: failed },
      open("it failed in a block that is not final")
    ],
    [
      "open where it failed in one block, and is in no final one",
      { statuses: [...failedAt("finalized"), undefined], landed: failed },
      open("it failed in a block that is not final")
    ],
    [
      "open where it failed in one block, and not in the final one",
      { statuses: [...failedAt("finalized"), status()], landed: failed },
      open("it failed in a block that is not final")
    ],
    [
      "open where it failed and cannot be read",
      { statuses: failedAt("finalized"), landed: undefined },
      open("it failed, and its block cannot be read yet")
    ],
    [
      "open where it failed and is read of another block",
      { statuses: failedAt("finalized"), landed: { ...failed, slot: 8n } },
      open("it failed, and its block cannot be read yet")
    ],
    [
      "open where it failed and its nonce stands",
      { statuses: failedAt("finalized"), landed: failed, lifetime: overNonce },
      open("it failed, and its nonce was not used up")
    ],
    [
      "failed where it used its nonce up",
      { statuses: failedAt("finalized"), landed: failed, lifetime: overNonce, nonce: addressOf(30) },
      { _tag: "Failed", failure, cost: 11_000n }
    ]
  ])("%s", async (_, parts, found) => {
    expect(await statusWhere(parts)).toEqual(found)
  })
})

describe("what was seen in a block is", () => {
  const finalityWhere = (parts: Partial<Said>) => {
    const { attempt, nodes } = asked(parts)
    return run(finalityOf(nodes, attempt))
  }

  it.each<[string, Partial<Said>, object]>([
    ["final in a final block", { statuses: [status()] }, { _tag: "Final" }],
    ["open in a confirmed block", {}, open("its block is not final yet")],
    [
      "dead where it failed in a final block",
      { statuses: failedAt("finalized") },
      { _tag: "Dead", because: "it failed in a final block" }
    ],
    ["open where it is in none, and may come back", { statuses: [undefined] }, open("it is in no block yet")],
    ["over where it is in none, and its time is over", { statuses: [undefined], final: 201n }, {
      _tag: "Over",
      at: 132n
    }],
    [
      "dead where it is in none at a second look",
      { statuses: [undefined], final: 202n, overAt: 201n },
      { _tag: "Dead", because: "its blockhash expired and it is in no block" }
    ]
  ])("%s", async (_, parts, found) => {
    expect(await finalityWhere(parts)).toEqual(found)
  })
})
