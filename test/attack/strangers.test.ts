// What strangers without a credential can do to everybody else: nothing that is felt. The process lives, its memory is bounded, it says
// that it lives, and a tenant's requests take at most three times as long, whatever comes in one piece, says nothing, or reads nothing.
import { describe, expect, it } from "vitest"
import { depth } from "../support/depth.ts"
import { type Endured, endure } from "./strangers.ts"

const holds = ({ healthMs, peakMiB, slower }: Endured): void => {
  expect(peakMiB).toBeLessThan(300)
  expect(healthMs).toBeLessThan(250)
  expect(slower).toBeLessThan(3)
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const threeMegabytes = (bytes: string) => ({ bytes, times: Math.ceil(3_000_000 / bytes.length) })

it.each(["/llms-full.txt", "/hosted/receipt/x"])(
  "lives through 3 MB of requests for %s on one connection, whose answers no one reads §strangers",
  async (path) => {
    holds(await endure({ ...threeMegabytes(get(path)), addresses: 1, connections: 1, reads: false }))
  }
)

describe.each([1, 64])("connections from %i addresses", (addresses) => {
  it("lives through as many as can be opened, on which nothing is said §strangers", async () => {
    holds(await endure({ bytes: "", times: 0, addresses, connections: depth.strangers, reads: false }))
  })

  it("lives through as many as can be opened, whose answers no one reads §strangers", async () => {
    holds(await endure({ bytes: get("/docs/api"), times: 1, addresses, connections: depth.readers, reads: false }))
  })
})

it("lives through queries of 4,000 names §strangers", async () => {
  const letters = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"]
  const query = letters.flatMap((first) => letters.map((second) => first + second)).join("&")
  const bytes = `POST /provider/webhook?${query} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`
  holds(await endure({ bytes, times: 1, addresses: 1, connections: 10, reads: true }))
})
