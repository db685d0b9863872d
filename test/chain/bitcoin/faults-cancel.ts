// What is not wanted any more: nothing of it is sent or paid more for, its coins come back, and it is Absent once that is final.
import { hex } from "@scure/base"
import { Effect, Redacted } from "effect"
import { localSecpSigner } from "../../../adapters/custody/local.ts"
import { SignerAway } from "../../../adapters/custody/signer.ts"
import type { Fault } from "./fault.ts"
import type { Stage } from "./stage.ts"
import { displace, recordOf } from "./stranger.ts"
import { type Treasury, freshAddress } from "./world.ts"

const seen = (fact: boolean, what: string): void => {
  if (!fact) throw new Error(`not seen: ${what}`)
}

const market = ({ says }: Stage, feerate: number): void => says("estimatesmartfee", () => ({ feerate }))

const keyOf = ({ treasury }: Treasury) => localSecpSigner(Redacted.make(hex.decode(treasury)))

const made = ({ operationId, plane }: Stage) => recordOf(plane, operationId)

/** Delivers without a block, at a low rate. */
const waiting = async (stage: Stage) => {
  stage.treasury.mining(false)
  market(stage, 0.00002)
  return stage.deliver()
}

/** Six blocks, with an answer before the last of them and after it. */
const untilFinal = async ({ cancel, look, node }: Stage) => {
  await node.mine()
  await node.mineEmpty(4)
  const five = await look()
  await node.mineEmpty()
  return [five, await cancel()]
}

export const cancelFaults: ReadonlyArray<Fault> = [
  {
    case: "it is cancelled while it waits: its coins come back, and nobody pays more for it",
    parts: { fees: { raiseAfterMs: 0 } },
    play: async (stage) => {
      const first = [await waiting(stage), await stage.cancel(), await stage.deliver()]
      const { attempts, releases = [] } = await made(stage)
      const pool = await stage.node.waiting()
      seen(pool.includes(releases[0]?.txid ?? "") && !pool.includes(attempts[0]?.txid ?? ""), "it is replaced")
      market(stage, 0.0005)
      await stage.adapter.step()
      const after = await made(stage)
      seen(after.attempts.length === 1, "nothing more is paid to have it arrive")
      seen(
        (await stage.node.waiting()).includes(after.releases?.[1]?.txid ?? ""),
        "what takes its coins back pays more"
      )
      const end = await untilFinal(stage)
      const other = await stage.deliver({ operationId: "deliver/with its coins", address: freshAddress() })
      return [...first, ...end, await stage.deliver(), await stage.look(), other]
    },
    answers: ["Unknown", "Unknown", "Unknown", "Unknown", "Absent", "Refused", "Absent", "Unknown"],
    moved: []
  },
  {
    case: "it is cancelled after no node took it: it is not sent when they are back",
    play: async (stage) => {
      const line = (state: "cut" | "passed") => {
        for (const proxy of stage.treasury.proxies) proxy.always("sendrawtransaction", state)
      }
      line("cut")
      const first = [await waiting(stage), await stage.cancel()]
      line("passed")
      await stage.again().step()
      return [...first, ...await untilFinal(stage)]
    },
    answers: ["Unknown", "Unknown", "Unknown", "Absent"],
    moved: []
  },
  {
    case: "it is cancelled before it was requested, and the request comes late",
    play: async ({ again, cancel, deliver, look }) => [await cancel(), await deliver({}, again()), await look()],
    answers: ["Absent", "Refused", "Absent"],
    moved: []
  },
  {
    case: "it is cancelled before anything is signed: its coins are another's at once",
    play: async ({ again, cancel, deliver, look, treasury }) => {
      const away = { ...keyOf(treasury), sign: () => Effect.fail(new SignerAway({ reason: "away" })) }
      const first = [await deliver({}, again({}, away)), await cancel(), await deliver(), await look()]
      return [...first, await deliver({ operationId: "deliver/instead", address: freshAddress() })]
    },
    answers: ["Held custody", "Absent", "Refused", "Absent", "Unknown"],
    moved: []
  },
  {
    case: "it is cancelled while it is being signed: the signature is of no use",
    play: async ({ adapter, again, cancel, deliver, look, node, treasury }) => {
      const key = keyOf(treasury)
      const slow = again({}, {
        ...key,
        sign: (digest, purpose) => Effect.andThen(Effect.promise(() => cancel()), key.sign(digest, purpose))
      })
      const first = await deliver({}, slow)
      await adapter.step()
      await node.mine()
      return [first, await look(), await deliver({}, slow)]
    },
    answers: ["Unknown", "Absent", "Refused"],
    moved: []
  },
  {
    case: "it is cancelled too late: it is in a block",
    play: async ({ cancel, deliver }) => [await deliver(), await cancel(), await deliver()],
    answers: ["Unknown", "Done", "Done"],
    moved: [100_000n]
  },
  {
    case: "it is cancelled, and a miner takes it all the same",
    play: async (stage) => {
      const first = [await waiting(stage), await stage.cancel()]
      await stage.node.mineThese((await made(stage)).attempts[0]?.raw ?? "")
      return [...first, await stage.cancel(), await stage.deliver()]
    },
    answers: ["Unknown", "Unknown", "Done", "Done"],
    moved: [100_000n]
  },
  {
    case: "it is cancelled, a miner takes it all the same, and its block is taken back: what was Done is carried on",
    play: async (stage) => {
      const first = [await waiting(stage), await stage.cancel()]
      await stage.node.mineThese((await made(stage)).attempts[0]?.raw ?? "")
      const done = await stage.cancel()
      await stage.node.takeBack(1)
      await stage.node.forget()
      stage.treasury.mining(true)
      await stage.adapter.step()
      return [...first, done, await stage.look()]
    },
    answers: ["Unknown", "Unknown", "Done", "Done"],
    moved: [100_000n]
  },
  {
    case: "it is cancelled, and the block that brought its coins back is replaced by one with it",
    play: async (stage) => {
      const first = [await waiting(stage), await stage.cancel()]
      await stage.node.mine()
      await stage.node.mineEmpty(4)
      const five = await stage.look()
      await stage.node.takeBack(5)
      await stage.node.mineThese((await made(stage)).attempts[0]?.raw ?? "")
      return [...first, five, await stage.look()]
    },
    answers: ["Unknown", "Unknown", "Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "it is cancelled, and somebody spends its anchor: Refused once that is final",
    play: async (stage) => {
      const first = [await waiting(stage), await stage.cancel()]
      await displace(stage.node, stage.treasury, stage.plane, stage.operationId)
      await stage.node.mineEmpty(4)
      const five = await stage.look()
      await stage.node.mineEmpty()
      return [...first, five, await stage.cancel(), await stage.deliver()]
    },
    answers: ["Unknown", "Unknown", "Unknown", "Refused", "Refused"],
    moved: []
  },
  {
    case: "the process dies after it stored that it is cancelled: the next one takes its coins back",
    play: async (stage) => {
      const first = await waiting(stage)
      for (const method of ["gettxout", "gettransaction", "estimatesmartfee"]) {
        stage.treasury.proxies[0]?.always(method, "cut")
      }
      const without = await stage.cancel()
      for (const proxy of stage.treasury.proxies) proxy.mend()
      const { releases, withdrawnAt } = await made(stage)
      seen(withdrawnAt !== undefined && releases === undefined, "it is stored, and nothing else")
      market(stage, 0.00002)
      const next = stage.again()
      seen(await stage.deliver({}, next) === "Unknown", "it is not delivered")
      await next.step()
      return [first, without, ...await untilFinal(stage)]
    },
    answers: ["Unknown", "Unknown", "Unknown", "Absent"],
    moved: []
  },
  {
    case: "the signer is away when it is cancelled, and signs later what takes its coins back",
    play: async (stage) => {
      const first = await waiting(stage)
      const away = { ...keyOf(stage.treasury), sign: () => Effect.fail(new SignerAway({ reason: "away" })) }
      const without = await stage.cancel(stage.again({}, away))
      seen((await made(stage)).releases?.[0]?.raw === null, "it is not signed")
      await stage.adapter.step()
      return [first, without, ...await untilFinal(stage)]
    },
    answers: ["Unknown", "Unknown", "Unknown", "Absent"],
    moved: []
  },
  {
    case: "its coin is too small to pay for its way back: another of ours pays",
    parts: { coins: [3_000n, 1_000_000n] },
    play: async (stage) => {
      stage.treasury.mining(false)
      market(stage, 0.0002)
      const first = [await stage.deliver({ units: 294n }), await stage.cancel()]
      const { releases = [] } = await made(stage)
      seen(releases[0]?.coins.length === 2, "it spends another coin too")
      // What was left to the fee of the first is above its rate.
      seen((await stage.node.waiting()).includes(releases[0]?.txid ?? ""), "it is replaced")
      return [...first, ...await untilFinal(stage)]
    },
    answers: ["Unknown", "Unknown", "Unknown", "Absent"],
    moved: []
  },
  {
    case: "it was Done, is cancelled then, and its block is taken back: it is carried on",
    play: async ({ adapter, cancel, deliver, look, node }) => {
      const first = [await deliver(), await look(), await cancel()]
      await node.takeBack(1)
      await node.forget()
      await adapter.step()
      return [...first, await look()]
    },
    answers: ["Unknown", "Done", "Done", "Done"],
    moved: [100_000n]
  }
]
