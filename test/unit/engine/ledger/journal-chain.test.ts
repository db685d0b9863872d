// The hash chain over the journal: the bytes of decision record 0122, against vectors that another language made, and what
// each part of an entry changes.
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import * as fc from "fast-check"
import { type JournalEntry, chainStart, linkHash } from "../../../../core/engine/ledger/journal-chain.ts"
import { vectors } from "../../../vectors/journal/chain.ts"

const link = { number: 1, previous: chainStart }
const first = { account: "a", asset: "BRL", amount: 1n }
const second = { account: "b", asset: "BRL", amount: -1n }
const one: JournalEntry = {
  id: "i",
  template: "t",
  source: "s",
  owner: "o",
  at: 1,
  postings: [first, second]
}

const text = fc.string({ unit: "binary" }).filter((each) => each.isWellFormed() && !each.includes("\u0000"))
const entries = fc.array(
  fc.record({
    id: text,
    template: text,
    source: text,
    owner: text,
    at: fc.nat(),
    postings: fc.array(fc.record({ account: text, asset: text, amount: fc.bigInt() }), { maxLength: 3 })
  }),
  { maxLength: 4 }
)

describe("the chain over the journal", () => {
  it.each(vectors)("hashes as written down: $what", ({ bytes, entries, hash, number, previous }) => {
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(hash)
    expect(linkHash({ number, previous }, entries)).toBe(hash)
  })

  it("begins at 64 zeros, and each link names the one before", () => {
    expect(vectors.map(({ previous }) => previous)).toEqual([
      chainStart,
      ...vectors.slice(0, -1).map(({ hash }) => hash)
    ])
  })

  const changes: Readonly<Record<string, () => string>> = {
    "the number": () => linkHash({ ...link, number: 2 }, [one]),
    "the link before": () => linkHash({ ...link, previous: "1".repeat(64) }, [one]),
    "the id": () => linkHash(link, [{ ...one, id: "j" }]),
    "the template": () => linkHash(link, [{ ...one, template: "u" }]),
    "the source": () => linkHash(link, [{ ...one, source: "r" }]),
    "the owner": () => linkHash(link, [{ ...one, owner: "p" }]),
    "the time": () => linkHash(link, [{ ...one, at: 2 }]),
    "an account": () => linkHash(link, [{ ...one, postings: [{ ...first, account: "c" }, second] }]),
    "an asset": () => linkHash(link, [{ ...one, postings: [{ ...first, asset: "BTC" }, second] }]),
    "an amount": () => linkHash(link, [{ ...one, postings: [{ ...first, amount: 2n }, second] }]),
    "a sign": () => linkHash(link, [{ ...one, postings: [{ ...first, amount: -1n }, second] }]),
    "the order of the postings": () => linkHash(link, [{ ...one, postings: [second, first] }]),
    "one entry more": () => linkHash(link, [one, one]),
    "no entry": () => linkHash(link, []),
    "a border between two texts": () => linkHash(link, [{ ...one, id: "it", template: "" }])
  }

  it.each(Object.keys(changes))("is another one when %s is another", (what) => {
    expect(changes[what]?.()).not.toBe(linkHash(link, [one]))
  })

  it("counts bytes, whatever the text", () => {
    fc.assert(fc.property(entries, (entries) => {
      const net = (value: string | number | bigint) => `${Buffer.byteLength(String(value))}:${value},`
      const fields = entries.flatMap(({ at, id, owner, postings, source, template }) => [
        id,
        template,
        source,
        owner,
        at,
        postings.length,
        ...postings.flatMap(({ account, amount, asset }) => [account, asset, amount])
      ])
      const all = ["pontepay-journal-1", 1, chainStart, entries.length, ...fields].map(net).join("")
      expect(linkHash(link, entries)).toBe(createHash("sha256").update(all).digest("hex"))
    }))
  })
})
