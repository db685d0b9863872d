// The table of faults: orders that cannot be, and the least that can.
import { addressOfHex } from "../../../adapters/tron/address.ts"
import type { Fault, Stage } from "./stage.ts"
import { freshAddress } from "./world.ts"

const zeroAddress = addressOfHex(`41${"00".repeat(20)}`)

const refusedAt = (address: (stage: Stage) => string) => (stage: Stage) =>
  stage.open().deliver(stage.delivery({ address: address(stage) }))

export const faultsOfOrders: ReadonlyArray<Fault> = [
  {
    case: "to the token's contract",
    answers: ["Refused"],
    moved: 0,
    act: refusedAt(({ world }) => world.token.address)
  },
  { case: "to the zero address", answers: ["Refused"], moved: 0, act: refusedAt(() => zeroAddress) },
  { case: "to our own treasury", answers: ["Refused"], moved: 0, act: refusedAt(({ treasury }) => treasury) },
  { case: "to our own fee account", answers: ["Refused"], moved: 0, act: refusedAt(({ fees }) => fees) },
  {
    case: "to the contract of another token that is configured",
    answers: ["Refused"],
    moved: 0,
    act: ({ delivery, open, world }) => {
      const other = freshAddress()
      const tokens = [{ asset: "USDT", address: world.token.address }, { asset: "USDC", address: other }] as const
      return open({ tokens }).deliver(delivery({ address: other }))
    }
  },
  {
    case: "a spend to our own fee account, and one to the token's contract",
    answers: ["Refused", "Refused"],
    moved: 0,
    act: async ({ fees, open, order, world }) => {
      await open().spend(order({ to: fees }))
      await open().spend(order({ to: world.token.address }))
    }
  },
  {
    case: "of an asset that no token stands for",
    answers: ["Held notConfigured"],
    moved: 0,
    act: (s) => s.open().deliver(s.delivery({ asset: "USDC" }))
  },
  {
    case: "to an address of another network",
    answers: ["Refused"],
    moved: 0,
    act: refusedAt(() => "0x52908400098527886E0F7030069857D2E4169EE7")
  },
  { case: "of nothing", answers: ["Refused"], moved: 0, act: (s) => s.open().deliver(s.delivery({ units: 0n })) },
  {
    case: "a spend of nothing",
    answers: ["Refused"],
    moved: 0,
    act: ({ open, order }) => open().spend(order({ units: 0n }))
  },
  { case: "of one unit", answers: ["Done"], moved: 1, act: (s) => s.open().deliver(s.delivery({ units: 1n })) },
  {
    case: "an id that stands for another movement",
    answers: ["Done", "Unknown"],
    moved: 1,
    act: async ({ delivery, open }) => {
      const order = delivery()
      const adapter = open()
      await adapter.deliver(order)
      await adapter.deliver({ ...order, address: freshAddress() })
    }
  }
]
