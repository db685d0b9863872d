// The lifecycle of transfers cell by cell: every (state, trigger) pair is asked through `decideTransfer` and must answer
// what stands here, written down from the specification, not from the table. Then every row must have been taken.
import { describe, expect, it, vi } from "vitest"
import { reason } from "../../core/base/reason/reason.ts"
import { brokenLaws } from "../../core/engine/machine/laws.ts"
import { type TransferFact, decideTransfer } from "../../core/payments/transfer/decide-transfer.ts"
import { type Transfer, TransferReceipts } from "../../core/payments/transfer/transfer.ts"
import {
  type TransferState,
  type TransferTrigger,
  transferStates
} from "../../core/payments/transfer/transfer.states.ts"
import { untaken } from "./taken-rows.ts"

vi.mock("../../core/engine/machine/machine.ts", async (original) => (await import("./taken-rows.ts")).watched(original))

const now = 1_772_323_200_000

const submitted: Transfer = {
  id: "trf_1",
  owner: "acc_01",
  subAccountId: "sub_1",
  walletId: "0".repeat(24),
  state: "SUBMITTED",
  asset: "USDT",
  network: "polygon",
  units: 5n,
  senderAddress: "0xa",
  recipientAddress: "0xb",
  toSubAccountId: "sub_2",
  reference: null,
  txHash: null,
  refusal: null,
  createdAt: now - 1,
  updatedAt: now - 1
}

const facts: Readonly<Record<TransferTrigger, TransferFact>> = {
  moved: { on: "moved", txHash: "0xhash" },
  refused: { on: "refused", reason: reason("insufficientFunds") },
  doubted: { on: "doubted" }
}

const decide = (transfer: Transfer, fact: TransferFact) => decideTransfer({ value: transfer, version: 1 }, fact, now)

const after = (fact: TransferFact): Transfer => {
  const decision = decide(submitted, fact)
  if (decision._tag !== "Changed") throw new Error(`${fact.on} changed nothing`)
  return decision.record
}

const given: Readonly<Record<TransferState, Transfer>> = {
  SUBMITTED: submitted,
  CONFIRMED: after(facts.moved),
  FAILED: after(facts.refused)
}

type Expected = TransferState | "Ignored" | "Alarmed"

const cells: Readonly<Record<TransferState, Readonly<Record<TransferTrigger, Expected>>>> = {
  SUBMITTED: { moved: "CONFIRMED", refused: "FAILED", doubted: "SUBMITTED" },
  CONFIRMED: { moved: "Ignored", refused: "Alarmed", doubted: "Ignored" },
  FAILED: { moved: "Alarmed", refused: "Ignored", doubted: "Ignored" }
}

const states = Object.keys(cells) as ReadonlyArray<TransferState>
const triggers = Object.keys(facts) as ReadonlyArray<TransferTrigger>

describe("the table of transfers", () => {
  it("keeps the laws of every table §transfer-states", () => {
    expect(brokenLaws(transferStates)).toEqual([])
  })

  it.each(states.flatMap((state) => triggers.map((trigger) => [state, trigger] as const)))(
    "%s on %s §transfer-states",
    (state, trigger) => {
      const decision = decide(given[state], facts[trigger])
      expect(decision._tag === "Changed" ? decision.record.state : decision._tag).toBe(cells[state][trigger])
    }
  )

  it("books what each row says, under ids made of the transfer", () => {
    const entries = (fact: TransferFact, transfer = submitted) => {
      const decision = decide(transfer, fact)
      return decision._tag === "Changed" ? decision.changes.entries.map(({ id }) => id) : []
    }
    expect(entries(facts.moved)).toEqual(["transfer/trf_1/walletSpent"])
    expect(entries(facts.refused)).toEqual(["transfer/trf_1/walletReleased"])
    expect(entries(facts.doubted)).toEqual([])
    expect(entries(facts.moved, { ...submitted, asset: "USDC" })).toEqual([])
  })

  it("gives a receiver of ours a receipt of what has moved, and nothing else", () => {
    const receipts = (fact: TransferFact, toSubAccountId: string | null) => {
      const decision = decide({ ...submitted, toSubAccountId }, fact)
      const writes = decision._tag === "Changed" ? decision.changes.writes : []
      return writes.filter(({ kind }) => kind === TransferReceipts.kind).map(({ id }) => id)
    }
    expect(receipts(facts.moved, "sub_2")).toEqual(["trf_1/received"])
    expect(receipts(facts.moved, null)).toEqual([])
    expect(receipts(facts.refused, "sub_2")).toEqual([])
    expect(receipts(facts.doubted, "sub_2")).toEqual([])
  })

  it("remembers what proves each fact", () => {
    expect(given.CONFIRMED.history?.at(-1)).toMatchObject({ evidence: "0xhash" })
    expect(given.FAILED.history?.at(-1)).toMatchObject({ evidence: null, reason: { code: "insufficientFunds" } })
    expect(after(facts.doubted).history?.at(-1)).toMatchObject({ evidence: null })
  })

  it("raises an impossible fact for the operator, and changes nothing else", () => {
    for (const [state, trigger] of [["CONFIRMED", "refused"], ["FAILED", "moved"]] as const) {
      const decision = decide(given[state], facts[trigger])
      if (decision._tag !== "Alarmed") throw new Error(`${trigger} in ${state} did not alarm`)
      expect(decision.changes).toMatchObject({ writes: [{ kind: "review" }], entries: [], jobs: [], finished: [] })
    }
  })

  it("was taken row by row §rows-transfer", () => {
    expect(untaken(transferStates)).toEqual([])
  })
})
