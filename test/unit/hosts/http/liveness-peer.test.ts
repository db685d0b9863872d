// Under which name calls of an address count.
import { describe, expect, it } from "vitest"
import { layer } from "../../../../adapters/memory/call-window.ts"
import { CallWindow } from "../../../../core/ports/call-window.ts"
import { peerName } from "../../../../hosts/http/peer.ts"
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
