// The table of faults: what we lack to send, from tokens and lamports to a signature.
import { Effect } from "effect"
import { SignerAway, SignerRefused } from "../../../adapters/custody/signer.ts"
import { signerOf } from "./adapter-of.ts"
import { type Fault, beforeBlock, whileWrong } from "./stage.ts"

export const faultsOfMeans: ReadonlyArray<Fault> = [
  {
    case: "the treasury holds too little",
    answers: ["Held float", "Done"],
    moved: 1,
    act: whileWrong(
      ({ USDC, treasury, world }) => world.give(USDC, treasury, 5_000_000n),
      ({ USDC, treasury, world }) => world.give(USDC, treasury, 5_000_001n)
    )
  },
  {
    case:
      "the treasury is emptied between the dry run and the block: the failed transaction ends, and another one is made",
    answers: ["Unknown", "Absent", "Done"],
    moved: 1,
    act: async (stage) => {
      const { USDC, delivery, mend, open, treasury, world } = stage
      const order = delivery()
      beforeBlock(stage, () => world.give(USDC, treasury, 1n))
      await open({ patienceMs: 50 }).deliver(order)
      await open().end(order.operationId)
      mend()
      await world.give(USDC, treasury, 5_000_001n)
      await open().deliver(order)
    }
  },
  {
    case: "whoever pays the fees has nothing",
    answers: ["Held fuel", "Done"],
    moved: 1,
    act: whileWrong(
      ({ payer, world }) => world.fund(payer, 0),
      ({ payer, world }) => world.fund(payer, 1_000_000_000)
    )
  },
  {
    case: "whoever pays the fees would fall below its rent",
    answers: ["Held fuel", "Done"],
    moved: 1,
    act: whileWrong(
      ({ payer, world }) => world.fund(payer, 2_039_280 + 10_000 + 890_000),
      ({ payer, world }) => world.fund(payer, 1_000_000_000)
    )
  },
  {
    case: "a holder has had all the token accounts of a day",
    answers: ["Done", "Held limit"],
    moved: 1,
    act: async ({ delivery, open }) => {
      const adapter = open({ accountsPerHolderAndDay: 1 })
      await adapter.deliver(delivery())
      await adapter.deliver(delivery({ asset: "USDT" }))
    }
  },
  {
    case: "the signer is away",
    answers: ["Held custody", "Done"],
    moved: 1,
    act: async ({ delivery, keys, open }) => {
      const order = delivery()
      const { publicKey } = signerOf(keys.treasury)
      await open({}, { treasury: { publicKey, sign: () => Effect.fail(new SignerAway({ reason: "no answer" })) } })
        .deliver(order)
      await open().deliver(order)
    }
  },
  {
    case: "the signer of fees refuses",
    answers: ["Held custody", "Done"],
    moved: 1,
    act: async ({ delivery, keys, open }) => {
      const order = delivery()
      const { publicKey } = signerOf(keys.fees)
      await open({}, { fees: { publicKey, sign: () => Effect.fail(new SignerRefused({ reason: "its policy" })) } })
        .deliver(order)
      await open().deliver(order)
    }
  },
  {
    case: "the signer signs with another key",
    answers: ["Held custody", "Done"],
    moved: 1,
    act: async ({ delivery, keys, open }) => {
      const order = delivery()
      const { publicKey } = signerOf(keys.treasury)
      await open({}, { treasury: { publicKey, sign: signerOf(keys.fees).sign } }).deliver(order)
      await open().deliver(order)
    }
  },
  {
    case: "every nonce account is in use, and free again once a spend is final",
    answers: ["Done", "Done"],
    moved: 2,
    act: async ({ open, order, world }) => {
      const adapter = open({ nonceAccounts: 1 })
      await adapter.createNonces()
      const one = await adapter.sign(order())
      const other = order()
      await adapter.sign(other).then(
        () => Promise.reject(new Error("two spends have one nonce account")),
        () => undefined
      )
      await adapter.submit(one)
      await world.slots(40)
      await adapter.carry()
      await adapter.submit(await adapter.sign(other))
    }
  }
]
