// Rows about what is not wanted any more: nothing of it is sent or paid more for, its coins come back, and it is Absent once that is final.
import type { Bench } from "./fault-bench.ts"
import { type Fault, fault } from "./fault.ts"
import { signing } from "./stranger.ts"

const units = 1_000n

const seen = (fact: boolean, what: string): void => {
  if (!fact) throw new Error(`not seen: ${what}`)
}

const waitingIn = ({ world }: Bench): ReadonlyArray<string> => [...world.model.waiting.keys()]

/** Thirty blocks, with an answer before the last of them and after it. */
const untilFinal = async ({ cancel, lookUp, world }: Bench) => {
  world.model.mine(29)
  const before = await lookUp()
  world.model.mine()
  return [before, await cancel()]
}

export const cancels: ReadonlyArray<Fault> = [
  fault(
    "it is cancelled while it waits: its coins come back, and nobody pays more for it",
    ["Unknown", "Unknown", "Unknown", "Unknown", "Absent", "Refused", "Absent", "Unknown"],
    [],
    async (bench) => {
      const first = [await bench.deliver(), await bench.cancel(), await bench.deliver()]
      const { attempts, releases = [] } = await bench.record()
      seen(waitingIn(bench).join() === releases[0]?.txid, "it is replaced")
      bench.pass(180_000)
      await bench.carry()
      const after = await bench.record()
      seen(after.attempts.length === attempts.length, "nothing more is paid to have it arrive")
      seen(waitingIn(bench).join() === after.releases?.[1]?.txid, "what takes its coins back pays more")
      const end = await untilFinal(bench)
      const last = [await bench.deliver(), await bench.lookUp()]
      const moved = bench.moved().length
      seen(moved === 0, "nothing has moved")
      // All of the treasury's DePix, which is there again but for nothing: fees are in L-BTC.
      const other = await bench.deliver({
        operationId: "deliver/with its coins",
        units: 100_000n,
        address: bench.world.payeeOf("another").address
      })
      return [...first, ...end, ...last, other]
    }
  ),
  fault(
    "it is cancelled after no node took it: it is not sent when they are back",
    ["Unknown", "Unknown", "Unknown", "Absent"],
    [],
    async (bench) => {
      bench.world.always("sendrawtransaction", "cut")
      const first = [await bench.deliver(), await bench.cancel()]
      bench.world.always("sendrawtransaction", "passed")
      await bench.carry()
      return [...first, ...await untilFinal(bench)]
    }
  ),
  fault("L-BTC is cancelled while it waits", ["Unknown", "Unknown", "Unknown", "Absent"], [], async (bench) => {
    const first = [await bench.deliver({ asset: "LBTC" }), await bench.cancel()]
    return [...first, ...await untilFinal(bench)]
  }),
  fault(
    "it is at the ceiling when it is cancelled: what takes its coins back pays more all the same",
    ["Unknown", "Unknown", "Unknown", "Absent"],
    [],
    async (bench) => {
      bench.market("0.00001000")
      const first = [await bench.deliver(), await bench.cancel()]
      seen(waitingIn(bench).join() === (await bench.record()).releases?.[0]?.txid, "it is replaced")
      return [...first, ...await untilFinal(bench)]
    }
  ),
  fault(
    "it is cancelled before it was requested, and the request comes late",
    ["Absent", "Refused", "Absent"],
    [],
    async ({ cancel, lookUp, second }) => [await cancel(), await second.deliver(), await lookUp()]
  ),
  fault(
    "it is cancelled before anything is signed: its coins are another's at once",
    ["Held custody", "Absent", "Refused", "Absent", "Unknown"],
    [],
    async (bench) => {
      const { cancel, deliver, lookUp, signer, world } = await bench.poor({ LBTC: [100_000n], DEPIX: [5_000n] })
      signer("away")
      const first = [await deliver(), await cancel()]
      signer("there")
      const after = [await deliver(), await lookUp()]
      const other = { operationId: "deliver/instead", address: world.payeeOf("another").address }
      return [...first, ...after, await deliver(other)]
    }
  ),
  fault(
    "it is cancelled too late: it is deep in the chain",
    ["Unknown", "Done", "Done"],
    [units],
    async ({ cancel, deliver, world }) => {
      const first = await deliver()
      world.model.mine(2)
      return [first, await cancel(), await deliver()]
    }
  ),
  fault(
    "it is cancelled, and a block has it all the same",
    ["Unknown", "Unknown", "Done", "Done"],
    [units],
    async ({ cancel, deliver, world }) => {
      const first = await deliver()
      const [before] = world.model.waiting.values()
      const second = await cancel()
      if (before === undefined) throw new Error("nothing waits")
      world.model.mineOnly(before.transaction)
      world.model.mine()
      return [first, second, await cancel(), await deliver()]
    }
  ),
  fault(
    "it is cancelled, and a stranger spends a coin of it",
    ["Unknown", "Unknown", "Unknown", "Refused", "Refused"],
    [],
    async (bench) => {
      const first = [await bench.deliver(), await bench.cancel()]
      bench.world.model.mineOnly(await signing(bench.world, await bench.coins()))
      const one = await bench.lookUp()
      bench.world.model.mine()
      return [...first, one, await bench.cancel(), await bench.deliver()]
    }
  ),
  fault(
    "the process dies after it stored that it is cancelled: the next one takes its coins back",
    ["Unknown", "Unknown", "Unknown", "Unknown", "Absent"],
    [],
    async (bench) => {
      const first = await bench.deliver()
      bench.signer("away")
      const without = await bench.cancel()
      const { releases, withdrawnAt } = await bench.record()
      seen(withdrawnAt !== undefined && releases === undefined, "it is stored, and nothing else")
      bench.signer("there")
      const second = await bench.second.deliver()
      await bench.carry()
      return [first, without, second, ...await untilFinal(bench)]
    }
  ),
  fault(
    "another process replaces it while it is cancelled: that is not sent",
    ["Unknown", "Unknown", "Unknown", "Unknown", "Absent"],
    [],
    async (bench) => {
      const first = await bench.deliver()
      const stale = await bench.stale()
      const cancelled = await bench.cancel()
      bench.pass(180_000)
      const second = await stale.deliver()
      const waits = waitingIn(bench).join()
      const { releases = [] } = await bench.record()
      seen(releases.some(({ txid }) => txid === waits), "what takes its coins back waits alone")
      return [first, cancelled, second, ...await untilFinal(bench)]
    }
  )
]
