// Ranges of internet addresses in CIDR notation (RFC 4632, RFC 4291 2.3), as an allow-list of a key names them.
import { Schema } from "effect"

/** An address as its bits; an IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`) is the IPv4 address. */
interface AddressBits {
  readonly width: 32 | 128
  readonly bits: bigint
}

const ipv4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/
const group = /^[0-9a-f]{1,4}$/i

const readIpv4 = (text: string): bigint | undefined => {
  const parts = ipv4.exec(text)?.slice(1).map(Number)
  if (parts === undefined || parts.some((part) => part > 255)) return undefined
  return parts.reduce((bits, part) => bits << 8n | BigInt(part), 0n)
}

// The last 32 bits may be written as an IPv4 address (RFC 4291 2.2).
const groupsOf = (side: string): ReadonlyArray<string> | undefined => {
  if (side === "") return []
  const parts = side.split(":")
  const last = readIpv4(parts.at(-1) ?? "")
  const groups = last === undefined
    ? parts
    : [...parts.slice(0, -1), (last >> 16n).toString(16), (last & 0xffffn).toString(16)]
  return groups.every((each) => group.test(each)) ? groups : undefined
}

const readIpv6 = (text: string): bigint | undefined => {
  const sides = text.split("::")
  if (sides.length > 2) return undefined
  const [head, tail] = [groupsOf(sides[0] ?? ""), groupsOf(sides[1] ?? "")]
  if (head === undefined || tail === undefined) return undefined
  const missing = 8 - head.length - tail.length
  if (sides.length === 1 ? missing !== 0 : missing < 1) return undefined
  const groups = [...head, ...Array.from({ length: missing }, () => "0"), ...tail]
  return groups.reduce((bits, each) => bits << 16n | BigInt(`0x${each}`), 0n)
}

const readAddress = (text: string): AddressBits | undefined => {
  const short = readIpv4(text)
  if (short !== undefined) return { width: 32, bits: short }
  // A zone names an interface of whoever wrote it (RFC 4007), which is no part of the address.
  const long = readIpv6(text.split("%", 1)[0] ?? "")
  if (long === undefined) return undefined
  return long >> 32n === 0xffffn ? { width: 32, bits: long & 0xffffffffn } : { width: 128, bits: long }
}

interface BitRange extends AddressBits {
  readonly length: number
}

const readRange = (text: string): BitRange | undefined => {
  const [address = "", prefix, ...more] = text.split("/")
  const read = readAddress(address)
  if (read === undefined || more.length > 0 || prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return undefined
  const length = prefix === undefined ? read.width : Number(prefix)
  return length <= read.width ? { ...read, length } : undefined
}

/** An address or a range of them: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/48`. */
export const AddressRange = Schema.String.check(
  Schema.makeFilter((text: string) => readRange(text) !== undefined, {
    expected: "an IPv4 or IPv6 address, or a range as 203.0.113.0/24"
  })
)

/** Whether an address is in one of the ranges; what is no address is in none. */
export const isInRanges = (address: string | undefined, ranges: ReadonlyArray<string>): boolean => {
  const read = readAddress(address ?? "")
  return read !== undefined && ranges.some((text) => {
    const range = readRange(text)
    if (range?.width !== read.width) return false
    const rest = BigInt(range.width - range.length)
    return read.bits >> rest === range.bits >> rest
  })
}
