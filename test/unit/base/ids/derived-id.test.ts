// Ids made of a fact: the same for the same fact, another for another, in the form and with the end of the account's ids.
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { derivedId, operatorOwner, shardDigits } from "../../../../core/base/ids/ids.ts"

const account = fc.stringMatching(/^acc_[0-9a-f]{32}$/)

describe("an id made of a fact", () => {
  it("has the form of an id, ends as its account does, and is the same each time", () => {
    fc.assert(fc.property(fc.string(), account, (seed, near) => {
      const id = derivedId("evt", seed, near)
      expect(id).toMatch(/^evt_[0-9a-f]{32}$/)
      expect(id.slice(-2)).toBe(near.slice(-2))
      expect(derivedId("evt", seed, id)).toBe(id)
    }))
  })

  it("differs where the facts do", () => {
    fc.assert(fc.property(fc.string(), fc.string(), account, (one, other, near) => {
      expect(derivedId("evt", one, near) === derivedId("evt", other, near)).toBe(one === other)
    }))
  })

  it("is known: 120 bits of SHA-256 and the account's two digits", () => {
    expect(derivedId("swp", "swap/acc_3f/request-1", "acc_3f")).toBe("swp_bf32fee25c97825b89f217d1de61563f")
  })
})

describe("the digits of an account", () => {
  it("are the last two of any of its ids, and 00 for the operator", () => {
    expect(shardDigits("65a1b2c3d4e5f60718293a4b")).toBe("4b")
    expect(shardDigits(operatorOwner)).toBe("00")
  })

  it("are missing from what is no id of ours", () => {
    for (const text of ["", "f", "acc_x", "dep_AB"]) expect(() => shardDigits(text)).toThrow("hex digits")
  })
})
