// The networks of Liquid, as data: how their addresses begin, and the hash of their first block, by which a node is known.
import { Schema } from "effect"

export const LiquidNetworkName = Schema.Literals(["mainnet", "testnet", "regtest"])
export type LiquidNetworkName = typeof LiquidNetworkName.Type

/** The beginnings of a network's addresses. */
export interface AddressForms {
  /** Of segwit addresses without a blinding key, and with one. */
  readonly bech32: string
  readonly blech32: string
  /** First bytes of addresses of a public key's hash, of a script's hash, and of either with a blinding key. */
  readonly pubkeyHash: number
  readonly scriptHash: number
  readonly blinded: number
}

export interface LiquidNetwork {
  readonly forms: AddressForms
  /** Undefined where every chain has its own, as on regtest. */
  readonly genesis?: string
}

export const networks: Readonly<Record<LiquidNetworkName, LiquidNetwork>> = {
  mainnet: {
    forms: { bech32: "ex", blech32: "lq", pubkeyHash: 57, scriptHash: 39, blinded: 12 },
    genesis: "1466275836220db2944ca059a3a10ef6fd2ea684b0688d2c379296888a206003"
  },
  testnet: {
    forms: { bech32: "tex", blech32: "tlq", pubkeyHash: 36, scriptHash: 19, blinded: 23 },
    genesis: "a771da8e52ee6ad581ed1e9a99825e5b3b7992225534eaa2ae23244fe26ab1c1"
  },
  regtest: { forms: { bech32: "ert", blech32: "el", pubkeyHash: 235, scriptHash: 75, blinded: 4 } }
}
