// The contracts that payments go through (ERC-4337 EntryPoint v0.8, the EIP-7702 account, ERC-20 tokens): their addresses
// and the few calls and the one event that are used. The addresses of the first two are the same on every network.
import { type Address, type Hex, decodeAbiParameters, parseAbi } from "viem"
import type { AssetCode } from "../../core/money/assets.ts"

export const entryPoint: Address = "0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108"

/** Simple7702Account: what the EOA of a wallet delegates to. Calls come from the account itself or the EntryPoint. */
export const accountCode: Address = "0xe6Cae83BdE06E4c305530e199D7217f42808555B"

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
  "function transfer(address to, uint256 value) returns (bool)",
  "function fill(address to, uint256 level)"
])

/** An ERC-20 token that stands for an asset. */
export interface Token {
  readonly asset: AssetCode
  readonly address: Address
  /**
   * Test tokens that anyone may mint: what a wallet holds at least, smallest units; minted as part of each payment.
   * Undefined for tokens that are worth something.
   */
  readonly level: bigint | undefined
}

/** `UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, …)`. */
export const operationEvent: Hex = "0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f"

const eventData = [
  { type: "uint256", name: "nonce" },
  { type: "bool", name: "success" },
  { type: "uint256", name: "actualGasCost" },
  { type: "uint256", name: "actualGasUsed" }
] as const

/** Whether the inner calls of the operation that an event tells of succeeded. */
export const succeeded = (data: Hex): boolean => decodeAbiParameters(eventData, data)[1]
