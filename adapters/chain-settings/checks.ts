// What the settings of a chain have to be beside each other and beside what the core counts in. An adapter opens on nothing else: with a
// wrong number of decimals, or one token under two names, every delivery would be Done with another value than was ordered.
import { Result } from "effect"
import { type AssetCode, decimalsOf } from "../../core/base/money/assets.ts"
import { parseAddress } from "../../core/standards/address/address.ts"
import { type Network, familyOf } from "../../core/standards/address/network.ts"

/** A token as settings name it. */
export interface TokenSetting {
  readonly asset: AssetCode
  /** Of its contract or mint. */
  readonly address: string
  readonly decimals: number
}

/** Throws `TypeError` unless every asset has one token, with an address of its own and the decimals that the asset is counted in. */
export const checkTokens = (network: Network, tokens: ReadonlyArray<TokenSetting>): void => {
  tokens.forEach(({ address, asset, decimals }, index) => {
    const wrong = (what: string) => new TypeError(`tokens.${index} (${asset}) ${what}`)
    const parsed = parseAddress(network, address)
    if (Result.isFailure(parsed)) throw wrong(`is at ${address}, which is no address: ${parsed.failure.message}`)
    if (decimals !== decimalsOf(asset)) {
      throw wrong(`has ${decimals} decimals; ${asset} has to have ${decimalsOf(asset)}`)
    }
  })
  const isEvm = familyOf[network] === "evm"
  checkDistinct("tokens", tokens.map(({ address, asset }) => ({ asset, id: isEvm ? address.toLowerCase() : address })))
}

/** Throws `TypeError` where an asset is named twice, or a token, contract or id of the network is meant by two assets. */
export const checkDistinct = (
  field: string,
  named: ReadonlyArray<{ readonly asset: AssetCode; readonly id: string }>
): void => {
  const assetAt = new Map<string, AssetCode>()
  const known = new Set<AssetCode>()
  for (const { asset, id } of named) {
    const other = assetAt.get(id)
    if (known.has(asset)) throw new TypeError(`${field} names ${asset} twice; an asset has one token`)
    if (other !== undefined) throw new TypeError(`${field} has ${id} for ${other} and for ${asset}; each needs its own`)
    known.add(asset)
    assetAt.set(id, asset)
  }
}

/** Throws `TypeError` unless each figure is at least the one before it, and the first at least `least`. */
export const checkRising = (
  field: string,
  least: bigint,
  figures: Readonly<Record<string, bigint | number>>
): void => {
  let [before, bound] = ["", least]
  for (const [name, figure] of Object.entries(figures)) {
    if (figure < bound) {
      throw new TypeError(`${field}.${name} is ${figure}; it has to be ${bound} at least${before}`)
    }
    before = `, as ${field}.${name} is`
    bound = BigInt(figure)
  }
}
