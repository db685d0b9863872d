// Keys and addresses of wallets against vectors from outside: the words that development chains begin with, and the words
// that every wallet's tests know.
import { pbkdf2Sync } from "node:crypto"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { mnemonicToAccount } from "viem/accounts"
import { describe, expect, it } from "vitest"
import { parseAddress } from "../../../../core/standards/address/address.ts"
import { addressesOf, evmKeyOf, mnemonicOf } from "../../../../core/customers/wallet/derivation.ts"

const seedOf = (mnemonic: string): Uint8Array => pbkdf2Sync(mnemonic, "mnemonic", 2_048, 64, "sha512")

describe("derivation", () => {
  it("gives the first account that development chains have §wallet-paths", () => {
    const seed = seedOf(`${"test ".repeat(11)}junk`)
    expect(addressesOf(seed).evm).toBe("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
    expect(bytesToHex(evmKeyOf(seed))).toBe("ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80")
  })

  it("gives the addresses that every wallet knows for the words of zero entropy §wallet-paths", () => {
    const mnemonic = mnemonicOf(new Uint8Array(16))
    expect(mnemonic).toBe(`${"abandon ".repeat(11)}about`)
    expect(addressesOf(seedOf(mnemonic))).toEqual({
      evm: "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
      tron: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
      solana: "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"
    })
  })

  it.each(["00".repeat(15) + "01", "ff".repeat(16), "0123456789abcdef0123456789abcdef"])(
    "agrees with another implementation on entropy %s, and gives addresses that are valid",
    (hex) => {
      const mnemonic = mnemonicOf(hexToBytes(hex))
      const addresses = addressesOf(seedOf(mnemonic))
      expect(addresses.evm).toBe(mnemonicToAccount(mnemonic).address)
      expect(parseAddress("polygon", addresses.evm)).toMatchObject({ _tag: "Success" })
      expect(parseAddress("tron", addresses.tron)).toMatchObject({ _tag: "Success" })
      expect(parseAddress("solana", addresses.solana)).toMatchObject({ _tag: "Success" })
    }
  )
})
