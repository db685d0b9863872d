// `npm run bench:gate`: what a charge, a read, a page of a statement, a whole deposit and a webhook cost in CPU time, beside the
// same work of the hand-written peer, against the figures of test/bench/gate.json. CPU time is the kernel's and the rounds are
// interleaved, so a busy machine makes it slow and not wrong. Exits with 1 where work costs more than its bound, or so much less
// that the gain has to be written down.
//   npm run bench:gate -- [--most 1.5] [--rounds 5] [--write]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { type Ratio, type Verdict, judge, ratioOf } from "./gate-rule.ts"
import { type GateSubject, cpuMicros, endOf, startPeer, startService, stop } from "./gate-subjects.ts"
import { type Work, openReceiver, prepare, works } from "./gate-work.ts"
import { machine, median, table } from "./table.ts"

const { values } = parseArgs({
  options: {
    most: { type: "string", default: "1.5" },
    rounds: { type: "string", default: "5" },
    write: { type: "boolean", default: false }
  }
})
const [most, rounds] = [Number(values.most), Number(values.rounds)]
const keptFile = join(import.meta.dirname, "gate.json")
/** Rounds that are not measured, in which the code is compiled. */
const warmUps = 3
/** Service and peer take turns within a round, so that what else the machine does meets both. */
const slices = 4
/** The last commit of a deposit comes after the answer to its webhook. */
const restMs = 20

const kept = values.write ? {} : JSON.parse(readFileSync(keptFile, "utf8")) as Readonly<Record<string, Ratio>>

/** CPU microseconds of one piece of work. */
interface Round {
  readonly service: number
  readonly peer: number
}

const measured = new Map(works.map(({ name }): [string, Array<Round>] => [name, []]))
const roundsOf = ({ name }: Work): ReadonlyArray<Round> => measured.get(name) ?? []
const resultOf = (work: Work): Ratio => ratioOf(roundsOf(work).map(({ peer, service }) => service / peer))
const verdictOf = (work: Work): Verdict => {
  const before = kept[work.name]
  return before === undefined ? "within" : judge(before, resultOf(work), most)
}

let runs = 0
const costOf = async (subject: GateSubject, work: Work): Promise<number> => {
  const before = cpuMicros(subject)
  await work.run(subject, work.times / slices, String(runs++))
  await sleep(restMs)
  return cpuMicros(subject) - before
}

const measure = async (service: GateSubject, peer: GateSubject): Promise<void> => {
  const roundOf = async (work: Work): Promise<Round> => {
    const costs = { service: 0, peer: 0 }
    for (let n = 0; n < slices; n++) {
      if (n % 2 === 0) costs.service += await costOf(service, work)
      costs.peer += await costOf(peer, work)
      if (n % 2 === 1) costs.service += await costOf(service, work)
    }
    return { service: costs.service / work.times, peer: costs.peer / work.times }
  }
  const run = async (times: number, wanted: ReadonlyArray<Work>, done: (work: Work, round: Round) => void) => {
    for (let n = 0; n < times; n++) for (const work of wanted) done(work, await roundOf(work))
  }
  await prepare(service)
  await prepare(peer)
  await run(warmUps, works, () => undefined)
  const keep = (work: Work, round: Round) => measured.get(work.name)?.push(round)
  await run(rounds, works, keep)
  // What stands out is measured once more, and judged by all of its rounds.
  await run(rounds, works.filter((work) => verdictOf(work) !== "within"), keep)
}

const folder = mkdtempSync(join(tmpdir(), "pontepay-gate-"))
const receiver = await openReceiver()
const started: Array<GateSubject> = []
try {
  const service = await startService(folder, receiver)
  started.push(service)
  const peer = await startPeer(folder, receiver)
  started.push(peer)
  await Promise.race([measure(service, peer), endOf(service), endOf(peer)])
} finally {
  for (const each of started) await stop(each)
  await receiver.close()
  rmSync(folder, { recursive: true, force: true })
}

const micros = (work: Work, subject: keyof Round): string =>
  median(roundsOf(work).map((round) => round[subject])).toFixed(0)
const figures = (ratio: Ratio | undefined): string =>
  ratio === undefined ? "" : `${ratio.median.toFixed(2)} (${ratio.low.toFixed(2)}..${ratio.high.toFixed(2)})`
const said: Readonly<Record<Verdict, string>> = {
  within: "",
  dearer: `DEARER than ${most} times what is kept`,
  cheaper: "CHEAPER than what is kept: write it down with --write"
}
process.stdout.write([
  "",
  `CPU time beside the peer's on SQLite, medians of ${rounds} rounds (lowest..highest)`,
  machine(),
  "",
  table(
    ["", "service µs", "peer µs", "ratio", "kept", ""],
    works.map((work) => [
      work.name,
      micros(work, "service"),
      micros(work, "peer"),
      figures(resultOf(work)),
      figures(kept[work.name]),
      said[verdictOf(work)]
    ])
  ),
  ""
].join("\n"))
if (values.write) {
  const rounded = ({ high, low, median }: Ratio) => {
    const digits = (figure: number) => Number(figure.toFixed(2))
    return { median: digits(median), low: digits(low), high: digits(high) }
  }
  const all = Object.fromEntries(works.map((work) => [work.name, rounded(resultOf(work))]))
  writeFileSync(keptFile, `${JSON.stringify(all, undefined, 2)}\n`)
}
process.exitCode = works.some((work) => verdictOf(work) !== "within") ? 1 : 0
