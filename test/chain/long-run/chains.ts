// Which adapter each network of the long run is opened by, from the JSON that its counterpart wrote. One row each.
import { Effect } from "effect"
import type { Network } from "../../../core/standards/address/network.ts"
import { networks } from "../../../adapters/liquid/network.ts"
import { confidentialAddress, receiverOf } from "../../../adapters/liquid/receiver.ts"
import type { OpenedNetwork } from "../../../hosts/http/environments/networks/definition.ts"
import { openFrom as openBitcoin } from "../bitcoin/adapter-of.ts"
import { testAddressOf } from "../bitcoin/world.ts"
import { openFrom as openEvm } from "../evm/adapter-of.ts"
import { openFrom as openLiquid } from "../liquid/adapter-of.ts"
import { openFrom as openSolana } from "../solana/adapter-of.ts"
import { openFrom as openTron } from "../tron/adapter-of.ts"

// The service takes addresses of main networks alone, so deliveries to them go to the same keys on the network of the test.
const written = (opened: OpenedNetwork, written: (address: string) => string): OpenedNetwork => ({
  ...opened,
  chain: Effect.map(opened.chain, (chain) => ({
    ...chain,
    deliver: (order) => chain.deliver({ ...order, address: written(order.address) })
  }))
})

const onModel = (address: string): string => {
  const { blindingKey, script } = receiverOf(address, networks.mainnet.forms) ?? {}
  if (script === undefined || blindingKey === undefined) throw new Error(`${address} is no address of Liquid`)
  return confidentialAddress(script, blindingKey, networks.regtest.forms)
}

export const openers = {
  base: openEvm,
  tron: openTron,
  solana: (settings: string) => openSolana(settings),
  bitcoin: (settings: string) => written(openBitcoin(settings), testAddressOf),
  liquid: (settings: string) => written(openLiquid(settings), onModel)
} as const satisfies Readonly<Partial<Record<Network, (settings: string) => OpenedNetwork>>>

export type Served = keyof typeof openers

export const isServed = (network: string): network is Served => network in openers
