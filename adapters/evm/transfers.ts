// How a transfer begins: checked, tried out and signed before anything is stored, so that what is missing is Held; and how one that is
// not wanted any more is taken back.
import { Effect } from "effect"
import { type Address, isAddressEqual } from "viem"
import { type RefusalReason, reason } from "../../core/base/reason/reason.ts"
import type { Network } from "../../core/standards/address/network.ts"
import type { SignedSpend } from "../../core/ports/chain.ts"
import { held } from "../../core/ports/outcome.ts"
import type { SignerProblem, SigningPurpose } from "../custody/signer.ts"
import type { NodeAway } from "../rpc-quorum/node-away.ts"
import type { EvmAccount } from "./account.ts"
import type { Token } from "./contracts.ts"
import { tryOut } from "./dry-run.ts"
import type { EvmTransaction } from "./movement.ts"
import type { Movements } from "./movements.ts"
import type { EvmNetwork } from "./network.ts"
import type { Outflows } from "./outflows.ts"
import { NotSent } from "./relayer.ts"
import { decodeSigned } from "./signed-spend.ts"
import {
  type SignedOperation,
  type TokenTransfer,
  callsOf,
  delegationHash,
  goesNowhere,
  signOperation,
  transferOf,
  unsignedOperation
} from "./user-operation.ts"
import type { Withdrawals } from "./withdrawals.ts"
import type { NetworkWrong } from "../rpc-quorum/network-wrong.ts"

export interface TransfersConfig {
  readonly chainId: number
  readonly treasury: EvmAccount
  readonly tokens: ReadonlyArray<Token>
  /** The network that signers see. */
  readonly network: Network
  /** Whether the network is the right one. */
  readonly verify: Effect.Effect<void, NetworkWrong | NodeAway>
}

/** A treasury's operation may be reverted so often before a person has to look, and release each further attempt. */
const mostAttempts = 5

/** What fails before anything is stored sends nothing. */
const beforeSending = <A, R>(
  preparing: Effect.Effect<A, NetworkWrong | NodeAway | SignerProblem | NotSent, R>
): Effect.Effect<A, NotSent, R> =>
  Effect.catchTags(preparing, {
    NetworkWrong: ({ problem }) => new NotSent({ reason: "paused", detail: problem }),
    NodeAway: ({ reason }) => new NotSent({ reason: "paused", detail: reason }),
    SignerAway: ({ reason }) => new NotSent({ reason: "custody", detail: reason }),
    SignerRefused: ({ reason }) => new NotSent({ reason: "custody", detail: reason })
  })

export const makeTransfers = (
  config: TransfersConfig,
  network: EvmNetwork,
  movements: Movements,
  withdrawals: Withdrawals,
  outflows: Outflows
) => {
  const { chainId, treasury } = config
  let isVerified = false

  const verified = Effect.suspend(() => isVerified ? Effect.void : config.verify).pipe(
    Effect.tap(() => Effect.sync(() => isVerified = true))
  )

  const orderOf = (operationId: string, sender: Address, transfer: TokenTransfer | undefined, attempt: number) => ({
    operationId,
    chainId,
    sender,
    calls: transfer === undefined ? [] : callsOf(transfer),
    attempt
  })

  const delegatesAt = Effect.fnUntraced(function*(account: Address) {
    return (yield* network.codeHash(account)) === undefined ? yield* network.transactionCount(account) : undefined
  })

  // An account that runs other code takes none of our operations: they would burn gas and move nothing.
  const runsOurs = Effect.fnUntraced(function*(account: Address) {
    const code = yield* network.codeHash(account)
    if (code !== undefined && code !== delegationHash) {
      return yield* new NotSent({ reason: "paused", detail: `the account ${account} runs other code than ours` })
    }
  })

  const purposeOf = (
    operationId: string,
    { token, to, units }: TokenTransfer & { readonly token: Token }
  ): SigningPurpose => ({
    operationId,
    network: config.network,
    what: token.asset,
    units,
    to
  })

  const deliver = Effect.fnUntraced(
    function*(operationId: string, transfer: TokenTransfer & { readonly token: Token }) {
      const resumed = yield* movements.resumed(operationId, transfer)
      if (resumed !== undefined) return resumed
      const attempt = yield* movements.attemptsOf(operationId)
      if (attempt >= mostAttempts && (yield* movements.isHeld(operationId, attempt))) {
        return held("manual", `it was reverted ${attempt} times for reasons that are not about its receiver`)
      }
      const order = orderOf(operationId, treasury.address, transfer, attempt)
      const trial = yield* beforeSending(
        verified.pipe(Effect.andThen(runsOurs(treasury.address)), Effect.andThen(tryOut(network, transfer)))
      )
      if (trial._tag === "Holds") return held(trial.reason, trial.detail)
      if (trial._tag === "Refuses") {
        return yield* movements.refuse(operationId, unsignedOperation(order), reason("badReceiver", trial.detail))
      }
      const operation = yield* beforeSending(
        Effect.flatMap(
          delegatesAt(treasury.address),
          (nonce) => signOperation(order, treasury, nonce, purposeOf(operationId, transfer))
        )
      )
      return yield* movements.begin(operationId, { operation })
    }
  )

  /** The transfer out of a wallet, and what takes its nonce away again: both are signed now, for the key is gone afterwards. */
  const sign = Effect.fnUntraced(function*(
    operationId: string,
    transfer: TokenTransfer & { readonly token: Token },
    account: EvmAccount,
    nonce: number | undefined
  ) {
    const purpose = purposeOf(operationId, transfer)
    const operation = yield* signOperation(
      orderOf(operationId, account.address, transfer, 0),
      account,
      nonce,
      purpose
    )
    const nothing = orderOf(operationId, account.address, undefined, 0)
    const release = yield* signOperation(nothing, account, undefined, { ...purpose, units: 0n })
    return { operation, release: { ...release, authorization: operation.authorization } }
  })

  const submit = Effect.fnUntraced(function*({ operationId, payload, sendBefore }: SignedSpend, now: number) {
    const { level, operation, release, token: address } = decodeSigned(payload)
    const transfer = transferOf(operation)
    const resumed = yield* movements.resumed(operationId, transfer)
    if (resumed !== undefined) return resumed
    const refuse = (reason: RefusalReason) => movements.refuse(operationId, operation, reason)
    if ((yield* movements.attemptsOf(operationId)) > 0) return yield* refuse(reason("failed", "reverted"))
    if (transfer === undefined || transfer.units <= 0n || goesNowhere(transfer, config.tokens)) {
      return yield* refuse(reason("badReceiver"))
    }
    // Whoever stores first counts, so a process whose clock is ahead refuses nothing that another one has sent.
    if (now >= sendBefore) return yield* refuse(reason("deadlinePassed"))
    const token = config.tokens.find((each) => isAddressEqual(each.address, address))
    if (token === undefined) return held("notConfigured", `no token is configured at ${address}`)
    const balance = yield* beforeSending(
      verified.pipe(
        Effect.andThen(runsOurs(operation.sender)),
        Effect.andThen(network.tokenBalance(address, operation.sender, "latest"))
      )
    )
    if (balance < transfer.units && (level ?? 0n) < transfer.units) return yield* refuse(reason("insufficientFunds"))
    const trial = yield* beforeSending(tryOut(network, { ...transfer, token: { ...token, level: level ?? undefined } }))
    if (trial._tag === "Refuses") return yield* refuse(reason("badReceiver", trial.detail))
    if (trial._tag === "Holds") return held(trial.reason, trial.detail)
    return yield* movements.begin(operationId, {
      operation,
      sendBefore,
      ...(release === undefined ? {} : { release })
    })
  })

  // Only the treasury's operations have none: what a wallet signed came with its own.
  const releaseOf = Effect.fnUntraced(function*({ id, operation, reverted }: EvmTransaction) {
    if (!isAddressEqual(operation.sender, treasury.address)) return undefined
    const order = orderOf(id, treasury.address, undefined, reverted?.times ?? 0)
    const purpose = {
      operationId: id,
      network: config.network,
      what: config.tokens[0]?.asset ?? "USDC",
      units: 0n,
      to: treasury.address
    } as const
    const release: SignedOperation = yield* signOperation(order, treasury, undefined, purpose)
    return { ...release, authorization: operation.authorization }
  })

  return {
    deliver,
    sign,
    submit,
    delegatesAt,
    cancel: (operationId: string) => {
      const nothing = unsignedOperation(orderOf(operationId, treasury.address, undefined, 0))
      return Effect.gen(function*() {
        const found = yield* withdrawals.withdraw(operationId, nothing, releaseOf)
        // Our records may be older than what was sent.
        return found._tag === "Absent" && (yield* withdrawals.isUnsent(operationId))
          ? yield* outflows.lookUp(operationId)
          : found
      })
    }
  }
}
