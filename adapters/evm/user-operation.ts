// User operations (ERC-4337 v0.8, EIP-7702): one transfer of a token out of an account, without a fee to the account.
// Invariant: the nonce key is made of our operation id, so at most one operation of an id can ever take effect, whoever
// sends it and however often.
import { Schema } from "effect"
import { type Address, type Hex, type PrivateKeyAccount, concatHex, encodeFunctionData, keccak256, toBytes } from "viem"
import { getUserOperationHash, toPackedUserOperation } from "viem/account-abstraction"
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
type Authorization = typeof Authorization.Type

/** A signed operation, and the delegation that it needs while its account has no code. No key is part of it. */
export const SignedOperation = Schema.Struct({
  /** Hash that the EntryPoint knows it by. */
  hash: HexText,
  sender: HexText,
  nonce: Schema.BigInt,
  callData: HexText,
  callGasLimit: Schema.BigInt,
  verificationGasLimit: Schema.BigInt,
  signature: HexText,
  authorization: Schema.NullOr(Authorization)
})
export type SignedOperation = typeof SignedOperation.Type

/** A transfer of a token. */
export interface TokenTransfer {
  readonly token: Token
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

/** 24 bytes of the id's hash. */
const nonceKey = (operationId: string): bigint => BigInt(keccak256(toBytes(operationId)).slice(0, 50))

const sequenceBits = 64n

/** The key of an operation's nonce. */
export const keyOf = ({ nonce }: SignedOperation): bigint => nonce >> sequenceBits

interface Call {
  readonly target: Address
  readonly value: bigint
  readonly data: Hex
}

// A test token is filled up before the first payment and after each one, in the same transaction: what was paid and the
// top-up confirm together.
const callsOf = ({ from, to, token, units }: TokenTransfer): ReadonlyArray<Call> => {
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

const free = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n, preVerificationGas: 0n } as const

export interface OperationOrder {
  readonly operationId: string
  readonly chainId: number
  readonly transfer: TokenTransfer
  /** The account's transaction count when it has to delegate first; undefined when it has. */
  readonly delegatesAt: number | undefined
}

/** Signs the operation of an order with the key of the account that pays. */
export const signOperation = async (
  { chainId, delegatesAt, operationId, transfer }: OperationOrder,
  account: PrivateKeyAccount
): Promise<SignedOperation> => {
  const unsigned = {
    sender: account.address,
    nonce: nonceKey(operationId) << sequenceBits,
    callData: encoded(callsOf(transfer)),
    callGasLimit,
    verificationGasLimit
  }
  const hash = getUserOperationHash({
    chainId,
    entryPointAddress: entryPoint,
    entryPointVersion: "0.8",
    userOperation: { ...unsigned, ...free, signature: "0x" }
  })
  return {
    ...unsigned,
    hash,
    signature: await account.sign({ hash }),
    authorization: delegatesAt === undefined ? null : await authorize(account, chainId, delegatesAt)
  }
}

const authorize = async (account: PrivateKeyAccount, chainId: number, nonce: number): Promise<Authorization> => {
  const { r, s, yParity = 0 } = await account.signAuthorization({ contractAddress: accountCode, chainId, nonce })
  return { address: accountCode, chainId, nonce, r, s, yParity }
}

/** The code of an account that delegates. */
export const delegation: Hex = concatHex(["0xef0100", accountCode])

/** The call that carries an operation; the beneficiary gets its fee, which is none. */
export const handleOps = ({ authorization: _, hash: __, ...operation }: SignedOperation, beneficiary: Address): Hex =>
  encodeFunctionData({
    abi: entryPointAbi,
    functionName: "handleOps",
    args: [[toPackedUserOperation({ ...operation, ...free })], beneficiary]
  })

/** Gas of the transaction that carries an operation. */
export const gasOf = (operation: SignedOperation): bigint =>
  operation.callGasLimit + operation.verificationGasLimit + overheadGas
