// The contracts that payments go through (ERC-4337 EntryPoint v0.8, the EIP-7702 account, ERC-20 tokens): their addresses
// and the few calls and events that are used. The addresses of the first two are the same on every network.
import { type Address, type Hex, parseAbi, toEventSelector, toFunctionSelector } from "viem"
import type { AssetCode } from "../../core/base/money/assets.ts"

export const entryPoint: Address = "0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108"

/** Simple7702Account: what the EOA of a wallet delegates to. Calls come from the account itself or the EntryPoint. */
export const accountCode: Address = "0xe6Cae83BdE06E4c305530e199D7217f42808555B"

/** keccak-256 of its code, which is the same on every network: wallets run it. */
export const accountCodeHash: Hex = "0xcc7b633aef4b2543cb8f37522adf1a401f910f0f6b2430c1eecc11f401ccfcf3"

export const entryPointAbi = parseAbi([
  "struct Packed { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }",
  "function handleOps(Packed[] ops, address beneficiary)",
  "function getNonce(address sender, uint192 key) view returns (uint256)"
])

export const accountAbi = parseAbi([
  "struct Call { address target; uint256 value; bytes data; }",
  "function execute(address target, uint256 value, bytes data)",
  "function executeBatch(Call[] calls)"
])

export const tokenAbi = parseAbi([
  "function balanceOf(address owner) view returns (uint256)",
  "function decimals() view returns (uint8)",
  "function transfer(address to, uint256 value) returns (bool)",
  "function fill(address to, uint256 level)"
])

/** An ERC-20 token that stands for an asset. */
export interface Token {
  readonly asset: AssetCode
  readonly address: Address
  /** keccak-256 of the code at its address; behind a proxy, of the proxy. */
  readonly codeHash: Hex
  /** Its function that says whether an address is blocked, such as `isBlacklisted` of USDC. */
  readonly blocklist?: string
  /**
   * Test tokens that anyone may mint: what a wallet holds at least, smallest units; minted as part of each payment.
   * Undefined for tokens that are worth something.
   */
  readonly level: bigint | undefined
}

/** The call that asks whether a token blocks an address. */
export const blocklistSelector = (name: string): Hex =>
  toFunctionSelector(`function ${name}(address) view returns (bool)`)

const event = (signature: string): Hex => toEventSelector(signature)

/** `UserOperationEvent`: how an operation ended. */
export const operationEvent = event("UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)")
/** `UserOperationRevertReason`: what its calls reverted with. */
export const revertEvent = event("UserOperationRevertReason(bytes32,address,uint256,bytes)")
/** `BeforeExecution`: the first operation of a transaction begins after it. */
export const beforeExecution = event("BeforeExecution()")
/** `Transfer` of a token. */
export const transferEvent = event("Transfer(address,address,uint256)")
