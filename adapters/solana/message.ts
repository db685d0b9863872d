// From a plan to the bytes that are signed, and from signatures to the transaction that is sent. The same plan gives the same bytes.
import { decimalsOf } from "../../core/base/money/assets.ts"
import {
  type Address,
  type Blockhash,
  type Instruction,
  type Nonce,
  type SignatureBytes,
  type TransactionMessageBytes,
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageDecoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce
} from "@solana/kit"
import { getSetComputeUnitLimitInstruction, getSetComputeUnitPriceInstruction } from "@solana-program/compute-budget"
import { getAddMemoInstruction } from "@solana-program/memo"
import { getCreateAssociatedTokenIdempotentInstruction, getTransferCheckedInstruction } from "@solana-program/token"
import { base58 } from "@scure/base"
import { mulDivCeil } from "../../core/base/money/units.ts"
import { memoProgram, programs } from "./programs.ts"
import type { SolanaToken } from "./settings.ts"

/** What a message lives by: a recent blockhash, or the value of a nonce account of whoever pays the fees. */
export type MessageLifetime =
  | { readonly blockhash: string; readonly lastValidBlockHeight: bigint }
  | { readonly account: string; readonly value: string }

export interface TransferPlan {
  readonly operationId: string
  readonly token: Pick<SolanaToken, "asset" | "mint" | "program">
  readonly units: bigint
  readonly feePayer: string
  /** Whose tokens, and who gets them. */
  readonly from: string
  readonly to: string
  /** Their token accounts. */
  readonly source: string
  readonly destination: string
  /** Whether the receiver's token account has to be created. */
  readonly createsAccount: boolean
  /** Millionths of a lamport for a compute unit. */
  readonly price: bigint
}

/** Compute units that are paid for: a transfer with its memo, and what creating an account takes beside it. */
const transferUnits = 90_000
const creationUnits = 60_000

/** What the fees of a plan can take, in lamports, without rent. */
export const feeOf = ({ createsAccount, price }: Pick<TransferPlan, "createsAccount" | "price">): bigint =>
  signatureFee * 2n + mulDivCeil(price, BigInt(limitOf(createsAccount)), 1_000_000n)

const signatureFee = 5_000n
const limitOf = (createsAccount: boolean): number => transferUnits + (createsAccount ? creationUnits : 0)

/** What an instruction of a transfer does. */
export type Step = "nonce" | "budget" | "create" | "memo" | "transfer"

/** The steps of a message in the order of its instructions. */
export const stepsOf = (isNonce: boolean, createsAccount: boolean): ReadonlyArray<Step> => [
  ...isNonce ? ["nonce" as const] : [],
  "budget",
  "budget",
  ...createsAccount ? ["create" as const] : [],
  "memo",
  "transfer"
]

// The memo comes right before the transfer: receivers may require one there.
const instructionsOf = (plan: TransferPlan): ReadonlyArray<Instruction> => {
  const { createsAccount, operationId, token } = plan
  const mint = address(token.mint)
  const program = programs[token.program]
  return [
    getSetComputeUnitLimitInstruction({ units: limitOf(createsAccount) }),
    getSetComputeUnitPriceInstruction({ microLamports: plan.price }),
    ...createsAccount
      ? [getCreateAssociatedTokenIdempotentInstruction({
        payer: createNoopSigner(address(plan.feePayer)),
        ata: address(plan.destination),
        owner: address(plan.to),
        mint,
        tokenProgram: program
      })]
      : [],
    getAddMemoInstruction({ memo: operationId }, { programAddress: memoProgram }),
    getTransferCheckedInstruction({
      source: address(plan.source),
      mint,
      destination: address(plan.destination),
      authority: createNoopSigner(address(plan.from)),
      amount: plan.units,
      decimals: decimalsOf(token.asset)
    }, { programAddress: program })
  ]
}

/** The bytes of a message that pays its fees from an account and lives as long as is said. */
export const compiled = (
  feePayer: string,
  lifetime: MessageLifetime,
  instructions: ReadonlyArray<Instruction>
): Uint8Array => {
  const begun = pipe(
    createTransactionMessage({ version: "legacy" }),
    (message) => setTransactionMessageFeePayer(address(feePayer), message)
  )
  const bytes = "blockhash" in lifetime
    ? compileTransaction(appendTransactionMessageInstructions(
      instructions,
      setTransactionMessageLifetimeUsingBlockhash({
        blockhash: lifetime.blockhash as Blockhash,
        lastValidBlockHeight: lifetime.lastValidBlockHeight
      }, begun)
    )).messageBytes
    : compileTransaction(appendTransactionMessageInstructions(
      instructions,
      setTransactionMessageLifetimeUsingDurableNonce({
        nonce: lifetime.value as Nonce,
        nonceAccountAddress: address(lifetime.account),
        nonceAuthorityAddress: address(feePayer)
      }, begun)
    )).messageBytes
  return new Uint8Array(bytes)
}

/** The message of a transfer. */
export const messageOf = (plan: TransferPlan, lifetime: MessageLifetime): Uint8Array =>
  compiled(plan.feePayer, lifetime, instructionsOf(plan))

/** Accounts of a message in their places, those that sign first. */
export const accountsIn = (
  message: Uint8Array
): { readonly accounts: ReadonlyArray<string>; readonly signers: ReadonlyArray<Address> } => {
  const { header, staticAccounts } = getCompiledTransactionMessageDecoder().decode(message)
  return { accounts: staticAccounts, signers: staticAccounts.slice(0, header.numSignerAccounts) }
}

/** The transaction of a message and its signatures, by who signed; what is missing is left empty. */
export const wireOf = (message: Uint8Array, signatures: Readonly<Record<string, Uint8Array>>): string =>
  getBase64EncodedWireTransaction({
    messageBytes: message as unknown as TransactionMessageBytes,
    signatures: Object.fromEntries(
      accountsIn(message).signers.map((each) => [each, (signatures[each] ?? null) as SignatureBytes | null])
    )
  })

/** The name of a transaction: the signature of whoever pays its fees. */
export const nameOf = (signature: Uint8Array): string => base58.encode(signature)
