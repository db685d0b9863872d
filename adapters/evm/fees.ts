// What is offered for a transaction: what the market takes, never less than the network's least tip and never more than the
// ceiling. A transaction that waits is raised only when the market asks for more than it offers, whatever it waits for.

/** What a network takes now, wei per gas. */
export interface Market {
  readonly baseFee: bigint
  readonly tip: bigint
}

export interface FeeLimits {
  /** Wei per gas: nodes of some networks refuse a lower tip, such as 25 gwei on Polygon. */
  readonly leastTip: bigint
  /** Wei per gas: what the network's base fee and tip may be together before nothing is sent. */
  readonly ceiling: bigint
}

/** What a transaction offers, wei per gas. */
export interface Bid {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

const greater = (a: bigint, b: bigint): bigint => a > b ? a : b
const lesser = (a: bigint, b: bigint): bigint => a < b ? a : b

/**
 * What the market takes now, with room for a base fee that doubles; undefined above the ceiling. A tip that nodes propose holds nothing: it
 * is offered as far as the ceiling allows.
 */
export const marketBid = ({ baseFee, tip }: Market, { ceiling, leastTip }: FeeLimits): Bid | undefined => {
  if (baseFee + leastTip > ceiling) return undefined
  const offered = lesser(greater(tip, leastTip), ceiling - baseFee)
  return { maxFeePerGas: lesser(2n * baseFee + offered, ceiling), maxPriorityFeePerGas: offered }
}

// An eighth more, as nodes want a tenth to replace.
const replacing = (before: bigint): bigint => before + (before >> 3n) + 1n

const nothing: Bid = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }

/** What keeps a bid from passing that must not: at most an eighth above the ceiling, and never less than nodes take for a replacement. */
export const displacingBid = (market: Market, limits: FeeLimits, before: Bid): Bid => {
  const now = marketBid(market, limits) ?? nothing
  const maxPriorityFeePerGas = greater(now.maxPriorityFeePerGas, replacing(before.maxPriorityFeePerGas))
  const maxFeePerGas = greater(greater(now.maxFeePerGas, replacing(before.maxFeePerGas)), maxPriorityFeePerGas)
  return { maxFeePerGas, maxPriorityFeePerGas }
}

/** What replaces a bid; undefined above the ceiling. */
export const replacingBid = (market: Market, limits: FeeLimits, before: Bid): Bid | undefined => {
  const bid = displacingBid(market, limits, before)
  return marketBid(market, limits) === undefined || bid.maxFeePerGas > limits.ceiling ? undefined : bid
}

/** Whether a bid is below what the market takes now. */
export const isOutbid = (market: Market, limits: FeeLimits, bid: Bid): boolean => {
  const now = marketBid(market, limits)
  return now !== undefined &&
    (market.baseFee + now.maxPriorityFeePerGas > bid.maxFeePerGas ||
      now.maxPriorityFeePerGas > bid.maxPriorityFeePerGas)
}
