// The table of faults: orders that can never be, and tokens that take nothing or do other than they say.
import { zeroAddress } from "viem"
import { entryPoint } from "../../../adapters/evm/contracts.ts"
import { whileWrong } from "../stage.ts"
import type { Way } from "./bad-token.ts"
import { type Fault, type Stage, held } from "./stage.ts"

type Order = Parameters<Stage["delivery"]>[0]

const delivering = (parts: (stage: Stage) => Order) => async (stage: Stage) => {
  await stage.open().deliver(stage.delivery(parts(stage)))
}

/** A row about an order that can never be. */
const never = (name: string, parts: (stage: Stage) => Order): Fault => ({
  case: name,
  answers: ["Refused"],
  moved: 0,
  act: delivering(parts)
})

/** A row about a token that is otherwise for a while. */
const whileIt = (name: string, way: Way): Fault => ({
  case: name,
  answers: ["Held paused", "Done"],
  moved: 1,
  act: whileWrong<Stage>(
    ({ inBlock, token }) => inBlock(token.becomes(way)),
    ({ inBlock, token }) => inBlock(token.becomes("honest"))
  )
})

/** Delivers, with something in the block before the transfer; looks when that is final, sets it right, and delivers again. */
const onTheWay = (change: (stage: Stage) => Promise<unknown>, mend: (stage: Stage) => Promise<unknown>) =>
async (
  stage: Stage
) => {
  const { delivery, devnet, final, inBlock, open } = stage
  const adapter = open({ patienceMs: 0 })
  const order = delivery()
  await devnet.automine(false)
  await adapter.deliver(order)
  await inBlock(change(stage))
  await devnet.automine(true)
  await final()
  await adapter.lookUp(order.operationId)
  await inBlock(mend(stage))
  await final()
  await open().deliver(order)
}

export const faultsOfTokens: ReadonlyArray<Fault> = [
  never("the receiver is the zero address", () => ({ address: zeroAddress })),
  never("the receiver is the token's contract", ({ token }) => ({ address: token.token.address })),
  never("the receiver is the EntryPoint", () => ({ address: entryPoint })),
  never("the receiver is our treasury", ({ treasury }) => ({ address: treasury })),
  never("the receiver pays for our gas", ({ relayer }) => ({ address: relayer })),
  never("an address of another network", () => ({ address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" })),
  never("an address whose checksum is wrong", ({ to }) => ({
    address: to.replace(/[a-f]/i, (one) => one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())
  })),
  never("nothing is to be sent", () => ({ units: 0n })),
  never("less than nothing is to be sent", () => ({ units: -1n })),
  never("more than a token can count", () => ({ units: 2n ** 256n })),
  { case: "one unit", answers: ["Done"], moved: 1, act: delivering(() => ({ units: 1n })) },
  { case: "all that the treasury holds", answers: ["Done"], moved: 1, act: delivering(() => ({ units: held })) },
  {
    case: "another amount under the same id",
    answers: ["Done", "Unknown", "Done"],
    moved: 1,
    act: async ({ delivery, open }) => {
      const order = delivery()
      await open().deliver(order)
      await open().deliver({ ...order, units: order.units + 1n })
      await open().deliver(order)
    }
  },
  whileIt("the token is paused", "paused"),
  whileIt("the token keeps a fee of each transfer", "fee"),
  whileIt("the token answers false, and moves nothing", "false"),
  whileIt("the token says nothing, and moves nothing", "nothing"),
  {
    case: "the token's code is not the one of the settings",
    answers: ["Held paused", "Done"],
    moved: 1,
    act: async ({ delivery, open, token }) => {
      const order = delivery()
      await open({ tokens: [{ ...token.token, codeHash: `0x${"ab".repeat(32)}` }] }).deliver(order)
      await open().deliver(order)
    }
  },
  {
    case: "the token blocks our treasury",
    answers: ["Held paused", "Done"],
    moved: 1,
    act: whileWrong<Stage>(
      ({ inBlock, token, treasury }) => inBlock(token.blocks(treasury, true)),
      ({ inBlock, token, treasury }) => inBlock(token.blocks(treasury, false))
    )
  },
  {
    case: "the token blocks the receiver: it stays refused when it no longer does",
    answers: ["Held paused", "Refused", "Refused"],
    moved: 0,
    act: async ({ delivery, final, inBlock, open, to, token }) => {
      const order = delivery()
      await inBlock(token.blocks(to, true))
      await open().deliver(order)
      await final()
      await open().deliver(order)
      await inBlock(token.blocks(to, false))
      await final()
      await open().deliver(order)
    }
  },
  {
    case: "the token blocks the wallet",
    answers: ["Held paused", "Done"],
    moved: 1,
    act: async ({ inBlock, open, order, token, wallet }) => {
      const spend = await open().sign(order())
      await inBlock(token.blocks(wallet.address, true))
      await open().submit(spend)
      await inBlock(token.blocks(wallet.address, false))
      await open().submit(spend)
    }
  },
  {
    case: "the token blocks the receiver between the dry run and the block",
    answers: ["Unknown", "Absent", "Refused"],
    moved: 0,
    act: onTheWay(({ to, token }) => token.blocks(to, true), async () => {})
  },
  {
    case: "the token is paused between the dry run and the block",
    answers: ["Unknown", "Absent", "Done"],
    moved: 1,
    act: onTheWay(({ token }) => token.becomes("paused"), ({ token }) => token.becomes("honest"))
  },
  {
    case: "the transfer takes more gas than its operation has",
    answers: ["Unknown", "Absent", "Done"],
    moved: 1,
    act: onTheWay(({ token }) => token.becomes("greedy"), ({ token }) => token.becomes("honest"))
  },
  {
    case: "the token is paused between the dry run and the block of a spend: its bytes are used up",
    answers: ["Unknown", "Refused", "Refused"],
    moved: 0,
    act: async ({ devnet, final, inBlock, open, order, token }) => {
      const adapter = open({ patienceMs: 0 })
      const spend = await adapter.sign(order())
      await devnet.automine(false)
      await adapter.submit(spend)
      await inBlock(token.becomes("paused"))
      await devnet.automine(true)
      await final()
      await adapter.end(spend.operationId)
      await inBlock(token.becomes("honest"))
      await open().submit(spend)
    }
  }
]
