// Invoices from Lightning addresses: asked as the standard says, over the public internet alone, and refused in words that hold
// nothing of a stranger's text.
import { Effect, Result } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { publicAgent, resolvesAddresses } from "../../../adapters/lnurl/resolve-address.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { lnurl } from "../../vectors/address/encode.ts"
import { type AddressServer, honest, openAddressServer } from "./server.ts"

const sats = unitsUnsafe("BTC", 2_100n)
let server: AddressServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

const resolved = async (answer: Parameters<typeof openAddressServer>[0], address = "ana+tips@pay.test") => {
  server = await openAddressServer(answer)
  return Effect.runPromise(Effect.result(resolvesAddresses(server.agent)(address, sats)))
}

const problemOf = (result: Result.Result<string, { readonly reason: string; readonly permanent: boolean }>) =>
  Result.isFailure(result) ? { reason: result.failure.reason, permanent: result.failure.permanent } : undefined

const give = honest(() => "an invoice")
const offering = (change: object) => (url: URL) => {
  const answer = give(url)
  return url.pathname.startsWith("/.well-known/") ? { body: { ...answer.body as object, ...change } } : answer
}

describe("a Lightning address", () => {
  it("is asked where it says, and gives the invoice", async () => {
    expect(await resolved(give)).toEqual(Result.succeed("an invoice"))
    expect(server?.asked).toEqual([
      "pay.test/.well-known/lnurlp/ana%2Btips",
      "pay.test/give?of=ana%2Btips&amount=2100000"
    ])
  })

  it.each([
    ["that takes less", offering({ maxSendable: 2_099_999 }), "the address does not take this amount", true],
    ["that takes more", offering({ minSendable: 2_100_001 }), "the address does not take this amount", true],
    [
      "that its server does not know",
      () => ({ status: 404, body: { status: "ERROR", reason: "<b>call 555</b>" } }),
      "the server of the address gives no invoice",
      true
    ],
    [
      "whose server is in trouble",
      () => ({ body: { status: "ERROR", reason: "<b>call 555</b>" } }),
      "the server of the address gives no invoice",
      false
    ],
    [
      "behind a gateway",
      () => ({ status: 404, type: "text/html", body: "<html>" }),
      "the server of the address gave no answer that can be read (HTTP 404)",
      false
    ],
    [
      "that leads elsewhere",
      () => ({ status: 302, body: "", headers: { location: "https://10.0.0.1/" } }),
      "the server of the address gave no answer that can be read (HTTP 302)",
      false
    ],
    [
      "whose answer is no offer",
      offering({ tag: "withdrawRequest" }),
      "the server of the address gave no answer that can be read (HTTP 200)",
      false
    ]
  ])("%s gives none", async (_, answer, reason, permanent) => {
    expect(problemOf(await resolved(answer))).toEqual({ reason, permanent })
  })

  it.each([
    "http://pay.test/give",
    "https://pay.test:8443/give",
    "https://a:b@pay.test/give",
    "https://127.0.0.1/give",
    "https://[::1]/give",
    "https://2130706433/give",
    "https://169.254.169.254/latest/meta-data",
    "file:///etc/passwd",
    "give"
  ])("is not followed to %s", async (callback) => {
    const found = problemOf(await resolved(offering({ callback })))
    expect(found).toEqual({ reason: "the server of the address names no place that may be asked", permanent: false })
    expect(server?.asked).toHaveLength(1)
  })

  it.each(["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fd00::1"])(
    "whose name has the address %s is not asked",
    async (address) => {
      const resolve = resolvesAddresses(publicAgent(async () => ["1.1.1.1", address]))
      const found = problemOf(await Effect.runPromise(Effect.result(resolve("ana@pay.test", sats))))
      expect(found).toEqual({
        reason: "the server of the address: the connection failed: AddressRefused",
        permanent: false
      })
    }
  )

  it("is one, or an LNURL, which is asked where it leads", async () => {
    const link = lnurl("https://pay.test/.well-known/lnurlp/shop")
    expect(await resolved(give, link)).toEqual(Result.succeed("an invoice"))
    expect(server?.asked).toEqual(["pay.test/.well-known/lnurlp/shop", "pay.test/give?of=shop&amount=2100000"])
    await server?.close()
    expect(problemOf(await resolved(give, lnurl("https://pay.test:8443/lnurlp/shop")))).toEqual({
      reason: "The LNURL names no place that may be asked.",
      permanent: true
    })
    expect(server?.asked).toEqual([])
    await server?.close()
    expect(problemOf(await resolved(give, "pay.test"))?.permanent).toBe(true)
  })
})
