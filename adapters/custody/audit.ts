// One line of the log for each signature that is given out, or not: what it is for, and who signed. No key and no bytes are in it.
import { Effect } from "effect"
import type { SignerProblem, SigningPurpose } from "./signer.ts"

type Sign<A> = (bytes: Uint8Array, purpose: SigningPurpose) => Effect.Effect<A, SignerProblem>

const lineOf = (signer: string, { network, operationId, to, units, what }: SigningPurpose) => ({
  signer,
  operationId,
  network,
  what,
  units: units.toString(),
  to
})

/** The same signing with its lines; `signer` names the key as settings do. */
export const audited = <A>(signer: string, sign: Sign<A>): Sign<A> => (bytes, purpose) =>
  sign(bytes, purpose).pipe(
    Effect.tap(() => Effect.logInfo("A key of the service signed", lineOf(signer, purpose))),
    Effect.tapError(({ _tag, reason }) =>
      Effect.logWarning("A key of the service did not sign", { ...lineOf(signer, purpose), problem: _tag, reason })
    )
  )
