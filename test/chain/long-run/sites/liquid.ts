// Liquid in the long run: three nodes of the model.
import { randomBytes } from "node:crypto"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { blindingKeyOf } from "../../../../adapters/liquid/blinding-key.ts"
import { networks } from "../../../../adapters/liquid/network.ts"
import { confidentialAddress } from "../../../../adapters/liquid/receiver.ts"
import { opened } from "../../liquid/elements-rules.ts"
import { type Payee, assets, openWorld, payeeOf } from "../../liquid/world.ts"
import { type Site, every } from "../site.ts"
import { lineFaults, mendLines } from "./lines.ts"

const send = "sendrawtransaction"
const coins = { LBTC: Array.from({ length: 40 }, () => 100_000n), DEPIX: Array.from({ length: 40 }, () => 10n ** 11n) }
const opening = coins.LBTC.reduce((total, units) => total + units, 0n)

export const openLiquidSite = async (): Promise<Site> => {
  const world = await openWorld({ coins })
  const { model, proxies, script } = world
  const payees = new Map<string, Payee>()
  const blindingKey = Buffer.from(blindingKeyOf(world.master, script))
  let isStalled = false
  const stopTicks = every(700, async () => {
    if (!isStalled) model.mine()
  })
  const held = (asset: keyof typeof assets): bigint =>
    model.outputsOf(script.toString("hex")).reduce((total, { output }) => {
      const found = opened(output, blindingKey)
      return found?.asset === assets[asset] ? total + found.units : total
    }, 0n)
  const treasury = "the treasury"
  return {
    network: "liquid",
    settings: JSON.stringify({ ...world.plan, timeoutMs: 5_000 }),
    deposits: "DEPIX",
    receiver: async () => {
      const payee = payeeOf(randomBytes(8).toString("hex"))
      const key = secp256k1.getPublicKey(payee.blindingKey, true)
      const address = confidentialAddress(Buffer.from(payee.script, "hex"), key, networks.mainnet.forms)
      payees.set(address, payee)
      return address
    },
    moved: async (address) => {
      const payee = payees.get(address)
      return payee === undefined ? [] : world.moved(payee)
    },
    treasury,
    held: async () => held("DEPIX"),
    coin: "LBTC",
    lost: async () => opening - held("LBTC"),
    faults: {
      ...lineFaults(proxies, send),
      "no blocks": () => void (isStalled = true),
      "a block taken back": (random) => model.takeBack(1, random.chance(0.5) ? "kept" : "dropped"),
      "a node that lags": (random) =>
        proxies[random.whole(0, 2)]?.answers("getblockcount", (_, height) => Number(height) - 3)
    },
    mend: async () => {
      mendLines(proxies, send)
      for (const proxy of proxies) proxy.answers("getblockcount", () => undefined)
      isStalled = false
      model.mine()
    },
    close: async () => {
      await stopTicks()
      await world.close()
    }
  }
}
