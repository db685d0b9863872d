// The table of faults: what we lack to send, from tokens and gas to a signature.
import { Effect } from "effect"
import { accountCode, entryPoint } from "../../../adapters/evm/contracts.ts"
import { addressOf, codeHashOf } from "../../../adapters/evm/devnet/test-token.ts"
import { type SecpSigner, SignerAway, SignerRefused } from "../../../adapters/custody/signer.ts"
import { signerOf } from "../../support/anvil-chain.ts"
import { whileWrong } from "../stage.ts"
import { type Fault, type Stage, held } from "./stage.ts"

/** Delivers with something else in the place of a signer, and with the signer itself. */
const signing =
  (role: "treasury" | "relayer", sign: (stage: Stage) => SecpSigner["sign"]) => async (stage: Stage): Promise<void> => {
    const { delivery, keys, open } = stage
    const order = delivery()
    const { publicKey } = signerOf(keys[role])
    await open({ [role]: { publicKey, sign: sign(stage) } }).deliver(order)
    await open().deliver(order)
  }

const away = () => () => Effect.fail(new SignerAway({ reason: "no answer" }))
const refuses = () => () => Effect.fail(new SignerRefused({ reason: "its policy" }))

const coins = (wei: bigint) => ({ devnet, relayer }: Stage) =>
  devnet.ask({ method: "anvil_setBalance", params: [relayer, `0x${wei.toString(16)}`] })

/** Makes a block of this base fee; one that is made by itself at that moment has the fee that it has, and undoes the setting. */
const raiseBaseFee = async (devnet: Stage["devnet"], wei: bigint): Promise<void> => {
  for (let fee: bigint | null = null; fee !== wei;) {
    await devnet.ask({ method: "anvil_setNextBlockBaseFeePerGas", params: [`0x${wei.toString(16)}`] })
    await devnet.mine(1)
    fee = (await devnet.client.getBlock()).baseFeePerGas
  }
}

export const faultsOfMeans: ReadonlyArray<Fault> = [
  {
    case: "the treasury holds too little",
    answers: ["Held float", "Done"],
    moved: 1,
    act: async ({ delivery, give, open, treasury }) => {
      const order = delivery({ units: held + 1n })
      await open().deliver(order)
      await give(treasury, 1n)
      await open().deliver(order)
    }
  },
  {
    case: "the relayer has no coin",
    answers: ["Held fuel", "Done"],
    moved: 1,
    act: whileWrong<Stage>(coins(0n), coins(10n ** 18n))
  },
  {
    case: "the market is above the ceiling of fees",
    answers: ["Held fuel", "Done"],
    moved: 1,
    act: async ({ delivery, devnet, open }) => {
      const order = delivery()
      await raiseBaseFee(devnet, 10n ** 10n)
      await open({ fees: { leastTip: 0n, ceiling: 10n ** 9n } }).deliver(order)
      await open().deliver(order)
    }
  },
  {
    case: "the treasury's transfer is reverted five times: a person has to look",
    answers: [
      ...Array.from({ length: 5 }).flatMap(() => ["Unknown", "Absent"]),
      "Held manual",
      "Unknown",
      "Absent",
      "Held manual",
      "Done"
    ],
    moved: 1,
    act: async ({ delivery, devnet, final, inBlock, open, token }) => {
      const order = delivery()
      const adapter = open({ patienceMs: 0 })
      const fails = async () => {
        await inBlock(token.becomes("honest"))
        await devnet.automine(false)
        await adapter.deliver(order)
        await inBlock(token.becomes("paused"))
        await devnet.automine(true)
        await final()
        await adapter.lookUp(order.operationId)
      }
      for (let attempt = 1; attempt <= 5; attempt++) await fails()
      await inBlock(token.becomes("honest"))
      await adapter.deliver(order)
      // Whoever asks again was released: it fails once more, is held, and is released again.
      await fails()
      await inBlock(token.becomes("honest"))
      await adapter.deliver(order)
      await inBlock(adapter.deliver(order))
    }
  },
  {
    case: "the settings have no token for the asset",
    answers: ["Held notConfigured"],
    moved: 0,
    act: ({ delivery, open }) => open().deliver(delivery({ asset: "USDT" }))
  },
  {
    case: "the receiver is the contract of another configured token, or one that payments go through",
    answers: ["Refused", "Refused", "Refused", "Refused"],
    moved: 0,
    act: async ({ delivery, open, order, token }) => {
      const other = { asset: "USDT", address: addressOf("USDH"), codeHash: codeHashOf("USDH") } as const
      const adapter = open({ tokens: [token.token, other] })
      for (const address of [other.address, entryPoint, accountCode]) await adapter.deliver(delivery({ address }))
      await adapter.submit(await adapter.sign(order({ to: other.address })))
    }
  },
  {
    case: "the treasury's signer is away",
    answers: ["Held custody", "Done"],
    moved: 1,
    act: signing("treasury", away)
  },
  {
    case: "the relayer's signer is away",
    answers: ["Held custody", "Done"],
    moved: 1,
    act: signing("relayer", away)
  },
  {
    case: "the treasury's signer refuses",
    answers: ["Held custody", "Done"],
    moved: 1,
    act: signing("treasury", refuses)
  },
  {
    case: "the treasury's signer signs with another key",
    answers: ["Held custody", "Done"],
    moved: 1,
    act: signing("treasury", ({ keys }) => signerOf(keys.relayer).sign)
  },
  {
    case: "the relayer's signer signs with another key",
    answers: ["Held custody", "Done"],
    moved: 1,
    act: signing("relayer", ({ keys }) => signerOf(keys.treasury).sign)
  },
  {
    case: "the wallet holds less than it spends",
    answers: ["Refused", "Refused"],
    moved: 0,
    act: async ({ open, order }) => {
      const adapter = open()
      const spend = await adapter.sign(order({ units: held + 1n }))
      await adapter.submit(spend)
      await adapter.submit(spend)
    }
  }
]
