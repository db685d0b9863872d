// Statements as files: cells that would be formulas, quotes and lines in cells, and OFX of what was carried out.
import { describe, expect, it } from "vitest"
import type { Cents } from "../../../../core/base/money/units.ts"
import type { StatementOperation } from "../../../../core/engine/resource/statement-source.ts"
import { type OperationRow, type RowOf, rowsOf } from "../../../../core/reports/statement/operation.ts"
import { csvHead, csvRows } from "../../../../core/reports/statement/statement-csv.ts"
import { ofxFoot, ofxHead, ofxRows } from "../../../../core/reports/statement/statement-ofx.ts"

const row = (parts: Partial<OperationRow> = {}): OperationRow => ({
  id: "dep_1",
  type: "DEPOSIT_ASSET",
  status: "COMPLETED",
  asset: "USDC",
  network: "base",
  valueInBrl: "50.00",
  stableAmount: "9.1",
  fee: "1.25",
  txHash: "0xab",
  endToEndId: null,
  createdAt: "2026-11-21T10:00:00.000Z",
  updatedAt: "2026-11-21T10:00:05.000Z",
  ...parts
})

const cellOf = (txHash: string): string =>
  csvRows([row({ txHash })]).slice("dep_1,DEPOSIT_ASSET,COMPLETED,USDC,base,50.00,9.1,1.25,".length)

describe("CSV", () => {
  it("begins with the names, one line a row, lines end as RFC 4180 says §dashboard-csv", () => {
    expect(csvHead).toBe(
      "id,type,status,asset,network,valueInBrl,stableAmount,fee,txHash,endToEndId,createdAt,updatedAt\r\n"
    )
    expect(csvRows([row(), row({ id: "dep_2" })]).split("\r\n")).toHaveLength(3)
  })

  it.each([
    ["=1+1", "'=1+1"],
    ["+55", "'+55"],
    ["-5", "'-5"],
    ["@cmd", "'@cmd"],
    ["\tx", "'\tx"],
    ["\rx", "\"'\rx\""],
    ["=\"a,b\"", "\"'=\"\"a,b\"\"\""],
    ["a=b", "a=b"],
    ["a,b", "\"a,b\""],
    ["say \"x\"", "\"say \"\"x\"\"\""],
    ["two\r\nlines", "\"two\r\nlines\""]
  ])("makes no formula of a cell and keeps it one cell: %j §dashboard-csv", (text, cell) => {
    expect(cellOf(text)).toBe(`${cell},,2026-11-21T10:00:00.000Z,2026-11-21T10:00:05.000Z\r\n`)
  })
})

const deposit: StatementOperation = {
  id: "dep_1",
  type: "DEPOSIT_ASSET",
  status: "COMPLETED",
  asset: "USDC",
  network: "base",
  value: 5_000n as Cents,
  stableAmount: "9.1",
  fee: 125n as Cents,
  isDone: true,
  returned: 0n as Cents,
  txHash: "0xab",
  endToEndId: null,
  createdAt: Date.parse("2026-11-21T10:00:00.000Z"),
  updatedAt: Date.parse("2026-12-24T10:00:05.000Z")
}

const shown = (parts: Partial<StatementOperation> = {}): ReadonlyArray<RowOf> => {
  const operation = { ...deposit, ...parts }
  return rowsOf(operation).map((each) => ({ operation, row: each }))
}

const movements = (text: string) =>
  [...text.matchAll(/<TRNTYPE>(\w+)<.*<TRNAMT>([-\d.]+)<.*<FITID>([^<]+)</g)].map(([, ...of]) => of)

describe("OFX", () => {
  it("holds what was carried out and has a worth, with its sign, at its creation §dashboard-ofx", () => {
    const out = { type: "PIX_OUT", fee: 400n as Cents } as const
    const moved = { type: "WALLET_TRANSFER", status: "CONFIRMED", fee: 0n as Cents } as const
    const { net, text } = ofxRows([
      ...shown(),
      ...shown({ ...out, id: "pay_1", value: 1_000n as Cents, endToEndId: "E1" }),
      ...shown({ ...moved, id: "trf_1", value: 300n as Cents }),
      ...shown({ ...moved, id: "trf_2/received", value: 400n as Cents }),
      ...shown({ ...moved, id: "trf_3", value: null }),
      ...shown({ id: "dep_2", status: "PENDING", isDone: false }),
      ...shown({ ...out, id: "pay_2", status: "FAILED", isDone: false })
    ])
    expect(movements(text)).toEqual([
      ["CREDIT", "50.00", "dep_1"],
      ["FEE", "-1.25", "dep_1/fee"],
      ["DEBIT", "-10.00", "pay_1"],
      ["FEE", "-4.00", "pay_1/fee"],
      ["XFER", "-3.00", "trf_1"],
      ["XFER", "4.00", "trf_2/received"]
    ])
    expect(net).toBe(5_000n - 125n - 1_000n - 400n - 300n + 400n)
    expect(text).toContain("<DTPOSTED>20261121100000.000[0:GMT]</DTPOSTED>")
  })

  it("shows what came back as a movement of its own; the fee is kept §dashboard-ofx", () => {
    const refunded = {
      status: "REFUNDED",
      id: "pay_1",
      type: "PIX_OUT",
      value: 10_000n as Cents,
      fee: 400n as Cents
    } as const
    const { net, text } = ofxRows([
      ...shown({ ...refunded, returned: 1_000n as Cents }),
      ...shown({ status: "REFUNDED", returned: 5_000n as Cents }),
      // Refused before it was paid: nothing moved.
      ...shown({ ...refunded, id: "pay_2", isDone: false })
    ])
    expect(movements(text)).toEqual([
      ["DEBIT", "-100.00", "pay_1"],
      ["CREDIT", "10.00", "pay_1/returned"],
      ["FEE", "-4.00", "pay_1/fee"],
      ["CREDIT", "50.00", "dep_1"],
      ["DEBIT", "-50.00", "dep_1/returned"],
      ["FEE", "-1.25", "dep_1/fee"]
    ])
    expect(net).toBe(-10_000n + 1_000n - 400n + 5_000n - 5_000n - 125n)
  })

  it("keeps what comes from outside text §dashboard-ofx", () => {
    expect(ofxRows(shown({ txHash: "<x>&</MEMO>" })).text).toContain(
      "<MEMO>USDC base &lt;x&gt;&amp;&lt;/MEMO&gt;</MEMO>"
    )
  })

  it("says which account and time it is of, and a balance below zero §dashboard-ofx", () => {
    const of = { subAccountId: "sub_0123456789abcdef0123456789abcdef", from: 0, to: 86_400_000, now: 86_400_000 }
    expect(ofxHead(of)).toContain("<ACCTID>abcdef0123456789abcdef</ACCTID>")
    expect(ofxHead(of)).toContain(
      "<DTSTART>19700101000000.000[0:GMT]</DTSTART><DTEND>19700102000000.000[0:GMT]</DTEND>"
    )
    expect(ofxFoot(of, -5n)).toContain("<BALAMT>-0.05</BALAMT>")
  })
})
