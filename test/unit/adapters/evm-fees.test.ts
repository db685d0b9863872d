// What is offered for a transaction: never less than the least tip, never more than the ceiling, and an eighth more than before to replace.
import { describe, expect, it } from "vitest"
import { type Market, displacingBid, isOutbid, marketBid, replacingBid } from "../../../adapters/evm/fees.ts"

const limits = { leastTip: 2n, ceiling: 100n }
const bid = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) => ({ maxFeePerGas, maxPriorityFeePerGas })
const market = (baseFee: bigint, tip: bigint): Market => ({ baseFee, tip })

describe("what the market takes", () => {
  it.each([
    ["has room for a base fee that doubles", market(20n, 5n), bid(45n, 5n)],
    ["is at least the least tip", market(20n, 1n), bid(42n, 2n)],
    ["is at most the ceiling", market(60n, 5n), bid(100n, 5n)],
    ["has a tip as far as the ceiling allows", market(90n, 50n), bid(100n, 10n)],
    ["is the ceiling to the last wei", market(98n, 2n), bid(100n, 2n)],
    ["is above the ceiling", market(99n, 2n), undefined]
  ])("%s", (_, now, expected) => {
    expect(marketBid(now, limits)).toEqual(expected)
  })
})

describe("what replaces a bid", () => {
  it.each([
    ["is an eighth more, and one wei", market(10n, 3n), bid(80n, 8n), bid(91n, 10n)],
    ["is what the market takes, where that is more", market(30n, 20n), bid(40n, 8n), bid(80n, 20n)],
    ["has a fee of at least its tip", market(1n, 2n), bid(8n, 40n), bid(46n, 46n)],
    ["is the ceiling to the last wei", market(10n, 3n), bid(88n, 8n), bid(100n, 10n)],
    ["is not above the ceiling", market(10n, 3n), bid(89n, 8n), undefined],
    ["is nothing while the market is above the ceiling", market(99n, 2n), bid(10n, 8n), undefined]
  ])("%s", (_, now, before, expected) => {
    expect(replacingBid(now, limits, before)).toEqual(expected)
  })
})

describe("what takes the place of a bid that must not pass", () => {
  it.each([
    ["is the same below the ceiling", market(10n, 3n), bid(80n, 8n), bid(91n, 10n)],
    ["is an eighth above the ceiling at most", market(10n, 3n), bid(100n, 8n), bid(113n, 10n)],
    ["is an eighth more while the market is above the ceiling", market(500n, 2n), bid(100n, 8n), bid(113n, 10n)]
  ])("%s", (_, now, before, expected) => {
    expect(displacingBid(now, limits, before)).toEqual(expected)
  })
})

describe("a bid is outbid", () => {
  it.each([
    ["by a base fee", market(41n, 5n), bid(45n, 5n), true],
    ["by a tip", market(10n, 6n), bid(45n, 5n), true],
    ["by neither", market(40n, 5n), bid(45n, 5n), false],
    ["not by a market above the ceiling", market(99n, 5n), bid(45n, 5n), false]
  ])("%s", (_, now, before, expected) => {
    expect(isOutbid(now, limits, before)).toBe(expected)
  })
})
