// Bitcoin in the long run: a real node on a network of its own, behind three lines.
import { mainAddress, openWorld, testAddressOf } from "../../bitcoin/world.ts"
import { type Site, every } from "../site.ts"
import { lineFaults, mendLines } from "./lines.ts"

const send = "sendrawtransaction"
const coins = 60
const each = 2_000_000n

const sum = (units: ReadonlyArray<bigint>): bigint => units.reduce((total, one) => total + one, 0n)

export const openBitcoinSite = async (program: string): Promise<Site> => {
  const world = await openWorld(program)
  const { node } = world
  const treasury = await world.treasury(3)
  await treasury.fund(Array.from({ length: coins }, () => each))
  let isStalled = false
  const stopTicks = every(1_500, async () => {
    if (!isStalled) await node.mine(1)
  })
  const moved = (address: string) => treasury.moved(address === treasury.address ? address : testAddressOf(address))
  const held = async () => sum(await node.outputs(treasury.address))
  return {
    network: "bitcoin",
    settings: JSON.stringify(treasury.settings({ timeoutMs: 5_000 })),
    deposits: "BTC",
    receiver: async () => mainAddress(),
    moved,
    treasury: treasury.address,
    held,
    coin: "BTC",
    lost: async (paid) => {
      let received = 0n
      for (const address of paid) received += sum(await moved(address))
      return BigInt(coins) * each - await held() - received
    },
    faults: {
      ...lineFaults(treasury.proxies, send),
      "no blocks": () => {
        isStalled = true
        treasury.mining(false)
      },
      "blocks taken back": async (random) => {
        isStalled = true
        treasury.mining(false)
        const blocks = random.whole(1, 3)
        await node.takeBack(blocks)
        await (random.chance(0.5) ? node.mineEmpty(blocks + 1) : node.mine(blocks + 1))
      }
    },
    mend: async () => {
      mendLines(treasury.proxies, send)
      isStalled = false
      treasury.mining(true)
      await node.mine(1)
    },
    close: async () => {
      await stopTicks()
      await treasury.close()
      await world.close()
    }
  }
}
