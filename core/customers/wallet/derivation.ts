// Keys and addresses of a wallet from its BIP-39 seed: BIP-32 on secp256k1 for EVM networks and TRON, SLIP-0010 on ed25519
// for Solana. The paths are those that other wallets use, so a seed can be taken anywhere:
// m/44'/60'/0'/0/0, m/44'/195'/0'/0/0 and m/44'/501'/0'/0'; on Liquid m/84'/1776'/0'/0/0 with the blinding key of SLIP-0077; on Spark
// m/8797555'/1'/0', its first account on mainnet.
import { ed25519 } from "@noble/curves/ed25519.js"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { hmac } from "@noble/hashes/hmac.js"
import { ripemd160 } from "@noble/hashes/legacy.js"
import { sha256, sha512 } from "@noble/hashes/sha2.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { base58, createBase58check } from "@scure/base"
import { HDKey } from "@scure/bip32"
import { entropyToMnemonic } from "@scure/bip39"
import { wordlist } from "@scure/bip39/wordlists/english.js"
import { Result } from "effect"
import { checksummedEvmAddress, parseEvmAddress } from "../../standards/address/evm.ts"
import type { WalletAddresses } from "../../standards/address/wallet-addresses.ts"

const evmPath = "m/44'/60'/0'/0/0"
const tronPath = "m/44'/195'/0'/0/0"
const liquidPath = "m/84'/1776'/0'/0/0"
const sparkPath = "m/8797555'/1'/0'"
const solanaPath = [44, 501, 0, 0] as const

/** The words of an entropy. Its seed is PBKDF2-HMAC-SHA512 of them, salt `mnemonic`, 2048 rounds, 64 bytes (BIP-39). */
export const mnemonicOf = (entropy: Uint8Array): string => entropyToMnemonic(entropy, wordlist)

const secp256k1Key = (seed: Uint8Array, path: string): Uint8Array => {
  const key = HDKey.fromMasterSeed(seed).derive(path).privateKey
  if (key === null) throw new Error(`No private key at ${path}`)
  return key
}

/** The private key of the wallet on EVM networks, 32 bytes, from its 64-byte seed. */
export const evmKeyOf = (seed: Uint8Array): Uint8Array => secp256k1Key(seed, evmPath)

/** The private key of the wallet on TRON, 32 bytes. */
export const tronKeyOf = (seed: Uint8Array): Uint8Array => secp256k1Key(seed, tronPath)

/** The private key of the wallet on Solana: the 32-byte ed25519 secret. */
export const solanaKeyOf = (seed: Uint8Array): Uint8Array =>
  solanaPath.reduce(hardenedChild, hmac(sha512, utf8ToBytes("ed25519 seed"), seed)).slice(0, 32)

// SLIP-0010: a node is its key and its chain code, and every step of ed25519 is hardened.
const hardenedChild = (node: Uint8Array, index: number): Uint8Array => {
  const data = concatBytes(
    new Uint8Array([0]),
    node.subarray(0, 32),
    new Uint8Array([0x80, 0, index >>> 8, index & 0xff])
  )
  return hmac(sha512, node.subarray(32), data)
}

// The last twenty bytes of the hash of a public key: the account on EVM networks, and with 0x41 before it on TRON.
const accountOf = (privateKey: Uint8Array): Uint8Array =>
  keccak_256(secp256k1.getPublicKey(privateKey, false).subarray(1)).subarray(-20)

const base58check = createBase58check(sha256)

/** The wallet's address in every family, from its 64-byte seed. */
export const addressesOf = (seed: Uint8Array): WalletAddresses => ({
  evm: checksummedEvmAddress(Result.getOrThrow(parseEvmAddress(`0x${bytesToHex(accountOf(evmKeyOf(seed)))}`))),
  tron: base58check.encode(concatBytes(new Uint8Array([0x41]), accountOf(tronKeyOf(seed)))),
  solana: base58.encode(ed25519.getPublicKey(solanaKeyOf(seed)))
})

/** Where coins of a seed are on Liquid (P2WPKH), and the key that opens their amounts. */
export interface LiquidKeys {
  /** The hash of the public key: 20 bytes. */
  readonly program: Uint8Array
  /** The master blinding key: it shows what the wallet holds and spends nothing. 32 bytes. */
  readonly blindingKey: Uint8Array
}

// SLIP-0021: a node is 64 bytes, of which the first half makes children and the second is its key.
const symmetricChild = (node: Uint8Array, label: string): Uint8Array =>
  hmac(sha512, node.subarray(0, 32), concatBytes(new Uint8Array([0]), utf8ToBytes(label)))

/** The same on Liquid, from the wallet's 64-byte seed. */
export const liquidKeysOf = (seed: Uint8Array): LiquidKeys => ({
  program: ripemd160(sha256(secp256k1.getPublicKey(secp256k1Key(seed, liquidPath), true))),
  blindingKey: symmetricChild(hmac(sha512, utf8ToBytes("Symmetric key seed"), seed), "SLIP-0077").slice(32)
})

/** The identity key of the wallet on Spark, 33 bytes, from its 64-byte seed. */
export const sparkIdentityKeyOf = (seed: Uint8Array): Uint8Array =>
  secp256k1.getPublicKey(secp256k1Key(seed, sparkPath), true)
