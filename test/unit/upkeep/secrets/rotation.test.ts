// The secrets key is rotated while processes with the key before and the key of now share a data plane (0203), on every store (S18):
// nothing that was sealed, digested or proved is lost on the way, and all of it is under the new key in the end.
import { Clock, type Context, Effect, Exit, Layer, Option, Redacted, Scope } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { sealForCommand } from "../../../../adapters/node/command-seal.ts"
import { layer as ids } from "../../../../adapters/node/ids.ts"
import { layer as secretsLayer } from "../../../../adapters/node/secrets.ts"
import { Commands, sealPlace } from "../../../../core/engine/command/command.ts"
import { Answers } from "../../../../core/customers/idempotency/idempotency.ts"
import type { Ids } from "../../../../core/engine/store/ids.ts"
import type { MasterKey } from "../../../../core/engine/store/master-key.ts"
import { type ClaimedJob, JobQueue } from "../../../../core/engine/store/job-queue.ts"
import { get, insert } from "../../../../core/engine/store/records.ts"
import { Secrets } from "../../../../core/engine/store/secrets.ts"
import { Store, type Write, changeSet } from "../../../../core/engine/store/store.ts"
import type { Actor } from "../../../../core/engine/review/operator-act.ts"
import { advanceResealing } from "../../../../core/upkeep/secrets/advance-resealing.ts"
import { announcedMs, ringReadMs } from "../../../../core/engine/store/key-ring.ts"
import { readDataKeys } from "../../../../core/upkeep/secrets/read-data-keys.ts"
import { removeDataKey } from "../../../../core/upkeep/secrets/remove-data-key.ts"
import { rotateDataKey } from "../../../../core/upkeep/secrets/rotate-data-key.ts"
import { SwapAuthorizations, seedPlace } from "../../../../core/payments/swap/swap.ts"
import { Webhooks, secretPlace } from "../../../../core/webhooks/webhook/webhook.ts"
import { planes } from "../../../support/planes.ts"
import { ManualClock } from "../../../support/ports.ts"
import { masterKeyOf } from "../../../support/secrets.ts"
import { type PlaneLayer, startOfTests } from "../../../support/world.ts"

type Services = Store | JobQueue | Secrets | MasterKey | Ids

const operator: Actor = { environment: "sandbox", requestId: "req_1" }
const lateMs = 60_000

/** A data plane, and processes on it with secrets keys of their own. */
class Plane {
  readonly clock = new ManualClock(startOfTests)
  private readonly scope = Scope.makeUnsafe()
  private made = 0
  private readonly plane: Context.Context<Store | JobQueue>

  private constructor(plane: Context.Context<Store | JobQueue>) {
    this.plane = plane
  }

  static async open(layer: PlaneLayer): Promise<Plane> {
    const scope = Scope.makeUnsafe()
    const plane = new Plane(await Effect.runPromise(Layer.buildWithScope(layer, scope)))
    await Effect.runPromise(Scope.addFinalizer(plane.scope, Scope.close(scope, Exit.void)))
    return plane
  }

  /** A process with the key made of a byte, and with the one before it. */
  async process(fill: number, previous?: number) {
    const config = {
      environment: "sandbox" as const,
      key: masterKeyOf(fill),
      previousKey: previous === undefined ? undefined : masterKeyOf(previous)
    }
    const layer = secretsLayer(config).pipe(
      Layer.provideMerge(ids),
      Layer.provideMerge(Layer.succeedContext(this.plane))
    )
    const services = await Effect.runPromise(Layer.buildWithScope(Layer.fresh(layer), this.scope))
    return <A, E>(effect: Effect.Effect<A, E, Services>): Promise<A> =>
      effect.pipe(Effect.provide(services), Effect.provideService(Clock.Clock, this.clock), Effect.runPromise)
  }

  /** A webhook, an authorization, a command and an answer, each with a secret of its own. */
  async sealAll(run: Run, commandKey: string) {
    const n = ++this.made
    const [whk, swp, cmd, key] = [`whk_${n}`, `swp_${n}`, `cmd-${n}`, `acc_1/route/${n}`]
    await run(Effect.gen(function*() {
      const { seal } = yield* Secrets
      const secret = (text: string) => Redacted.make(`${text} ${n}`)
      const at = { createdAt: startOfTests, updatedAt: startOfTests }
      const writes: ReadonlyArray<Write> = [
        insert(Webhooks, {
          id: whk,
          owner: "acc_1",
          url: `https://hooks.example/${n}`,
          sealedSecret: yield* seal(secret("current"), secretPlace(whk)),
          previousSecret: { sealed: yield* seal(secret("previous"), secretPlace(whk)), until: startOfTests },
          events: null,
          headers: {},
          retry: false,
          ...at
        }),
        insert(SwapAuthorizations, {
          id: swp,
          owner: "acc_1",
          sealed: yield* seal(secret("seed"), seedPlace(swp)),
          expiresAt: startOfTests,
          ...at
        }),
        insert(Commands, {
          id: `command/${cmd}`,
          owner: "acc_1",
          commandId: cmd,
          name: "create-payout",
          state: "WAITING",
          payload: "{}",
          sealed: sealForCommand({
            commandKey,
            commandId: cmd,
            account: "acc_1",
            walletPin: `pin ${n}`,
            protectedSymmetricKey: "key"
          }),
          createdAt: startOfTests,
          endedAt: null
        }),
        insert(Answers, {
          id: key,
          owner: "acc_1",
          fingerprint: "",
          body: yield* seal(secret("answer"), `answer/${key}`),
          createdAt: startOfTests
        })
      ]
      for (const write of writes) yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
    }))
  }

  /** Every secret that was stored, as a process opens it. */
  secrets(run: Run): Promise<ReadonlyArray<string>> {
    const count = this.made
    return run(Effect.gen(function*() {
      const { open, openCommand } = yield* Secrets
      const found: Array<string> = []
      for (let n = 1; n <= count; n++) {
        const webhook = Option.getOrThrow(yield* get(Webhooks, `whk_${n}`)).value
        const swap = Option.getOrThrow(yield* get(SwapAuthorizations, `swp_${n}`)).value
        const command = Option.getOrThrow(yield* get(Commands, `command/cmd-${n}`)).value
        const answer = Option.getOrThrow(yield* get(Answers, `acc_1/route/${n}`)).value
        const opened = [
          yield* open(webhook.sealedSecret, secretPlace(webhook.id)),
          yield* open(webhook.previousSecret?.sealed ?? "", secretPlace(webhook.id)),
          yield* open(swap.sealed ?? "", seedPlace(swap.id)),
          yield* openCommand(command.sealed ?? "", sealPlace(command)),
          yield* open(answer.body, `answer/${answer.id}`)
        ]
        found.push(...opened.map(Redacted.value))
      }
      return found
    }))
  }

  /** What the secrets are. */
  get expected(): ReadonlyArray<string> {
    return Array.from({ length: this.made }, (_, index) => index + 1).flatMap((n) => [
      `current ${n}`,
      `previous ${n}`,
      `seed ${n}`,
      JSON.stringify({ walletPin: `pin ${n}`, protectedSymmetricKey: "key" }),
      `answer ${n}`
    ])
  }

  /** Runs the job of the rotation once, when it is due; undefined once there is none. */
  async step(run: Run) {
    const claim = JobQueue.use((queue) => queue.claim({ now: this.clock.now, leaseMs: 60_000, limit: 1 }))
    const [job] = await run(claim)
    if (job === undefined) return undefined
    const verdict = await run(advanceResealing(job))
    if (verdict._tag === "Again") await run(this.giveBack(job, verdict.inMs))
    return verdict
  }

  private giveBack(job: ClaimedJob, inMs: number) {
    return JobQueue.use((queue) => queue.retry(job, this.clock.now + inMs, null))
  }

  /** Runs the job until it has ended, letting time pass where it waits. */
  async toTheEnd(run: Run): Promise<void> {
    for (let step = 0; step < 200; step++) {
      const verdict = await this.step(run)
      if (verdict?._tag === "Finished") return
      if (verdict === undefined || verdict.inMs > 0) this.clock.now += 5_000
    }
    throw new Error("The rotation does not end")
  }

  close(): Promise<void> {
    return Effect.runPromise(Scope.close(this.scope, Exit.void))
  }
}

type Run = Awaited<ReturnType<Plane["process"]>>

const keysOf = (run: Run) => run(readDataKeys)
const digests = Secrets.use(({ digest, keyDigest }) =>
  Effect.all([keyDigest(Redacted.make("an API key")), digest("pix-key", "acc_1/ana")])
)
const proof = Secrets.use((secrets) => secrets.proof("receipt-link", "pay_1"))
const proofs = Secrets.use((secrets) => secrets.proofs("receipt-link", "pay_1"))

describe.each(Object.entries(planes))("a rotation on %s", (_, layer) => {
  let plane: Plane
  afterEach(() => plane.close())

  it("changes the secrets key while processes with either key work, and loses nothing §secrets-rotation §secrets-resealing", async () => {
    plane = await Plane.open(layer)
    const before = await plane.process(1)
    const first = await before(Effect.andThen(Secrets.use(({ ready }) => ready), readDataKeys))
    await plane.sealAll(before, first.commandKey)
    const [known, link] = [await before(digests), await before(proof)]

    // One process has the new key already, the other has not.
    const after = await plane.process(2, 1)
    await plane.sealAll(after, first.commandKey)
    for (const run of [before, after]) expect(await plane.secrets(run)).toEqual(plane.expected)
    expect(await after(digests)).toEqual(known)
    expect(await before(proofs)).toEqual(await after(proofs))

    const also = await plane.process(2, 1)
    const rotated = await after(rotateDataKey(operator))
    expect(rotated.keys.map(({ state }) => state)).toEqual(["next", "current"])
    // A process seals under the key before until every other one knows the new key.
    for (const run of [after, also]) await plane.sealAll(run, first.commandKey)
    expect(await plane.step(after)).toBeUndefined()
    plane.clock.now += announcedMs
    expect(await plane.step(after)).toMatchObject({ _tag: "Again", inMs: announcedMs })
    for (const run of [after, also]) {
      await plane.sealAll(run, (await keysOf(run)).commandKey)
      plane.clock.now += 2 * ringReadMs
      await plane.sealAll(run, (await keysOf(run)).commandKey)
    }
    await plane.toTheEnd(after)
    for (const run of [after, also]) {
      expect(await plane.secrets(run)).toEqual(plane.expected)
      expect(await run(digests)).toEqual(known)
      expect(await run(proofs)).toContain(link)
      expect(await run(proof)).not.toBe(link)
    }
    const ended = await keysOf(after)
    expect(ended.keys.map(({ left, resealed, state }) => [state, left, resealed])).toEqual([
      ["current", null, null],
      ["older", 0, true]
    ])

    // The key before opens nothing any more, also not in a process that had it.
    const [, older] = ended.keys
    await after(removeDataKey(operator, older?.keyId ?? ""))
    plane.clock.now += 2 * ringReadMs
    const alone = await plane.process(2)
    for (const run of [after, also, alone]) {
      expect(await plane.secrets(run)).toEqual(plane.expected)
      expect(await run(digests)).toEqual(known)
      expect(await run(proofs)).not.toContain(link)
    }
    const stale = await plane.process(1)
    await expect(stale(Secrets.use(({ ready }) => ready))).rejects.toMatchObject({ _tag: "MasterKeyUnknown" })
  })

  it("seals again what a process stored late, and removes no key before that §secrets-remove", async () => {
    plane = await Plane.open(layer)
    const run = await plane.process(1)
    const { commandKey, keys: [key] } = await run(Effect.andThen(Secrets.use(({ ready }) => ready), readDataKeys))
    const keyId = key?.keyId ?? ""
    const refused = () => run(Effect.flip(removeDataKey(operator, keyId)))
    expect(await refused()).toMatchObject({ _tag: "StateConflict", state: "in use" })
    await run(rotateDataKey(operator))
    expect(await run(Effect.flip(rotateDataKey(operator)))).toMatchObject({ _tag: "StateConflict" })
    // This one read the ring before the rotation, and is slow.
    const late = await run(Secrets.use(({ seal }) => seal(Redacted.make("late"), secretPlace("whk_late"))))
    plane.clock.now += announcedMs
    await plane.step(run)
    expect(await refused()).toMatchObject({ state: "sealing records" })
    await plane.toTheEnd(run)
    const webhook = {
      id: "whk_late",
      owner: "acc_1",
      url: "https://hooks.example/late",
      sealedSecret: late,
      events: null,
      headers: {},
      retry: false,
      createdAt: startOfTests,
      updatedAt: startOfTests
    }
    await run(Store.use((store) => store.commit(changeSet({ writes: [insert(Webhooks, webhook)] }))))
    await plane.sealAll(run, commandKey)
    expect(await keysOf(run)).toMatchObject({ keys: [{}, { left: 2, resealed: true }] })
    expect(await refused()).toMatchObject({ state: "sealing records" })
    await plane.toTheEnd(run)
    await run(removeDataKey(operator, keyId))
    expect(await run(Effect.flip(removeDataKey(operator, keyId)))).toMatchObject({ _tag: "NotFound" })
    plane.clock.now += lateMs
    expect(await plane.secrets(run)).toEqual(plane.expected)
  })

  it("is not held up by a text that opens for no one §secrets-resealing", async () => {
    plane = await Plane.open(layer)
    const run = await plane.process(1)
    const { commandKey, keys: [key] } = await run(Effect.andThen(Secrets.use(({ ready }) => ready), readDataKeys))
    const sealed = sealForCommand({
      commandKey,
      commandId: "another",
      account: "acc_1",
      walletPin: "482913",
      protectedSymmetricKey: "key"
    })
    const command = {
      id: "command/wrong",
      owner: "acc_1",
      commandId: "wrong",
      name: "create-payout" as const,
      state: "WAITING" as const,
      payload: "{}",
      sealed,
      createdAt: startOfTests,
      endedAt: null
    }
    await run(Store.use((store) => store.commit(changeSet({ writes: [insert(Commands, command)] }))))
    await plane.sealAll(run, commandKey)
    await run(rotateDataKey(operator))
    plane.clock.now += announcedMs
    await plane.toTheEnd(run)
    expect(Option.getOrThrow(await run(get(Commands, command.id))).value.sealed).toBe(sealed)
    await run(removeDataKey(operator, key?.keyId ?? ""))
    plane.clock.now += 2 * ringReadMs
    expect(await plane.secrets(run)).toEqual(plane.expected)
  })

  it("seals again in steps, and begins none over that another process has done §secrets-resealing", async () => {
    plane = await Plane.open(layer)
    const [run, other] = [await plane.process(1), await plane.process(1)]
    const { commandKey } = await run(Effect.andThen(Secrets.use(({ ready }) => ready), readDataKeys))
    for (let n = 0; n < 120; n++) await plane.sealAll(run, commandKey)
    await run(rotateDataKey(operator))
    plane.clock.now += announcedMs
    await plane.step(run)
    const left: Array<number | null> = []
    for (const each of [run, other, run, other]) {
      plane.clock.now += announcedMs
      await plane.step(each)
      left.push((await keysOf(each)).keys[1]?.left ?? null)
    }
    // Five secrets in each of 120, in lists of their own: a hundred records a step.
    expect(left).toEqual([500, 480, 380, 360])
    await plane.toTheEnd(other)
    expect(await plane.secrets(other)).toEqual(plane.expected)
  })
})
