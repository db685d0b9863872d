// How documents are received: in a place for each that is larger than any other body, of which an account and an address have
// a share, and no slower than a rate. Invariant: nothing is held for a body whose address has not proved itself, and at most as
// much as the places allow for all others.
import { Data, Effect, type Scope } from "effect"
import { RateLimited } from "../../../../core/base/errors/errors.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { transportAnswers } from "./envelope.ts"
import { Gathered, isTooFine } from "./gathered.ts"
import { peerName } from "./peer.ts"
import { type TextAnswer, type WireRequest, declaredBytes } from "./wire.ts"

/** A body that was not read to its end, and the answer to that. */
class UploadNotRead extends Data.TaggedError("UploadNotRead")<{ readonly answer: TextAnswer }> {}

type Refusal = UploadNotRead | RateLimited

export interface Uploads {
  /**
   * Reads the body of a request that an account's upload address was proved with. What it holds is given back with the scope.
   * `UploadNotRead`: too large, too slow, cut off, or no place is free. `RateLimited`: the account or the address sends as many
   * as it may.
   */
  readonly read: (request: WireRequest, owner: string) => Effect.Effect<Uint8Array, Refusal, Scope.Scope>
}

const notRead = (answer: TextAnswer) => new UploadNotRead({ answer })

/** The places that uploads of a process share. */
class Places {
  private held = 0
  private readonly byHolder = new Map<string, number>()

  refusal(account: string, address: string): Refusal | undefined {
    if (this.count(account) >= limits.uploadsAtOnce.account || this.count(address) >= limits.uploadsAtOnce.address) {
      return new RateLimited({ retryAfterSeconds: 1 })
    }
    return this.held >= limits.uploadsAtOnce.all ? notRead(transportAnswers.busy) : undefined
  }

  change(by: 1 | -1, ...holders: ReadonlyArray<string>): void {
    this.held += by
    for (const holder of holders) {
      const count = this.count(holder) + by
      if (count === 0) this.byHolder.delete(holder)
      else this.byHolder.set(holder, count)
    }
  }

  private count(holder: string): number {
    return this.byHolder.get(holder) ?? 0
  }
}

const place = (places: Places, owner: string, peer: string | undefined) => {
  const [account, address] = [`account/${owner}`, `address/${peerName(peer)}`]
  return Effect.acquireRelease(
    Effect.suspend(() => {
      const refusal = places.refusal(account, address)
      if (refusal !== undefined) return Effect.fail(refusal)
      places.change(1, account, address)
      return Effect.void
    }),
    () => Effect.sync(() => places.change(-1, account, address))
  )
}

const arriving = ({ upload }: WireRequest, limit: number, arrived: Gathered) =>
  Effect.callback<void, UploadNotRead>((resume) => {
    if (upload === undefined) return resume(Effect.void)
    const reading = new AbortController()
    const refuse = (answer: TextAnswer) => {
      reading.abort()
      resume(Effect.fail(notRead(answer)))
    }
    const take = (chunk: Uint8Array) => {
      if (arrived.size + chunk.length > limit) return refuse(transportAnswers.documentTooLarge)
      arrived.take(chunk)
      if (isTooFine(arrived.pieces, arrived.size)) refuse(transportAnswers.payloadTooFine)
    }
    upload(take, reading.signal).then(() => resume(Effect.void), () => refuse(transportAnswers.requestTimeout))
    return Effect.sync(() => reading.abort())
  })

/** Fails as soon as less has arrived in one stretch of time than an upload has to bring. */
const tooSlow = (arrived: Gathered) =>
  Effect.gen(function*() {
    const { bytes, withinMs } = limits.uploadRate
    for (;;) {
      const before = arrived.size
      yield* Effect.sleep(withinMs)
      if (arrived.size - before < bytes) return yield* notRead(transportAnswers.requestTimeout)
    }
  })

/** Receives the documents of a process. */
export const makeUploads = (): Uploads => {
  const places = new Places()
  return {
    read: Effect.fnUntraced(function*(request, owner) {
      const declared = declaredBytes(request)
      if (declared !== undefined && declared > limits.documentBytes) {
        return yield* notRead(transportAnswers.documentTooLarge)
      }
      const isSmall = declared !== undefined && declared <= limits.body.bytes
      if (!isSmall) yield* place(places, owner, request.peer)
      const arrived = new Gathered()
      const limit = isSmall ? limits.body.bytes : limits.documentBytes
      yield* Effect.raceFirst(arriving(request, limit, arrived), tooSlow(arrived))
      return arrived.whole()
    })
  }
}
