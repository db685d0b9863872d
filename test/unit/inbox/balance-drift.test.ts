// When a balance that goes another way than our books is before a person: soon, however much the account moves, and never for what is only
// on its way.
import { describe, expect, it } from "vitest"
import { driftFrom } from "../../../core/inbox/balance-drift.ts"
import { Random } from "../../../hosts/simulate/random.ts"

const reais = 100n
const hoursADay = 24

interface Account {
  /** Reais that move in a day. */
  readonly moves: number
  /** Reais that go missing in an hour. */
  readonly loses: number
  /** How many looks of a hundred meet a payment that the provider has booked and we have not, or the other way round. */
  readonly onItsWay: number
}

/** The hours in which a drift was found, out of so many days. */
const found = ({ loses, moves, onItsWay }: Account, days: number, seed: number): ReadonlyArray<number> => {
  const random = new Random(seed, "looks")
  const alarms: Array<number> = []
  let known = 50_000n * reais
  let missing = 0n
  let looks: Parameters<typeof driftFrom>[1] = []
  for (let hour = 1; hour <= days * hoursADay; hour++) {
    missing += BigInt(Math.round(loses * 100))
    const meets = random.below(100) < onItsWay
    // A payment of at most a fiftieth of the day, out or in.
    const flying = meets ? BigInt(random.below(moves * 2 + 1)) * (random.below(2) === 0 ? 1n : -1n) : 0n
    const moved = BigInt(Math.round(moves * 100 / hoursADay))
    const now = { difference: 50_000n * reais - missing + flying, moved }
    const drift = driftFrom(known, looks, now)
    if (drift.by !== 0n) alarms.push(hour)
    known += drift.by
    looks = drift.looks
  }
  return alarms
}

const seeds = Array.from({ length: 200 }, (_, seed) => seed + 1)

describe("a balance that goes another way than our books §rail-books", () => {
  it("is found within a day at R$ 10 an hour on an account that moves R$ 100,000 a day", () => {
    for (const seed of seeds) {
      const [first = Infinity] = found({ moves: 100_000, loses: 10, onItsWay: 10 }, 2, seed)
      expect(first).toBeLessThanOrEqual(24)
    }
  })

  it("is found within two looks at R$ 1,000 an hour on an account that hardly moves, and again as it goes on", () => {
    const alarms = found({ moves: 100, loses: 1_000, onItsWay: 0 }, 30, 1)
    expect(alarms[0]).toBe(2)
    expect(alarms.length).toBeGreaterThan(100)
  })

  it("is found for a fee of R$ 0.85 that no side books, on an account of 100 PIX a day", () => {
    const [first = Infinity] = found({ moves: 10_000, loses: 85 / 24, onItsWay: 20 }, 30, 1)
    expect(first).toBeLessThanOrEqual(24)
  })

  it("is nothing that is only on its way, in any week", () => {
    for (const seed of seeds) {
      expect(found({ moves: 100_000, loses: 0, onItsWay: 20 }, 7, seed)).toEqual([])
      expect(found({ moves: 1_000, loses: 0, onItsWay: 10 }, 7, seed)).toEqual([])
    }
  })

  it("is one finding where it happened once", () => {
    let known = 0n
    let looks: Parameters<typeof driftFrom>[1] = []
    const alarms: Array<bigint> = []
    for (const difference of [0n, 0n, -100n, -100n, -100n, ...Array.from({ length: 40 }, () => -100n)]) {
      const drift = driftFrom(known, looks, { difference, moved: 0n })
      if (drift.by !== 0n) alarms.push(drift.by)
      known += drift.by
      looks = drift.looks
    }
    expect(alarms).toEqual([-100n])
    expect(looks).toHaveLength(24)
  })

  it("is nothing where a difference comes back that was another in between", () => {
    const looks = [0n, 0n, -100n, -50n, -70n].map((difference) => ({ difference, moved: 0n }))
    expect(driftFrom(0n, looks, { difference: -100n, moved: 0n }).by).toBe(0n)
    expect(driftFrom(0n, looks, { difference: -70n, moved: 0n }).by).toBe(-70n)
  })

  it("is found at the ninth look of an account that is new, by the least of what they differ", () => {
    const looks = Array.from({ length: 9 }, (_, hour) => ({ difference: -2_000n - BigInt((hour * 5) % 9), moved: 0n }))
    const last = looks.at(-1) ?? { difference: 0n, moved: 0n }
    expect(driftFrom(0n, looks.slice(1, -1), last).by).toBe(0n)
    expect(driftFrom(0n, looks.slice(0, -1), last).by).toBe(-2_000n)
  })
})
