// Addresses of Liquid without their blinding keys: what another implementation (lwk) makes of the same addresses.
import * as lwk from "lwk_wasm"
import { describe, expect, it } from "vitest"
import { networks } from "../../../../adapters/liquid/network.ts"
import { openAddress, receiverOf } from "../../../../adapters/liquid/receiver.ts"
import { unblindedAddress } from "../../../../core/standards/address/unblinded.ts"
import { valid } from "../../../vectors/address/liquid.ts"

const { forms } = networks.mainnet

describe("an address without its blinding key", () => {
  it.each(valid)("of %s is what lwk makes of it", (text) => {
    const expected = new lwk.Address(text).toUnconfidential().toString()
    expect(unblindedAddress(text)).toBe(expected)
    expect(unblindedAddress(expected)).toBe(expected)
    // A script on the chain is shown by the same address.
    expect(openAddress(receiverOf(text, forms)?.script ?? new Uint8Array(), forms)).toBe(expected)
  })

  it.each(valid.filter((text) => /^(ex|lq)1/.test(text)))("of %s is the same in upper case", (text) => {
    expect(unblindedAddress(text.toUpperCase())).toBe(unblindedAddress(text))
  })

  it.each(["testnet", "regtest"] as const)("is of its own network on %s", (name) => {
    const open = networks[name].forms
    const script = receiverOf(
      "lq1qqf8er278e6nyvuwtgf39e6ewvdcnjupn9a86rzpx655y5lhkt0walu3djf9cklkxd3ryld97hu8h3xepw7sh2rlu7q45dcew5",
      forms
    )?.script
    const network = name === "testnet" ? lwk.Network.testnet() : lwk.Network.regtestDefault()
    const signer = new lwk.Signer(
      new lwk.Mnemonic("abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"),
      network
    )
    const address = new lwk.Wollet(network, signer.wpkhSlip77Descriptor()).address(0).address()
    expect(unblindedAddress(address.toString())).toBe(address.toUnconfidential().toString())
    expect(openAddress(script ?? new Uint8Array(), open)).toMatch(new RegExp(`^${open.bech32}1q`))
  })

  it.each(["", "1", "lq1qqf8er", "lq", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "ana@example.com"])(
    "leaves %j as it is",
    (text) => {
      expect(unblindedAddress(text)).toBe(text)
    }
  )

  it("is none of a script that no address has", () => {
    for (
      const script of [[], [0x6a], [0x51], [0x50, 20, ...new Uint8Array(20)], [0, 19, ...new Uint8Array(20)], [
        0x76,
        0xa9,
        20,
        ...new Uint8Array(20),
        0x88,
        0xad
      ]]
    ) {
      expect(openAddress(Uint8Array.from(script), forms)).toBeUndefined()
    }
  })
})
