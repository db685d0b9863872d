// A civil day is closed once it is over: the PIX provider's statement against our journal, to zero, with what one side alone has.
import { describe, expect, it } from "vitest"
import { closingCsvHead, closingCsvRows } from "../../../../core/reports/closing/closing-csv.ts"
import { open, received, sent } from "./closing.scene.ts"

// Tests begin on 2026-03-01 at midnight in UTC, which is nine in the evening of the day before in São Paulo.
const [first, second, third] = ["2026-02-28", "2026-03-01", "2026-03-02"] as const

describe("a day that is over", () => {
  it("is closed to zero where both sides have the same, an hour after its end", async () => {
    const { closed, later, list, pay, pix, provider, receive, reviews } = await open()
    await receive(1)
    list(received(1), sent(await pay()))
    provider.balance = 100_025
    await later(3)
    expect(await closed(first)).toEqual({ day: first, places: [] })
    await later(1)
    const zero = {
      asset: "BRL",
      difference: "0.00",
      openBefore: "0.00",
      openAfter: "0.00",
      beyond: "0.00",
      unexplained: "0.00"
    }
    expect(await pix(first)).toMatchObject({
      place: "pix",
      unreadable: 0,
      lines: [
        { kind: "received", statement: { count: 1, amount: "10.00" }, journal: { count: 1, amount: "10.00" } },
        { kind: "sent", statement: { count: 1, amount: "-10.00" }, journal: { count: 1, amount: "-10.00" } }
      ],
      sums: [{ ...zero, statement: "0.00", journal: "0.00" }],
      differences: [],
      balances: [{ asset: "BRL", held: "1000.25", booked: "0.00", difference: "1000.25", change: null }]
    })
    expect(await reviews()).toEqual([])
  })

  it("lists what one side alone has, with its age, until the other side has it too", async () => {
    const { later, list, pix, provider, receive, reviews } = await open()
    await receive(1)
    await receive(2)
    list(received(1), received(7, 4_200))
    await later(4)
    const [ours, theirs] = [{ statement: null, journal: "10.00", difference: "-10.00" }, {
      statement: "42.00",
      journal: null,
      difference: "42.00",
      subject: null
    }]
    expect((await pix(first))?.differences).toMatchObject([
      { ...theirs, since: first, days: 0 },
      { ...ours, since: first, days: 0 }
    ])
    expect((await pix(first))?.sums).toMatchObject([
      {
        statement: "52.00",
        journal: "20.00",
        difference: "32.00",
        openBefore: "0.00",
        openAfter: "32.00",
        unexplained: "0.00"
      }
    ])
    // A day late is nothing unusual.
    expect(await reviews()).toEqual([])
    list(received(2))
    provider.balance = 109_900
    await later(24)
    expect((await pix(second))?.differences).toMatchObject([{ ...theirs, since: first, days: 1 }])
    expect((await pix(second))?.sums).toMatchObject([
      { difference: "10.00", openBefore: "32.00", openAfter: "42.00", unexplained: "0.00" }
    ])
    expect((await pix(second))?.balances).toMatchObject([{ change: "99.00" }])
    expect(await reviews()).toMatchObject([{
      code: "closingDiffers",
      place: "pix",
      day: second,
      count: 1,
      since: first
    }])
  })

  it("says another amount, and what the statement does not show", async () => {
    const { later, list, pay, pix, receive } = await open(["received"])
    await receive(1)
    await pay()
    list(received(1, 999))
    await later(4)
    expect(await pix(first)).toMatchObject({
      lines: [
        { kind: "received", statement: { amount: "9.99" }, journal: { amount: "10.00" } },
        { kind: "sent", statement: null, journal: { count: 1, amount: "-10.00" } }
      ],
      differences: [{ statement: "9.99", journal: "10.00", difference: "-0.01" }],
      sums: [{ difference: "-0.01", openAfter: "-0.01", unexplained: "0.00" }]
    })
  })

  it("that could not be read is closed later, each day by itself and in order", async () => {
    const { closed, later, list, pix, provider, receive } = await open()
    await receive(1)
    list(received(1))
    provider.isAway = true
    expect(await later(28)).toMatchObject({ problem: { code: "noAnswer" } })
    expect((await closed(first)).places).toEqual([])
    await receive(2)
    list(received(2))
    await later(24)
    provider.isAway = false
    await later(0)
    expect((await pix(first))?.lines).toMatchObject([{ kind: "received", journal: { count: 1 } }])
    expect((await pix(second))?.lines).toEqual([])
    expect((await pix(third))?.differences).toEqual([])
  })

  it("is one file with its totals, what is open and what is held", async () => {
    const { closed, later, list, receive } = await open()
    await receive(1)
    list(received(1), received(7, 4_200))
    await later(4)
    const lines = (closingCsvHead + closingCsvRows(await closed())).split("\r\n")
    expect(lines).toEqual([
      "day,place,row,asset,kind,movement,statement,journal,difference,since,days,subject",
      "2026-02-28,pix,total,BRL,received,,52.00,10.00,,,,",
      "2026-02-28,pix,sum,BRL,,,52.00,10.00,42.00,,,",
      expect.stringMatching(/^2026-02-28,pix,open,BRL,received,received\/\w+,42\.00,,42\.00,2026-02-28,0,$/),
      "2026-02-28,pix,balance,BRL,,,1000.00,10.00,990.00,,,",
      ""
    ])
  })
})

it.each([["2026-02-30", "a civil day"], ["28/02/2026", "a civil day"], ["2026-03-01", "a day that is over"]])(
  "of %s is refused with the field and what would be valid",
  async (day, message) => {
    const { refused } = await open()
    expect(await refused(day)).toMatchObject({
      _tag: "ValidationFailed",
      details: [{ field: "day", message: expect.stringContaining(message) as string }]
    })
  }
)
