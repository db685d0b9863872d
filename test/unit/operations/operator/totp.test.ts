// One-time passwords against the vectors of the RFCs, and which of them are taken.
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { describe, expect, it } from "vitest"
import { base32Of, stepOf, takenStep, totpCode, totpUri } from "../../../../core/operations/operator/totp.ts"

const secret = bytesToHex(utf8ToBytes("12345678901234567890"))

describe("a one-time password", () => {
  // RFC 4226, appendix D.
  const counted = [
    "755224",
    "287082",
    "359152",
    "969429",
    "338314",
    "254676",
    "287922",
    "162583",
    "399871",
    "520489"
  ].map((code, counter) => [counter, code] as const)
  it.each(counted)(
    "of counter %i is that of the RFC",
    (counter, code) => {
      expect(totpCode(secret, counter)).toBe(code)
    }
  )

  // RFC 6238, appendix B; its codes have eight digits, of which ours are the last six.
  it.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"]
  ])("at second %i is that of the RFC", (seconds, code) => {
    expect(totpCode(secret, stepOf(seconds * 1_000))).toBe(code.slice(2))
  })

  it("is taken one step before and after its own, and no further", () => {
    const now = 59_000
    const taken = [-2, -1, 0, 1, 2].map((off) => {
      const code = totpCode(secret, stepOf(now) + off)
      return takenStep({ code, secret, lastStep: -10 }, now)
    })
    expect(taken).toEqual([undefined, 0, 1, 2, undefined])
  })

  it("is taken once: no step up to the last one that was taken", () => {
    const now = 10 * 30_000
    const taken = (lastStep: number) =>
      [9, 10, 11].map((step) => takenStep({ code: totpCode(secret, step), secret, lastStep }, now))
    expect(taken(9)).toEqual([undefined, 10, 11])
    expect(taken(11)).toEqual([undefined, undefined, undefined])
  })

  it("is set up by a URI that authenticators read", () => {
    const uri = new URL(totpUri("Pontepay sandbox", "ana+ops@staff.example", secret))
    expect([uri.protocol, uri.host]).toEqual(["otpauth:", "totp"])
    expect(decodeURIComponent(uri.pathname)).toBe("/Pontepay sandbox:ana+ops@staff.example")
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
      issuer: "Pontepay sandbox",
      algorithm: "SHA1",
      digits: "6",
      period: "30"
    })
    expect(base32Of(secret)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
  })
})
