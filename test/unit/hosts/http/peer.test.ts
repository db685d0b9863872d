// Whose address a request counts under, and by which name.
import { describe, expect, it } from "vitest"
import { layer } from "../../../../adapters/memory/call-window.ts"
import { CallWindow } from "../../../../core/ports/call-window.ts"
import { clientAddress, peerName } from "../../../../hosts/http/api/request/peer.ts"
import { Effect } from "effect"

describe("an address", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8:1:0002::", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
    [undefined, "unknown"],
    ["", "unknown"]
  ])("%s counts as %s", (address, name) => {
    expect(peerName(address)).toBe(name)
  })
})

// S9
describe("the address of a client", () => {
  const trusted = ["10.0.0.0/8", "2001:db8:ffff::/48"]
  it.each<readonly [what: string, peer: string | undefined, forwarded: string | undefined, client: string | undefined]>(
    [
      ["who is connected, without a header", "198.51.100.1", undefined, "198.51.100.1"],
      ["who is connected, where that is no proxy of ours", "198.51.100.1", "203.0.113.9", "198.51.100.1"],
      ["whom the proxy saw", "10.0.0.1", "203.0.113.9", "203.0.113.9"],
      [
        "whom the proxy saw, whatever the client wrote before",
        "10.0.0.1",
        "1.1.1.1, 10.9.9.9, 203.0.113.9",
        "203.0.113.9"
      ],
      ["whom the first of two proxies saw", "10.0.0.1", "1.1.1.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"],
      ["behind proxies of both kinds", "::ffff:10.0.0.1", "203.0.113.9,2001:db8:ffff::7", "203.0.113.9"],
      ["with a port", "10.0.0.1", "203.0.113.9:4711", "203.0.113.9"],
      ["of IPv6 with a port", "10.0.0.1", "[2001:db8::9]:4711", "2001:db8::9"],
      ["of IPv6", "10.0.0.1", "2001:db8::9", "2001:db8::9"],
      ["whom the proxy saw, where entries are empty", "10.0.0.1", ",, 203.0.113.9 , ,", "203.0.113.9"],
      ["the proxy itself, when it asks", "10.0.0.1", undefined, "10.0.0.1"],
      ["the proxy itself, where it wrote nothing", "10.0.0.1", ",", "10.0.0.1"],
      ["the last there is, when all are proxies", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
      ["not known, when the proxy wrote none", "10.0.0.1", "203.0.113.9, unknown", undefined],
      ["not known, when it is none", "10.0.0.1", "203.0.113.999", undefined],
      ["not known, where the server tells no one", undefined, "203.0.113.9", undefined]
    ]
  )("is %s §trusted-proxies", (_what, peer, forwarded, client) => {
    const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded }
    expect(clientAddress({ headers, peer }, trusted)).toBe(client)
  })

  it("is who is connected where no proxy is trusted §trusted-proxies", () => {
    expect(clientAddress({ headers: { "x-forwarded-for": "203.0.113.9" }, peer: "10.0.0.1" }, [])).toBe("10.0.0.1")
  })
})

describe("a call window", () => {
  const run = <A>(work: (window: CallWindow["Service"]) => Effect.Effect<A>) =>
    Effect.runSync(Effect.provide(CallWindow.use(work), layer))
  const limit = { calls: 2, withinMs: 100 }

  it("slides: a call is taken again exactly when the oldest of the last ones is over", () => {
    const answers = run((window) =>
      Effect.forEach([0, 60, 99, 100, 159, 160, 200], (now) => window.take("a", limit, now))
    )
    const taken = (remaining: number, freeAt: number) => ({ isTaken: true, remaining, freeAt })
    const refused = (freeAt: number) => ({ isTaken: false, remaining: 0, freeAt })
    expect(answers).toEqual([
      taken(1, 100),
      taken(0, 100),
      refused(100),
      taken(0, 160),
      refused(160),
      taken(0, 200),
      taken(0, 260)
    ])
  })

  it("counts each name for itself", () => {
    const answers = run((window) => Effect.forEach(["a", "a", "b", "a"], (name) => window.take(name, limit, 5)))
    expect(answers.map(({ isTaken }) => isTaken)).toEqual([true, true, true, false])
  })

  it("forgets the names that were heard of longest ago, ten thousand later", () => {
    const names = (count: number) => Array.from({ length: count }, (_, n) => `other-${n}`)
    const after = (count: number) =>
      run((window) => Effect.forEach(["a", "a", ...names(count), "a"], (name) => window.take(name, limit, 5))).at(-1)
        ?.isTaken
    expect(after(9_999)).toBe(false)
    expect(after(10_000)).toBe(true)
  })
})
