// Host names of Lightning addresses and LNURL (RFC 1123): at least two labels, and never a numeric address.
// Whether the name resolves to a private address is for whoever connects to it.

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** URL parsers read a host that ends in a number as an IPv4 address. */
const numeric = /^(?:\d+|0x[0-9a-f]*)$/

/** Whether a lower-case text is a domain name with a dot. */
export const isHostName = (text: string): boolean => {
  const labels = text.split(".")
  return text.length <= 253 && labels.length >= 2 && labels.every((part) => label.test(part)) &&
    !numeric.test(labels.at(-1) ?? "")
}
