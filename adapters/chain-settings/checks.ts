// Checks of a chain's settings before its adapter opens. Each throws `TypeError` with the name of the setting: two assets that are one
// token, or a finality that ends before it begins, would deliver another value than was ordered, or call a delivery Refused too early.
import { Result } from "effect"
import type { AssetCode } from "../../core/base/money/assets.ts"
import { parseAddress } from "../../core/standards/address/address.ts"
import { type Network, familyOf } from "../../core/standards/address/network.ts"

/** The address of a token's contract or mint has to be one of the network; an asset has one token, and a token one asset. */
export const checkTokens = (
  network: Network,
  tokens: ReadonlyArray<{ readonly asset: AssetCode; readonly address: string }>
): void => {
  for (const { address, asset } of tokens) {
    const parsed = parseAddress(network, address)
    if (Result.isSuccess(parsed)) continue
    throw new TypeError(`tokens: ${address} of ${asset} is no address of ${network}: ${parsed.failure.message}`)
  }
  // The case of an EVM address is its checksum alone.
  const isEvm = familyOf[network] === "evm"
  checkDistinct("tokens", tokens.map(({ address, asset }) => [asset, isEvm ? address.toLowerCase() : address]))
}

/** An asset has one id, and an id one asset. */
export const checkDistinct = (field: string, ids: ReadonlyArray<readonly [asset: AssetCode, id: string]>): void =>
  ids.forEach(([asset, id], index) => {
    const earlier = ids.slice(0, index)
    if (earlier.some(([other]) => other === asset)) throw new TypeError(`${field}: ${asset} is there twice`)
    const other = earlier.find(([, each]) => each === id)
    if (other !== undefined) throw new TypeError(`${field}: ${other[0]} and ${asset} are both ${id}`)
  })

/** The first figure has to be `least` or more, and each later one no less than the one before it. */
export const checkOrder = (field: string, least: bigint, figures: Readonly<Record<string, bigint | number>>): void => {
  const values = [least, ...Object.values(figures).map(BigInt)]
  if (values.every((value, index) => index === 0 || value >= (values[index - 1] ?? value))) return
  const listed = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`).join(", ")
  throw new TypeError(`${field}: ${listed}; the first has to be ${least} or more, and none less than the one before it`)
}
