// The table of blocks against an independent reading of it in bigint arithmetic, and well-known addresses by hand.
import { isIPv4 } from "node:net"
import { describe, expect, it } from "vitest"
import { isPublicAddress, nonPublicBlocks } from "../../../../adapters/http-client/public-address.ts"

const bitsOf = (ip: string): 32n | 128n => isIPv4(ip) ? 32n : 128n

const numberOf = (ip: string): bigint => {
  if (isIPv4(ip)) return ip.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n)
  const [head = "", tail = ""] = ip.split("::")
  const groups = (text: string) => text === "" ? [] : text.split(":")
  const [before, after] = [groups(head), groups(tail)]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0")
  return [...before, ...zeros, ...after].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
}

const textOf = (value: bigint, bits: 32n | 128n): string => {
  const [size, width, join] = bits === 32n ? [4, 8n, "."] as const : [8, 16n, ":"] as const
  const part = (index: number) => (value >> (width * BigInt(size - 1 - index))) & ((1n << width) - 1n)
  return Array.from({ length: size }, (_, index) => part(index).toString(bits === 32n ? 10 : 16)).join(join)
}

const ranges = nonPublicBlocks.map(([block]) => {
  const [network = "", prefix = ""] = block.split("/")
  const bits = bitsOf(network)
  const first = numberOf(network)
  return { bits, first, last: first + (1n << (bits - BigInt(prefix))) - 1n }
})

const isCovered = (value: bigint, bits: 32n | 128n): boolean =>
  ranges.some((range) => range.bits === bits && range.first <= value && value <= range.last)

const edges = ranges.flatMap(({ bits, first, last }) =>
  [first - 1n, first, (first + last) >> 1n, last, last + 1n]
    .filter((value) => value >= 0n && value < 1n << bits)
    .map((value) => ({ ip: textOf(value, bits), isPublic: !isCovered(value, bits) }))
)

describe("isPublicAddress", () => {
  it.each(edges)("$ip at the edge of a block: $isPublic", ({ ip, isPublic }) => {
    expect(isPublicAddress(ip)).toBe(isPublic)
  })

  it("has both kinds of edges", () => {
    expect(edges.filter(({ isPublic }) => isPublic).length).toBeGreaterThan(25)
    expect(edges.filter(({ isPublic }) => !isPublic).length).toBeGreaterThan(60)
  })

  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "100.63.255.255",
    "172.32.0.1",
    "192.0.1.1",
    "198.20.0.1",
    "200.160.2.3",
    "223.255.255.255",
    "2001:4860:4860::8888",
    "2606:4700:4700::1111",
    "2804:14c::1",
    "2a00:1450:4001:810::200e"
  ])("%s is public", (ip) => {
    expect(isPublicAddress(ip)).toBe(true)
  })

  it.each([
    "0.0.0.0",
    "10.0.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.169.254",
    "172.31.255.255",
    "192.0.0.192",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::7f00:1",
    "64:ff9b::8.8.8.8",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:2::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fec0::1",
    "ff02::1"
  ])("%s is not public", (ip) => {
    expect(isPublicAddress(ip)).toBe(false)
  })

  it.each([
    "",
    "localhost",
    "127.1",
    "8.8.8",
    "8.8.8.8 ",
    "08.8.8.8",
    "8.8.8.8:443",
    "[2606:4700::1]",
    "2606:4700::1%eth0"
  ])(
    "%o is no address",
    (text) => {
      expect(isPublicAddress(text)).toBe(false)
    }
  )
})
