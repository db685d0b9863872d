// What strangers without a credential can do to everybody else: nothing that is felt. The process lives, its memory is bounded, it says
// that it lives, and a tenant's requests take at most three times as long, whatever comes in one piece, says nothing, or reads nothing.
import { describe, expect, it } from "vitest"
import { depth } from "../support/depth.ts"
import { type Endured, endure } from "./strangers.ts"

const bounds: Readonly<Record<keyof Endured, number>> = { peakMiB: 300, healthMs: 250, slower: 3 }

/** What is not below its bound. */
const beyond = (endured: Endured) =>
  Object.entries(endured).filter(([what, value]) => !(value < bounds[what as keyof Endured]))

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const threeMegabytes = (bytes: string) => ({ bytes, times: Math.ceil(3_000_000 / bytes.length) })

it.each(["/llms-full.txt", "/hosted/receipt/x"])(
  "lives through 3 MB of requests for %s on one connection, whose answers no one reads §strangers",
  async (path) => {
    expect(beyond(await endure({ ...threeMegabytes(get(path)), addresses: 1, connections: 1, reads: false }))).toEqual(
      []
    )
  }
)

describe.each([1, 64])("connections from %i addresses", (addresses) => {
  it("lives through as many as can be opened, on which nothing is said §strangers", async () => {
    expect(beyond(await endure({ bytes: "", times: 0, addresses, connections: depth.strangers, reads: false })))
      .toEqual([])
  })

  it("lives through as many as can be opened, whose answers no one reads §strangers", async () => {
    expect(
      beyond(await endure({ bytes: get("/docs/api"), times: 1, addresses, connections: depth.readers, reads: false }))
    ).toEqual([])
  })
})

it("lives through queries of 4,000 names §strangers", async () => {
  const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".split("")
  const query = letters.flatMap((first) => letters.map((second) => first + second)).join("&")
  const bytes = `POST /provider/webhook?${query} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`
  expect(beyond(await endure({ bytes, times: 1, addresses: 1, connections: 10, reads: true }))).toEqual([])
})
