// The bytes of a body as they arrive.
import { describe, expect, it } from "vitest"
import { Gathered } from "../../../../hosts/http/api/request/gathered.ts"

describe("gathered pieces", () => {
  it("are the bytes that came, however they were cut", () => {
    const bytes = Uint8Array.from({ length: 1_000 }, (_, n) => n % 256)
    for (const each of [1, 7, 999, 1_000]) {
      const gathered = new Gathered()
      for (let start = 0; start < bytes.length; start += each) gathered.take(bytes.subarray(start, start + each))
      expect(gathered.whole()).toEqual(bytes)
      expect([gathered.size, gathered.pieces]).toEqual([1_000, Math.ceil(1_000 / each)])
    }
  })

  it("are nothing before one came", () => {
    expect(new Gathered().whole()).toEqual(new Uint8Array())
  })

  it("keep nothing of a piece but its bytes", () => {
    const piece = Uint8Array.of(1, 2, 3)
    const gathered = new Gathered()
    gathered.take(piece)
    piece.fill(0)
    gathered.take(piece)
    expect(gathered.whole()).toEqual(Uint8Array.of(1, 2, 3, 0, 0, 0))
  })

  it("take at most twice the memory that they have bytes", () => {
    const gathered = new Gathered()
    for (let count = 0; count < 10_000; count++) gathered.take(Uint8Array.of(1))
    expect(gathered.whole().buffer.byteLength).toBeLessThan(20_000)
  })
})
