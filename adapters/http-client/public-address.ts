// Which IP addresses belong to the public internet: those outside the blocks of the IANA special-purpose registries
// (RFC 6890 and its successors). Invariant: what cannot be read as an address is not public.
import { BlockList, isIP } from "node:net"

/** Blocks that no endpoint on the internet has, and why. IPv6 is handed out from 2000::/3 only. */
export const nonPublicBlocks: ReadonlyArray<readonly [block: string, why: string]> = [
  ["0.0.0.0/8", "this host and this network (RFC 791)"],
  ["10.0.0.0/8", "private (RFC 1918)"],
  ["100.64.0.0/10", "shared by carriers (RFC 6598), metadata of one cloud"],
  ["127.0.0.0/8", "loopback (RFC 1122)"],
  ["168.63.129.16/32", "the host agent of one cloud, inside its public range"],
  ["169.254.0.0/16", "link-local (RFC 3927), metadata of most clouds"],
  ["172.16.0.0/12", "private (RFC 1918)"],
  ["192.0.0.0/24", "protocol assignments (RFC 6890), metadata of one cloud"],
  ["192.0.2.0/24", "documentation (RFC 5737)"],
  ["192.88.99.0/24", "6to4 relays (RFC 7526)"],
  ["192.168.0.0/16", "private (RFC 1918)"],
  ["198.18.0.0/15", "benchmarks (RFC 2544)"],
  ["198.51.100.0/24", "documentation (RFC 5737)"],
  ["203.0.113.0/24", "documentation (RFC 5737)"],
  ["224.0.0.0/4", "multicast (RFC 5771)"],
  ["240.0.0.0/4", "reserved and broadcast (RFC 1112, RFC 919)"],
  ["::/3", "loopback, IPv4-compatible, -mapped and -translated, NAT64 (RFC 6052, RFC 8215), discard (RFC 6666)"],
  ["2001::/23", "protocol assignments (RFC 2928): Teredo, benchmarks, ORCHID"],
  ["2001:db8::/32", "documentation (RFC 3849)"],
  ["2002::/16", "6to4, holds an IPv4 address (RFC 3056)"],
  ["3ffe::/16", "the former 6bone (RFC 3701)"],
  ["3fff::/20", "documentation (RFC 9637)"],
  ["4000::/2", "not handed out; segment routing (RFC 9602)"],
  ["8000::/1", "not handed out; unique local (RFC 4193), link-local, site-local, multicast (RFC 4291)"]
]

// One list for each family: a list of both would compare an IPv4 address, as the mapped one, with IPv6 blocks too.
const nonPublic = { ipv4: new BlockList(), ipv6: new BlockList() }

const familyOf = (ip: string): "ipv4" | "ipv6" | undefined => {
  const version = isIP(ip)
  if (version === 0) return undefined
  return version === 4 ? "ipv4" : "ipv6"
}

for (const [block] of nonPublicBlocks) {
  const [network = "", prefix = ""] = block.split("/")
  const family = familyOf(network)
  if (family !== undefined) nonPublic[family].addSubnet(network, Number(prefix), family)
}

/** Whether an IP address in its plain spelling is one of the public internet; a zone or any other text is not. */
export const isPublicAddress = (ip: string): boolean => {
  const family = familyOf(ip)
  return family !== undefined && !ip.includes("%") && !nonPublic[family].check(ip, family)
}
