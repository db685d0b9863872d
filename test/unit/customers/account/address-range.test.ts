// Allow-lists of keys: ranges by CIDR notation, addresses as servers tell them.
import { describe, expect, it } from "vitest"
import { Schema } from "effect"
import { AddressRange, isInRanges } from "../../../../core/customers/account/address-range.ts"

const isRange = Schema.is(AddressRange)

describe("a range", () => {
  it.each(["203.0.113.7", "203.0.113.0/24", "0.0.0.0/0", "2001:db8::1", "2001:db8::/48", "::/0", "::ffff:192.0.2.1"])(
    "is %s",
    (text) => expect(isRange(text)).toBe(true)
  )
  it.each([
    "",
    "host",
    "1.2.3",
    "1.2.3.256",
    "1.2.3.4/33",
    "1.2.3.4/",
    "1.2.3.4/8/8",
    "1::2::3",
    ":::",
    "12345::",
    "::/129"
  ])(
    "is not %s",
    (text) => expect(isRange(text)).toBe(false)
  )
})

describe("an address", () => {
  it.each<[string | undefined, ReadonlyArray<string>, boolean]>([
    ["203.0.113.7", ["203.0.113.7"], true],
    ["203.0.113.8", ["203.0.113.7"], false],
    ["203.0.113.255", ["203.0.113.0/24"], true],
    ["203.0.114.0", ["203.0.113.0/24"], false],
    ["203.0.113.7", ["10.0.0.0/8", "203.0.113.0/24"], true],
    ["::ffff:203.0.113.7", ["203.0.113.0/24"], true],
    ["::ffff:cb00:7107", ["203.0.113.0/24"], true],
    ["203.0.113.7", ["::/0"], false],
    ["2001:db8:0:1::5", ["2001:db8::/48"], true],
    ["2001:db8:1::5", ["2001:db8::/48"], false],
    ["2001:db8::5%eth0", ["2001:db8::/48"], true],
    ["203.0.113.7", ["0.0.0.0/0"], true],
    ["localhost", ["0.0.0.0/0", "::/0"], false],
    [undefined, ["0.0.0.0/0", "::/0"], false]
  ])("%s in %j: %s", (address, ranges, expected) => expect(isInRanges(address, ranges)).toBe(expected))
})
