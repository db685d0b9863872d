// The networks of Bitcoin as data, and what an address of each one is paid by: its output script, and the least that the network
// relays to it.
import { hex } from "@scure/base"
import { Address, NETWORK, OutScript, p2wpkh } from "@scure/btc-signer"

interface BitcoinNetwork {
  /** As `getblockchaininfo` names it. */
  readonly chain: string
  /** Hash of its first block. */
  readonly genesis: string
  readonly addresses: typeof NETWORK
}

export const networks = {
  mainnet: {
    chain: "main",
    genesis: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
    addresses: NETWORK
  },
  regtest: {
    chain: "regtest",
    genesis: "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
    addresses: { bech32: "bcrt", pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
  }
} as const satisfies Readonly<Record<string, BitcoinNetwork>>

export type NetworkName = keyof typeof networks

/** The script that pays to an address; undefined where it is none of this network, or none that anybody could spend from. */
export const scriptOf = (network: NetworkName, address: string): Uint8Array | undefined => {
  try {
    return OutScript.encode(Address(networks[network].addresses).decode(address))
  } catch {
    return undefined
  }
}

/** The address that a script in hex is paid at; undefined where it has none. */
export const addressOf = (network: NetworkName, script: string): string | undefined => {
  try {
    return Address(networks[network].addresses).encode(OutScript.decode(hex.decode(script)))
  } catch {
    return undefined
  }
}

/** What a public key holds its coins under (P2WPKH): script and address. */
export const holderOf = (network: NetworkName, publicKey: Uint8Array): { script: Uint8Array; address: string } => {
  const { address, script } = p2wpkh(publicKey, networks[network].addresses)
  if (address === undefined) throw new TypeError("a key without an address")
  return { script, address }
}

/** Nodes relay no output that costs more than a third of its worth to spend at this rate: satoshis per 1,000 virtual bytes. */
const dustRate = 3n
/** What spending takes at least: an input with a witness, and one without. */
const witnessSpend = 67
const plainSpend = 148
/** Value and length of a script, in bytes. */
const outputOverhead = 9

// One of 17 version opcodes, and a push of all that follows.
const isWitnessProgram = ([version = -1, pushed = -1]: Uint8Array, length: number): boolean =>
  (version === 0 || version >= 0x51 && version <= 0x60) && pushed === length - 2

/** The least that nodes relay to a script, in satoshis. */
export const dustOf = (script: Uint8Array): bigint => {
  const spend = isWitnessProgram(script, script.length) ? witnessSpend : plainSpend
  return BigInt(outputOverhead + script.length + spend) * dustRate
}

/** The least that nodes relay to whatever kind of address, in satoshis: to the hash of a key (P2PKH), whose script has 25 bytes. */
export const mostDust = dustOf(new Uint8Array(25))
