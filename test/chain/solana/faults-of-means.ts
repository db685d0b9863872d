// The table of faults: what we lack to send, from tokens and lamports to a signature.
import { Effect } from "effect"
import { SignerAway, SignerRefused } from "../../../adapters/custody/signer.ts"
import { signerOf } from "./adapter-of.ts"
import { whileWrong } from "../stage.ts"
import type { Fault } from "./stage.ts"
import { freshAddress } from "./world.ts"

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
      stage.once("sendTransaction", () => world.give(USDC, treasury, 1n))
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
    case: "whoever pays the fees has nothing, and the dry run passes all the same",
    answers: ["Held fuel", "Held fuel"],
    moved: 0,
    act: async ({ delivery, everywhere, open, order, payer, world }) => {
      const adapter = open()
      await adapter.createNonces()
      const spend = await adapter.sign(order())
      await world.fund(payer, 0)
      everywhere((line) => line.answers("simulateTransaction", () => ({ context: { slot: 1 }, value: { err: null } })))
      await adapter.deliver(delivery())
      await adapter.submit(spend)
    }
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
    case: "a delivery whose blockhash expired makes one account of those of a day, however often it is made",
    answers: ["Unknown", "Absent", "Unknown", "Absent", "Done", "Held limit"],
    moved: 1,
    expires: true,
    act: async ({ delivery, everywhere, mend, open, world }) => {
      const adapter = open({ accountsPerHolderAndDay: 1, patienceMs: 200 })
      const order = delivery()
      for (let attempts = 0; attempts < 2; attempts++) {
        everywhere((line) => line.always("sendTransaction", "swallowed"))
        await adapter.deliver(order)
        mend()
        await world.slots(175 + 35)
        await adapter.end(order.operationId)
      }
      await adapter.deliver(order)
      await adapter.deliver(delivery({ asset: "USDT" }))
    }
  },
  {
    case: "an account that was not made is none of those of a day",
    answers: ["Unknown", "Absent", "Done", "Held limit"],
    moved: 1,
    act: async ({ USDC, delivery, mend, once, open, treasury, world }) => {
      const adapter = open({ accountsPerHolderAndDay: 1, patienceMs: 50 })
      const order = delivery()
      once("sendTransaction", () => world.give(USDC, treasury, 1n))
      await adapter.deliver(order)
      mend()
      await adapter.cancelled(order.operationId)
      await world.give(USDC, treasury, 10_000_000n)
      const usual = open({ accountsPerHolderAndDay: 1 })
      await usual.deliver(delivery())
      await usual.deliver(delivery({ asset: "USDT" }))
    }
  },
  {
    case: "a wallet has had all the token accounts of a day, and a spend that did not come about is none of them",
    answers: ["Unknown", "Refused", "Done", "Held limit"],
    moved: 1,
    act: async ({ USDC, mend, once, open, order, wallet, world }) => {
      const short = open({ accountsPerHolderAndDay: 1, patienceMs: 50 })
      await short.createNonces()
      const failing = await short.sign(order())
      once("sendTransaction", () => world.give(USDC, wallet.address, 1n))
      await short.submit(failing)
      mend()
      await short.carry(3_700_000)
      await short.end(failing.operationId)
      await world.give(USDC, wallet.address, 10_000_000n)
      const adapter = open({ accountsPerHolderAndDay: 1 })
      await adapter.submit(await adapter.sign(order()))
      await adapter.submit(await adapter.sign(order({ to: freshAddress() })))
    }
  },
  {
    case: "the settings have no token for the asset, and later they have one",
    answers: ["Held notConfigured", "Held notConfigured", "Done", "Done"],
    moved: 2,
    act: async ({ USDT, delivery, open, order }) => {
      const without = open({ tokens: [USDT] })
      const adapter = open()
      await adapter.createNonces()
      const wanted = delivery()
      const spend = await adapter.sign(order())
      for (const each of [without, adapter]) {
        await each.deliver(wanted)
        await each.submit(spend)
      }
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
