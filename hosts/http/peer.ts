// Who is connected, for limits that count by address. Headers that say where a request came from are not believed: anyone
// can write them.
import { isIPv6 } from "node:net"

/**
 * The name under which calls of an address count: an IPv4 address itself, however it is written, and of an IPv6 address
 * the first 64 bits, which is what one subscriber gets.
 */
export const peerName = (address: string | undefined): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address ?? "")?.[1]
  if (mapped !== undefined) return mapped
  const plain = address?.split("%", 1)[0] ?? ""
  return isIPv6(plain) ? `${firstGroups(plain).join(":")}::/64` : plain || "unknown"
}

// `::` stands for as many groups of zero as are missing from eight; a dotted end counts as two.
const firstGroups = (address: string): ReadonlyArray<string> => {
  const [before = "", after] = address.split("::")
  const groups = (side: string) => side === "" ? [] : side.split(":")
  const head = groups(before)
  const tail = groups(after ?? "").flatMap((group) => group.includes(".") ? ["dotted", "dotted"] : [group])
  const zeros = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length)
  return [...head, ...Array.from({ length: zeros }, () => "0"), ...tail].slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
}
