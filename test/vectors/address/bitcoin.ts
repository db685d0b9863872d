// Bitcoin: the segwit lists of BIP-173 and BIP-350, and well-known base58check addresses.
import type { AddressReason } from "../../../core/standards/address/problem.ts"

export const validBase58 = [
  "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
  "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
  "1RustyRX2oai4EYYDpQGWvEL62BBGqN9T",
  "1111111111111111111114oLvT2",
  "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
  "3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX"
] as const

export const validSegwit = [
  "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
  "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
  "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y",
  "BC1SW50QGDZ25J",
  "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs",
  "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
  "bc1pptdvg0d2nj99568qn6ssdy4cygnwuxgw2ukmnwgwz7jpqjz2kszse2s3lm"
] as const

export const invalid: ReadonlyArray<readonly [string, AddressReason]> = [
  ["tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut", "length"],
  ["tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty", "length"],
  ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd", "checksum"],
  ["BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL", "checksum"],
  ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh", "checksum"],
  ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", "checksum"],
  ["bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx", "checksum"],
  ["BC1SW50QA3JX3S", "checksum"],
  ["bc1zw508d6qejxtdg4y5r3zarvaryvg6kdaj", "checksum"],
  ["bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4", "character"],
  ["BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R", "version"],
  ["BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2", "version"],
  ["bc1pw5dgrnzv", "payload"],
  ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav", "payload"],
  ["BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P", "payload"],
  ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf", "payload"],
  ["bc1gmk9yu", "payload"],
  ["Bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "case"],
  ["tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "network"],
  ["tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c", "network"],
  ["bcrt1pga8n6tvuskdsrngk4gg7yg0lppvtuqd6c388558j373p9xcrvkss479v2h", "network"],
  ["ex1q7gkeyjut0mrxc3j0kjlt7rmcnvsh0gt45d3fud", "network"],
  ["mk2QpYatsKicvFVuTAQLBryyccRXMUaGHP", "network"],
  ["2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc", "network"],
  ["1RustyRX2oai4EYYDpQGWvEL62BBGqN9U", "checksum"],
  ["1RustyRX2oai4EYYDpQGWvEL62BBGqN90", "character"],
  ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "version"]
]
