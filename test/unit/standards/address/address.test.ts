// One address per network, read by its own network and by no other family.
import { describe, expect, it } from "vitest"
import { parseAddress } from "../../../../core/standards/address/address.ts"
import { Network, familyOf } from "../../../../core/standards/address/network.ts"
import { value } from "./outcome.ts"

const canonical = {
  evm: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  tron: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  solana: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  lightning: "alice@wallet.com",
  bitcoin: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  liquid: "ex1q7gkeyjut0mrxc3j0kjlt7rmcnvsh0gt45d3fud",
  spark: "spark1pgssy7d7vel0nh9m4326qc54e6rskpczn07dktww9rv4nu5ptvt0s9uc489gg2"
} as const

describe.each(Network.literals)("network %s", (network) => {
  it.each(Object.entries(canonical))(
    "reads an address of family %s only if it is its own §deposit-address",
    (family, text) => expect(value(parseAddress(network, text))).toBe(family === familyOf[network] ? text : undefined)
  )
})
