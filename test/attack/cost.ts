// What strangers' requests cost: the time that the service computes for a byte that it is sent or sends, as a multiple of what the
// smallest request costs. A request that costs more than it weighs is a lever.
import { connect } from "node:net"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { type Variables, startProcess } from "../support/host.ts"

/** A request that needs no credential. */
export interface Shape {
  readonly name: string
  readonly bytes: string
}

export interface Cost {
  readonly name: string
  /** Microseconds of computing for each byte of the request and its answer. */
  readonly usPerByte: number
  /** How many times as much that is as for the smallest request. */
  readonly times: number
}

const rounds = 5
const repeats = 8

const smallest = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n"

/** Sends a request again and again on one connection, and gives the cost of a byte. */
const usPerByte = (port: number, bytes: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = Buffer.from(bytes, "latin1")
    const socket = connect(port, "127.0.0.1", () => socket.write(sent))
    const computed: Array<number> = []
    let weight = 0
    let chunks: Array<Buffer> = []
    socket.on("data", (chunk) => {
      chunks.push(chunk)
      const answer = Buffer.concat(chunks)
      const head = answer.subarray(0, answer.indexOf("\r\n\r\n")).toString("latin1")
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1])
      if (answer.length < head.length + 4 + length) return
      chunks = []
      weight += sent.length + answer.length
      computed.push(Number(/^x-computed: (\d+)/im.exec(head)?.[1]))
      if (computed.length <= repeats) socket.write(sent)
      else socket.destroy()
    })
    socket.once("error", reject).once("close", () => {
      if (computed.length <= repeats) return reject(new Error(`closed after ${computed.length}: ${bytes.slice(0, 60)}`))
      // The first one is paid by what came before it.
      resolve(((computed.at(-1) ?? 0) - (computed[0] ?? 0)) / (weight * repeats / (repeats + 1)))
    })
  })

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The costs of requests, each beside the smallest one in every round. */
export const costsOf = async (
  shapes: ReadonlyArray<Shape>,
  variables: Variables = {}
): Promise<ReadonlyArray<Cost>> => {
  const computed = pathToFileURL(join(import.meta.dirname, "computed.ts")).href
  const host = await startProcess({ variables, nodeOptions: ["--max-semi-space-size=8", "--import", computed] })
  const port = Number(new URL(host.base).port)
  try {
    for (const { bytes } of [...shapes, { bytes: smallest }]) await usPerByte(port, bytes)
    const costs: Array<Cost> = []
    for (const { bytes, name } of shapes) {
      const pairs: Array<{ readonly own: number; readonly plain: number }> = []
      for (let round = 0; round < rounds; round++) {
        pairs.push({ own: await usPerByte(port, bytes), plain: await usPerByte(port, smallest) })
      }
      costs.push({
        name,
        usPerByte: median(pairs.map(({ own }) => own)),
        times: median(pairs.map(({ own, plain }) => own / plain))
      })
    }
    return costs
  } finally {
    host.child.kill("SIGKILL")
  }
}
