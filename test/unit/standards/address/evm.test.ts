// EVM addresses: the examples of EIP-55, forms without a checksum, and each refusal with its place.
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { checksummedEvmAddress, parseEvmAddress } from "../../../../core/standards/address/evm.ts"
import { checksummed } from "../../../vectors/address/evm.ts"
import { problem } from "./outcome.ts"

const lower = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"

describe("an EVM address", () => {
  it.each(checksummed)("%s is read as it is, in one case throughout as well, and shown in mixed case", (text) => {
    for (const spelling of [text, text.toLowerCase(), `0x${text.slice(2).toUpperCase()}`]) {
      const address = Result.getOrThrow(parseEvmAddress(spelling))
      expect(address).toBe(spelling)
      expect(checksummedEvmAddress(address)).toBe(text)
    }
  })

  it.each(
    [
      ["", "empty", undefined],
      [`0x${"0".repeat(40)}`, "payload", 2],
      [`${lower}0`, "length", undefined],
      [lower.slice(0, -1), "length", undefined],
      [lower.slice(2), "form", 0],
      [`0X${lower.slice(2)}`, "form", 0],
      [` ${lower.slice(0, -1)}`, "character", 0],
      [`${lower.slice(0, -1)} `, "character", 41],
      [`${lower.slice(0, -1)}\n`, "character", 41],
      [`${lower.slice(0, 10)}g${lower.slice(11)}`, "character", 10],
      [`${lower.slice(0, 10)}é${lower.slice(11)}`, "character", 10],
      ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", "checksum", 41],
      ["0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "checksum", 3]
    ] as const
  )("%j is refused for its %s", (text, reason, at) => {
    const refusal = problem(parseEvmAddress(text))
    expect(refusal?.reason).toBe(reason)
    expect(refusal?.at).toBe(at)
  })

  it("names the character that is wrong", () => {
    expect(problem(parseEvmAddress(` ${lower.slice(1)}`))?.message).toContain("a space")
    expect(problem(parseEvmAddress(lower.replace("b", "g")))?.message).toContain("\"g\"")
    expect(problem(parseEvmAddress(lower.replace("b", "😀").slice(0, 42)))?.message).toContain("U+1F600")
  })
})
