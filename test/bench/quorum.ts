// What it costs to ask three nodes instead of one: questions that decide, through a quorum of three on loopback and of one, in pairs that
// alternate, so that what else the machine does strikes both. A node answers after a time of its own, as one across a network does; with
// 0 the figure is what this process adds alone.
//   node test/bench/quorum.ts [--rounds 15] [--questions 100] [--delays 0,5,20]
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Effect, Redacted } from "effect"
import { type JsonRpc, makeJsonRpc } from "../../adapters/rpc-quorum/json-rpc.ts"
import { type Quorum, makeQuorum } from "../../adapters/rpc-quorum/quorum.ts"
import { machine, median, table } from "./table.ts"

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "15" },
    questions: { type: "string", default: "100" },
    delays: { type: "string", default: "0,5,20" }
  }
})
const [rounds, questions] = [Number(values.rounds), Number(values.questions)]

const startNode = async (delayMs: number): Promise<{ readonly child: ChildProcess; readonly url: string }> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "quorum-node.ts"), String(delayMs)], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  const [line] = await once(child.stdout, "data") as [Buffer]
  return { child, url: `http://127.0.0.1:${line.toString().split(" ")[1]?.trim()}` }
}

const quorumOf = (urls: ReadonlyArray<string>): Quorum<JsonRpc> =>
  makeQuorum({
    members: urls.map((url, place) => {
      const name = `node-${place}`
      return { name, node: makeJsonRpc({ name, url: Redacted.make(url) }) }
    }),
    agree: (urls.length >> 1) + 1
  })

/** Median milliseconds of a question, one after the other. */
const measure = async (nodes: Quorum<JsonRpc>): Promise<number> => {
  const times: Array<number> = []
  for (let asked = 0; asked < questions; asked++) {
    const began = performance.now()
    await Effect.runPromise(nodes.agreed((node) => node.ask("eth_getTransactionReceipt", ["0x00"])))
    times.push(performance.now() - began)
  }
  return median(times)
}

const rows: Array<ReadonlyArray<string>> = []
for (const delayMs of values.delays.split(",").map(Number)) {
  const started = await Promise.all([0, 1, 2].map(() => startNode(delayMs)))
  try {
    const urls = started.map(({ url }) => url)
    const [one, three] = [quorumOf(urls.slice(0, 1)), quorumOf(urls)]
    for (const warm of [one, three, one, three]) await measure(warm)
    const pairs: Array<readonly [number, number]> = []
    for (let round = 0; round < rounds; round++) {
      if (round % 2 === 0) pairs.push([await measure(one), await measure(three)])
      else {
        const second = await measure(three)
        pairs.push([await measure(one), second])
      }
    }
    const ratios = pairs.map(([single, all]) => all / single)
    rows.push([
      `${delayMs} ms`,
      median(pairs.map(([single]) => single)).toFixed(2),
      median(pairs.map(([, all]) => all)).toFixed(2),
      `${((median(ratios) - 1) * 100).toFixed(1)} %`,
      `${((Math.min(...ratios) - 1) * 100).toFixed(0)}..${((Math.max(...ratios) - 1) * 100).toFixed(0)} %`
    ])
  } finally {
    for (const { child } of started) {
      const exited = once(child, "exit")
      if (child.kill("SIGTERM")) await exited
    }
  }
}
process.stdout.write([
  "",
  `One question after the other, two of three nodes against one, ${rounds} pairs of ${questions}, medians`,
  machine(),
  "",
  table(["a node answers after", "one, ms", "three, ms", "added", "of pairs"], rows),
  ""
].join("\n"))
