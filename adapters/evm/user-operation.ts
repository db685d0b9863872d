// User operations (ERC-4337 v0.8, EIP-7702): one transfer of a token out of an account, without a fee to the account.
// Invariant: the nonce key is made of our operation id, so at most one operation of an id and attempt can ever take effect,
// whoever sends it and however often. An operation of nothing under the same nonce takes it away for good.
import { Effect, Schema } from "effect"
import {
  type Address,
  type Hex,
  concatHex,
  decodeFunctionData,
  encodeFunctionData,
  isAddressEqual,
  keccak256,
  toBytes
} from "viem"
import { getUserOperationHash, toPackedUserOperation } from "viem/account-abstraction"
import type { SigningPurpose } from "../custody/signer.ts"
import type { EvmAccount } from "./account.ts"
import { type Token, accountAbi, accountCode, entryPoint, entryPointAbi, tokenAbi } from "./contracts.ts"

export const HexText = Schema.TemplateLiteral(["0x", Schema.String])

const Authorization = Schema.Struct({
  address: HexText,
  chainId: Schema.Int,
  nonce: Schema.Int,
  r: HexText,
  s: HexText,
  yParity: Schema.Int
})

/** A signed operation, and the delegation that it needs while its account has no code. No key is part of it. */
export const SignedOperation = Schema.Struct({
  /** Hash that the EntryPoint knows it by. */
  hash: HexText,
  sender: HexText,
  nonce: Schema.BigInt,
  callData: HexText,
  callGasLimit: Schema.BigInt,
  verificationGasLimit: Schema.BigInt,
  /** Empty where the movement was refused before it was signed. */
  signature: HexText,
  authorization: Schema.NullOr(Authorization)
})
export type SignedOperation = typeof SignedOperation.Type

/** A transfer of a token. */
export interface TokenTransfer {
  readonly token: Pick<Token, "address" | "level">
  readonly from: Address
  readonly to: Address
  /** Smallest units. */
  readonly units: bigint
}

/** Gas of each part of an operation; the account pays nothing for it, so the limits are generous. */
const callGasLimit = 300_000n
const verificationGasLimit = 150_000n
/** What `handleOps` and the authorization take beside the operation itself. */
const overheadGas = 200_000n

/** The key of an operation id's nonces: 24 bytes of its hash. */
export const nonceKey = (operationId: string): bigint => BigInt(keccak256(toBytes(operationId)).slice(0, 50))

/** A nonce is its key, and how many of the key were used before it in so many bits. */
export const sequenceBits = 64n

/** The key of an operation's nonce. */
export const keyOf = ({ nonce }: SignedOperation): bigint => nonce >> sequenceBits

export interface Call {
  readonly target: Address
  readonly value: bigint
  readonly data: Hex
}

/**
 * The calls that a transfer is made of. A test token is filled up before the first payment and after each one, in the same
 * transaction: what was paid and the top-up confirm together.
 */
export const callsOf = ({ from, to, token, units }: TokenTransfer): ReadonlyArray<Call> => {
  const call = (data: Hex): Call => ({ target: token.address, value: 0n, data })
  const transfer = call(encodeFunctionData({ abi: tokenAbi, functionName: "transfer", args: [to, units] }))
  if (token.level === undefined) return [transfer]
  const filled = call(encodeFunctionData({ abi: tokenAbi, functionName: "fill", args: [from, token.level] }))
  return [filled, transfer, filled]
}

const encoded = (calls: ReadonlyArray<Call>): Hex => {
  const [only, ...others] = calls
  return only !== undefined && others.length === 0
    ? encodeFunctionData({
      abi: accountAbi,
      functionName: "execute",
      args: [only.target, only.value, only.data]
    })
    : encodeFunctionData({ abi: accountAbi, functionName: "executeBatch", args: [calls] })
}

const callsIn = (callData: Hex): ReadonlyArray<Pick<Call, "target" | "data">> => {
  const { args, functionName } = decodeFunctionData({ abi: accountAbi, data: callData })
  return functionName === "execute" ? [{ target: args[0], data: args[2] }] : args[0]
}

/** The transfer that an operation makes, read from what was signed; undefined where it makes none. */
export const transferOf = ({ callData, sender }: SignedOperation): TokenTransfer | undefined => {
  try {
    let transfer: TokenTransfer | undefined
    let level: bigint | undefined
    for (const { data, target } of callsIn(callData)) {
      const { args, functionName } = decodeFunctionData({ abi: tokenAbi, data })
      if (functionName === "fill") level = args[1]
      if (functionName === "transfer") {
        transfer = { token: { address: target, level }, from: sender, to: args[0], units: args[1] }
      }
    }
    return transfer
  } catch {
    return undefined
  }
}

/** Whether two transfers move the same, from and to the same. */
export const isSameTransfer = (one: TokenTransfer | undefined, other: TokenTransfer): boolean =>
  one !== undefined && one.units === other.units && isAddressEqual(one.from, other.from) &&
  isAddressEqual(one.to, other.to) && isAddressEqual(one.token.address, other.token.address)

const free = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n, preVerificationGas: 0n } as const

export interface OperationOrder {
  readonly operationId: string
  readonly chainId: number
  readonly sender: Address
  readonly calls: ReadonlyArray<Call>
  /** How many operations of the id were reverted for good before this one. */
  readonly attempt: number
}

/** An operation as it is before it is signed. */
export const unsignedOperation = (
  { attempt, calls, chainId, operationId, sender }: OperationOrder
): SignedOperation => {
  const parts = {
    sender,
    nonce: (nonceKey(operationId) << sequenceBits) + BigInt(attempt),
    callData: encoded(calls),
    callGasLimit,
    verificationGasLimit
  }
  const hash = getUserOperationHash({
    chainId,
    entryPointAddress: entryPoint,
    entryPointVersion: "0.8",
    userOperation: { ...parts, ...free, signature: "0x" }
  })
  return { ...parts, hash, signature: "0x", authorization: null }
}

/** Signs the operation of an order with the key of the account that pays; `delegatesAt`: its transaction count where it has to delegate first. */
export const signOperation = Effect.fnUntraced(function*(
  order: OperationOrder,
  account: EvmAccount,
  delegatesAt: number | undefined,
  purpose: SigningPurpose
) {
  const unsigned = unsignedOperation(order)
  const operation: SignedOperation = {
    ...unsigned,
    signature: yield* account.sign(unsigned.hash, purpose),
    authorization: delegatesAt === undefined ? null : yield* account.delegate(order.chainId, delegatesAt, purpose)
  }
  return operation
})

/** The code of an account that delegates. */
const delegation: Hex = concatHex(["0xef0100", accountCode])

/** What the code of an account that delegates is known by. */
export const delegationHash: Hex = keccak256(delegation)

/** What an account looks like once it has delegated, for calls that are tried out before. */
export const delegated = (account: Address) => ({ account, code: delegation })

/** The call that carries an operation; the beneficiary gets its fee, which is none. */
export const handleOps = ({ authorization: _, hash: __, ...operation }: SignedOperation, beneficiary: Address): Hex =>
  encodeFunctionData({
    abi: entryPointAbi,
    functionName: "handleOps",
    args: [[toPackedUserOperation({ ...operation, ...free })], beneficiary]
  })

/** Gas of the transaction that carries an operation, where the network does not count data in gas. */
export const gasOf = (operation: SignedOperation): bigint =>
  operation.callGasLimit + operation.verificationGasLimit + overheadGas

/** Whether a transfer goes where no one can take it from: nowhere, or to a contract that payments go through, such as that of a token. */
export const goesNowhere = ({ to, token }: TokenTransfer, tokens: ReadonlyArray<Pick<Token, "address">>): boolean =>
  BigInt(to) === 0n ||
  [token, ...tokens].some(({ address }) => isAddressEqual(to, address)) ||
  [entryPoint, accountCode].some((address) => isAddressEqual(to, address))
