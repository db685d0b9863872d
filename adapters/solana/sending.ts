// How a transfer leaves: its message is stored, tried in a dry run, signed by whoever pays and whoever gives, stored again with its
// signatures, and only then given to the network. Up to there whatever goes wrong is Held.
import { ed25519 } from "@noble/curves/ed25519.js"
import { base58 } from "@scure/base"
import { Clock, Effect } from "effect"
import type { DeliveryReceipt } from "../../core/ports/chain.ts"
import { type Sending, held } from "../../core/ports/outcome.ts"
import type { Write } from "../../core/engine/store/store.ts"
import type { EdSigner, SignerProblem, SigningPurpose } from "../custody/signer.ts"
import type { Nodes } from "./attempt-status.ts"
import { failureText, holdOf } from "./failures.ts"
import { nameOf, stepsOf, wireOf } from "./message.ts"
import { type StoredTransfer, type Transfers, signedAttempt, withLast } from "./transfers.ts"
import type { Attempt, SolanaTransfer } from "./transfer-record.ts"
import type { AssetCode } from "../../core/base/money/assets.ts"

export const away = ({ reason }: { readonly reason: string }) => held("paused", reason)

/** What an attempt still needs: the signature of whoever gives, or who makes it. */
export type Giver =
  | { readonly signature: Uint8Array }
  | { readonly signer: EdSigner }

const isBy = (address: string, message: Uint8Array, signature: Uint8Array): boolean =>
  ed25519.verify(signature, message, base58.decode(address))

const purposeOf = ({ asset, id, to, units }: SolanaTransfer): SigningPurpose => ({
  operationId: id,
  network: "solana",
  what: asset as AssetCode,
  units,
  to
})

export const makeSending = (
  nodes: Nodes,
  transfers: Transfers,
  payer: { readonly address: string; readonly signer: EdSigner }
) => {
  // A dry run refuses no one: the accounts that decide are read apart.
  const tried = (message: Uint8Array, { createsAccount, lifetime }: Attempt) => {
    const steps = stepsOf(lifetime._tag === "Nonce", createsAccount)
    return Effect.map(
      nodes.agreed((node) => node.simulate(wireOf(message, {}))),
      (failure) => failure === null ? undefined : held(holdOf(failure, steps), failureText(failure, steps))
    )
  }

  const signed = Effect.fnUntraced(function*(
    message: Uint8Array,
    purpose: SigningPurpose,
    from: string,
    giver: Giver
  ) {
    const fees = yield* payer.signer.sign(message, purpose)
    const given = "signature" in giver ? giver.signature : yield* giver.signer.sign(message, purpose)
    if (!isBy(payer.address, message, fees) || !isBy(from, message, given)) {
      return held("custody", "a signature is of another key or another message")
    }
    return { signature: nameOf(fees), wire: wireOf(message, { [payer.address]: fees, [from]: given }) }
  })

  /** Sends the newest attempt of a stored transfer, which was not signed yet; undefined where another process changed it. */
  const dispatch = Effect.fnUntraced(function*(
    before: StoredTransfer,
    attempt: Attempt,
    giver: Giver,
    more: ReadonlyArray<Write> = []
  ) {
    const message = new Uint8Array(Buffer.from(attempt.message, "base64"))
    const problem = yield* Effect.catchTag(tried(message, attempt), "NodeAway", (error) => Effect.succeed(away(error)))
    if (problem !== undefined) return problem
    const bytes = yield* signed(message, purposeOf(before.value), before.value.from, giver).pipe(
      Effect.catch((error: SignerProblem) => Effect.succeed(held("custody", error.reason)))
    )
    if ("_tag" in bytes) return bytes
    const at = yield* Clock.currentTimeMillis
    const after = yield* transfers.write(before, withLast(before.value, { ...attempt, ...bytes, at }), more)
    const ready = after && signedAttempt(after.value)
    if (ready === undefined) return undefined
    yield* transfers.send(ready)
    const answer: Sending<DeliveryReceipt> = yield* transfers.wait(before.value.id)
    return answer
  })

  return { dispatch }
}

export type SendingOf = ReturnType<typeof makeSending>
