// Which adapter each network of the long run is opened by, from the JSON that its counterpart wrote. One row each.
import type { Network } from "../../../core/address/network.ts"
import type { OpenedNetwork } from "../../../hosts/http/networks/definition.ts"
import { openFrom as openBitcoin } from "../bitcoin/adapter-of.ts"
import { openFrom as openEvm } from "../evm/adapter-of.ts"
import { openFrom as openLiquid } from "../liquid/adapter-of.ts"
import { openFrom as openTron } from "../tron/adapter-of.ts"

export const openers = {
  base: openEvm,
  tron: openTron,
  bitcoin: openBitcoin,
  liquid: openLiquid
} as const satisfies Readonly<Partial<Record<Network, (settings: string) => OpenedNetwork>>>

export type Served = keyof typeof openers

export const isServed = (network: string): network is Served => network in openers
