// The raw attacks find servers that read more leniently.
import type * as Http from "node:http"
import { expect, it, vi } from "vitest"
import { attackWith } from "./planted.ts"

// A lenient reader waits for more where another one refuses: there is no answer to wait for.
it.each([
  ["a parser that takes what is not HTTP", { insecureHTTPParser: true }],
  ["headers of any size", { maxHeaderSize: 1_000_000 }]
])("finds %s", async (_name, lenient) => {
  vi.resetModules()
  vi.doMock("node:http", async (importOriginal: () => Promise<typeof Http>) => {
    const original = await importOriginal()
    const createServer = (options: Http.ServerOptions, listener: Http.RequestListener) =>
      original.createServer({ ...options, ...lenient }, listener)
    return { ...original, default: original, createServer }
  })
  try {
    const { attackRawHttp } = await import("./raw-http.ts")
    expect((await attackRawHttp(100)).breaches.length).toBeGreaterThan(0)
  } finally {
    vi.doUnmock("node:http")
  }
})

it("finds a Host header that may hold anything", async () => {
  const { breaches } = await attackWith({
    name: "a host of any form",
    module: "hosts/http/api/request/public-address.ts",
    opened: () => ({ isHost: () => true }),
    attack: async () => (await import("./raw-http.ts")).attackRawHttp()
  })
  expect(breaches.length).toBeGreaterThan(5)
})
