// S5. Uploads share their places: an account and an address have a part each, and what stalls is cut off.
import { Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { limits } from "../../../../core/base/limits/limits.ts"
import { makeUploads } from "../../../../hosts/http/api/request/uploads.ts"
import type { ReadChunks, WireRequest } from "../../../../hosts/http/api/request/wire.ts"

const large = limits.body.bytes + 1
const { account, address, all } = limits.uploadsAtOnce

/** A body that arrives piece by piece, when it is told to. */
const body = () => {
  const whole = Promise.withResolvers<undefined>()
  const sent: Array<(chunk: Uint8Array) => void> = []
  const stopped: Array<true> = []
  const upload: ReadChunks = (take, signal) => {
    sent.push(take)
    signal.addEventListener("abort", () => {
      stopped.push(true)
      whole.reject(new Error("no one reads on"))
    })
    return whole.promise
  }
  const bring = (bytes: number) => sent[0]?.(new Uint8Array(bytes))
  return { upload, bring, end: () => whole.resolve(undefined), cut: () => whole.reject(new Error("gone")), stopped }
}

const requestOf = (
  upload: ReadChunks | undefined,
  peer: string,
  declared: number | undefined = large
): WireRequest => ({
  method: "PUT",
  target: "/upload/x",
  headers: declared === undefined ? {} : { "content-length": String(declared) },
  body: new Uint8Array(),
  upload,
  peer
})

const endless: ReadChunks = () => new Promise(() => undefined)

const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) =>
  Effect.runPromise(Effect.provide(Effect.scoped(effect), TestClock.layer()))

/** What an upload is answered with: nothing while it is being received. */
const received = Effect.fnUntraced(function*(uploads: ReturnType<typeof makeUploads>, owner: string, peer: string) {
  const scope = yield* Scope.make()
  const reading = uploads.read(requestOf(endless, peer), owner).pipe(Effect.provideService(Scope.Scope, scope))
  const fiber = yield* Effect.forkScoped(Effect.flip(reading))
  yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  const exit = fiber.pollUnsafe()
  const refusal = exit !== undefined && Exit.isSuccess(exit) ? exit.value : undefined
  const status = refusal?._tag === "UploadNotRead" ? refusal.answer.status : refusal?._tag
  return { status, done: Scope.close(scope, Exit.void) }
})

describe("places of uploads", () => {
  it("are a few of one address, whatever accounts it sends for §kyc-upload-crowd §limit-uploads-at-once", () =>
    run(Effect.gen(function*() {
      const uploads = makeUploads()
      const held = yield* Effect.forEach(
        Array.from({ length: address }),
        (_, n) => received(uploads, `acct_${n}`, "192.0.2.1")
      )
      expect(held.map(({ status }) => status)).toEqual(Array.from({ length: address }))
      expect((yield* received(uploads, "acct_9", "192.0.2.1")).status).toBe("RateLimited")
      expect((yield* received(uploads, "acct_9", "192.0.2.2")).status).toBeUndefined()
      yield* held[0]?.done ?? Effect.void
      expect((yield* received(uploads, "acct_9", "192.0.2.1")).status).toBeUndefined()
    })))

  it("are half of all of one account, from wherever it sends §kyc-upload-crowd", () =>
    run(Effect.gen(function*() {
      const uploads = makeUploads()
      const ask = (owner: string, n: number) => received(uploads, owner, `192.0.2.${n}`)
      for (let n = 0; n < account; n++) expect((yield* ask("acct_1", n)).status).toBeUndefined()
      expect((yield* ask("acct_1", 99)).status).toBe("RateLimited")
      expect((yield* ask("acct_2", 99)).status).toBeUndefined()
      for (let n = account + 1; n < all; n++) expect((yield* ask(`acct_${n}`, n)).status).toBeUndefined()
      expect((yield* ask("acct_3", 98)).status).toBe(503)
    })))

  it("are not needed for what is as small as any other body", () =>
    run(Effect.gen(function*() {
      const uploads = makeUploads()
      for (let n = 0; n < address; n++) yield* received(uploads, "acct_1", "192.0.2.1")
      const { bring, end, upload } = body()
      const reading = yield* Effect.forkChild(
        uploads.read(requestOf(upload, "192.0.2.1", limits.body.bytes), "acct_1")
      )
      yield* Effect.yieldNow
      bring(limits.body.bytes)
      end()
      expect((yield* Fiber.join(reading)).length).toBe(limits.body.bytes)
      expect(yield* Effect.flip(uploads.read(requestOf(upload, "192.0.2.1", undefined), "acct_1"))).toMatchObject({
        _tag: "RateLimited",
        retryAfterSeconds: 1
      })
    })))
})

describe("an upload", () => {
  const begun = Effect.fnUntraced(function*(declared: number | undefined = large) {
    const sent = body()
    const fiber = yield* Effect.forkChild(
      Effect.exit(Effect.scoped(makeUploads().read(requestOf(sent.upload, "192.0.2.1", declared), "acct_1")))
    )
    yield* Effect.yieldNow
    return { ...sent, fiber }
  })
  const refused = (status: number) => ({ cause: { reasons: [{ error: { answer: { status } } }] } })

  it("goes on for as long as it brings its bytes, and is cut off when it brings one less §kyc-upload-rate §limit-upload-rate", () =>
    run(Effect.gen(function*() {
      const { bytes, withinMs } = limits.uploadRate
      const { bring, fiber, stopped } = yield* begun()
      for (let window = 0; window < 3; window++) {
        yield* TestClock.adjust(withinMs - 1)
        bring(bytes)
        yield* TestClock.adjust(1)
      }
      bring(bytes - 1)
      yield* TestClock.adjust(withinMs - 1)
      expect([fiber.pollUnsafe(), stopped.length]).toEqual([undefined, 0])
      yield* TestClock.adjust(1)
      expect(yield* Fiber.join(fiber)).toMatchObject(refused(408))
      expect(stopped).toEqual([true])
    })))

  it("is read no further than it may be long §kyc-upload-size", () =>
    run(Effect.gen(function*() {
      const { bring, fiber, stopped } = yield* begun(undefined)
      bring(limits.documentBytes)
      expect(stopped).toEqual([])
      bring(1)
      expect(yield* Fiber.join(fiber)).toMatchObject(refused(413))
      expect(stopped.length).toBeGreaterThan(0)
      expect(yield* Fiber.join((yield* begun(limits.documentBytes + 1)).fiber)).toMatchObject(refused(413))
    })))

  it("that breaks off leaves its place", () =>
    run(Effect.gen(function*() {
      const { cut, fiber } = yield* begun()
      cut()
      expect(yield* Fiber.join(fiber)).toMatchObject(refused(408))
    })))
})
