// The Liquid adapter on a model of Liquid keeps the promises of its port; what moved is read with the receiver's own blinding key.
import { randomBytes } from "node:crypto"
import { type LineState, chainSuite } from "../../adapters/conformance/index.ts"
import { openWorld, payeeOf } from "../chain/liquid/world.ts"
import { openPlane } from "../support/anvil-chain.ts"
import { isDeep } from "../support/depth.ts"
import { conforms, notShown } from "./conforms.ts"
import { fates } from "../chain/kit-bench.ts"

const bench = (isShared: boolean) => async () => {
  const [world, plane] = await Promise.all([openWorld({ everyMs: 100 }), openPlane()])
  const open = () => world.open(plane, { timeoutMs: 3_000 })
  const [one, two] = [open(), open()]
  const salt = randomBytes(8).toString("hex")
  const to = (operationId: string) => payeeOf(`${salt}/${operationId}`)
  let calls = 0
  const turn = () => calls++ % 2 === 0 ? one : two
  return {
    // Two processes of one service take turns.
    chain: isShared
      ? {
        ...one,
        deliver: (order) => turn().deliver(order),
        lookUp: (movement) => turn().lookUp(movement)
      } satisfies typeof one
      : one,
    asset: "DEPIX",
    network: "liquid",
    amounts: [1n, 1_000_000_000_001n],
    address: (operationId: string) => to(operationId).address,
    // Of the other network of Liquid.
    refused: "lq1qqf8er278e6nyvuwtgf39e6ewvdcnjupn9a86rzpx655y5lhkt0walu3djf9cklkxd3ryld97hu8h3xepw7sh2rlu7q45dcew5",
    moved: async (operationId: string) => world.moved(to(operationId)),
    line: {
      states: ["whole", "cut", "deaf", "silent", "unauthorised", "gateway"],
      set: async (state: LineState) => {
        const { all, broadcast = all } = fates[state]
        world.always("*", all)
        world.always("sendrawtransaction", broadcast)
      }
    },
    reopen: async () => open(),
    patienceMs: 15_000,
    close: () => world.close()
  } as const
}

const noWallet = notShown("no wallet spends there", / spend/, /signature/)
const noWaiting = notShown("a block settles it", /a delivery that was accepted and is not settled/, /^an open delivery/)

conforms("the Liquid adapter on a model of Liquid", chainSuite, bench(false), [...noWaiting, ...noWallet])

if (isDeep) {
  const deliveries = { ...chainSuite, checks: chainSuite.checks.filter(({ name }) => name.includes("delivery")) }
  conforms("two processes with the Liquid adapter on one data store", deliveries, bench(true), noWaiting)
}
