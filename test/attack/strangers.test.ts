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
/** Fewer than the listen queue of a server holds (511), so that no handshake is lost before the process sees it. */
const opening = 200
const threeMegabytes = (bytes: string) => ({ bytes, times: Math.ceil(3_000_000 / bytes.length) })

it.each(["/llms-full.txt", "/hosted/receipt/x"])(
  "lives through 3 MB of requests for %s on one connection, whose answers no one reads §strangers",
  async (path) => {
    expect(beyond(await endure({ ...threeMegabytes(get(path)), addresses: 1, connections: 1, opening, reads: false })))
      .toEqual(
        []
      )
  }
)

describe.each([1, 64])("connections from %i addresses", (addresses) => {
  it("lives through as many as can be opened, on which nothing is said §strangers", async () => {
    expect(
      beyond(await endure({ bytes: "", times: 0, addresses, connections: depth.strangers, opening, reads: false }))
    )
      .toEqual([])
  })

  it("lives through as many as can be opened, whose answers no one reads §strangers", async () => {
    expect(
      beyond(
        await endure({
          bytes: get("/docs/api"),
          times: 1,
          addresses,
          connections: depth.readers,
          opening,
          reads: false
        })
      )
    ).toEqual([])
  })
})

// A handshake above the listen queue is repeated by its client after a second, a probe's too. Nothing in the process decides that.
it("lives through a flood of handshakes, in its memory and for tenants §strangers", async () => {
  const silent = { bytes: "", times: 0, reads: false }
  const { peakMiB, slower } = await endure({
    ...silent,
    addresses: 64,
    connections: depth.strangers,
    opening: depth.strangers
  })
  expect(beyond({ peakMiB, slower, healthMs: 0 })).toEqual([])
})

it("lives through queries of 4,000 names §strangers", async () => {
  const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".split("")
  const query = letters.flatMap((first) => letters.map((second) => first + second)).join("&")
  const bytes = `POST /provider/webhook?${query} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`
  expect(beyond(await endure({ bytes, times: 1, addresses: 1, connections: 10, opening, reads: true }))).toEqual([])
})
