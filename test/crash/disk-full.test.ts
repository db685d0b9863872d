// A disk that is full, and one that fails in the middle of a write: whoever asks is told to come back, nothing that was
// acknowledged is lost, what was refused left nothing, reading goes on, and so does writing once there is space again.
import { spawnSync } from "node:child_process"
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Layer } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { layer as documents } from "../../adapters/node/document-store.ts"
import { secretFile } from "../../adapters/node/secrets-key.ts"
import { DocumentStore } from "../../core/ports/document-store.ts"
import { audit } from "../../hosts/audit/audit.ts"
import { openPlane } from "../../hosts/audit/open.ts"
import { auditProgram } from "../support/built.ts"
import { depth } from "../support/depth.ts"
import { bootstrapFile, declared, eventually, keyOf } from "../support/host.ts"
import { type Answer, bodyOf, dataOf, send } from "../support/http.ts"
import { secretsOfTests } from "../support/secrets.ts"
import { depositOf, recordOf, sendSigned, ticketEvent, untilStatus } from "../http/sandbox.ts"
import { type Disk, limitFiles, openDisk } from "./disk-full-disk.ts"
import { type DiskHost, endAll, run, startOn } from "./disk-full-host.ts"
import { Random, seed } from "./random.ts"

/** Times that the disk fails. */
const rounds = depth.diskFaults
const minute = 60_000
const mebibyte = 1_048_576
const key = keyOf("acme")
const accounts = bootstrapFile([declared("acme")])

afterAll(endAll)

/** A small disk for one test; where there can be none the output says so. */
const onDisk = async (bytes: number, use: (disk: Disk) => Promise<void>): Promise<void> => {
  const disk = await openDisk(bytes)
  if (typeof disk === "string") return console.info(`disk full: no small disk to be had here (${disk})`)
  try {
    await use(disk)
  } finally {
    endAll()
    await disk.close()
  }
}

const started = async (enter: ReadonlyArray<string>, directory: string): Promise<DiskHost> => {
  const host = await startOn(enter, {
    DATABASE_URL: `sqlite:${directory}/plane.db`,
    PONTEPAY_BOOTSTRAP_FILE: accounts
  })
  if (typeof host === "string") throw new Error(`the host did not start: ${host}`)
  return host
}

/** A client that asks for deposits and remembers what it was promised. */
class Depositor {
  /** By external id: the answer. */
  readonly promised = new Map<string, string>()
  readonly refused = new Set<string>()
  /** How long refusals took, ms. */
  readonly waits: Array<number> = []
  private readonly paid = new Set<string>()
  private asked = 0
  private readonly host: DiskHost

  constructor(host: DiskHost) {
    this.host = host
  }

  /** Asks for so many deposits at once. */
  async ask(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.order(`order-${++this.asked}`)))
  }

  /** Asks for the refused ones again: each must be made now. */
  async askAgain(): Promise<void> {
    const open = [...this.refused]
    this.refused.clear()
    await Promise.all(open.map((externalId) => this.order(externalId)))
  }

  private async order(externalId: string): Promise<void> {
    const startedAt = performance.now()
    const answer = await send(this.host.base, {
      path: "/api/deposit/asset",
      key,
      body: depositOf({ externalId }),
      headers: { "idempotency-key": externalId }
    })
    if (answer.status === 200) {
      this.promised.set(externalId, answer.text)
      return
    }
    expectComeBack(answer)
    this.refused.add(externalId)
    this.waits.push(performance.now() - startedAt)
  }

  /** Tells of the payment of everything that was promised, as often as it takes to be heard. */
  async pay(): Promise<ReadonlyArray<Answer>> {
    const open = [...this.promised].filter(([externalId]) => !this.paid.has(externalId))
    return await Promise.all(open.map(async ([externalId, text]) => {
      const { walletCharge } = JSON.parse(text) as { readonly walletCharge: string }
      const trackId = `tkt_${walletCharge.slice("dep_".length)}`
      const endToEndId = `E${trackId.slice(-28).padStart(31, "0")}`
      const answer = await sendSigned(this.host.base, ticketEvent(trackId, { endToEndId }))
      if (answer.status === 200) this.paid.add(externalId)
      else expectComeBack(answer)
      return answer
    }))
  }

  /** All that was promised is there, once, and comes to its end. */
  async expectKept(): Promise<void> {
    for (const [externalId, text] of this.promised) {
      const { walletCharge } = JSON.parse(text) as { readonly walletCharge: string }
      expect(await recordOf(this.host.base, key, externalId)).toMatchObject({ walletCharge })
      await untilStatus(this.host.base, key, externalId, "COMPLETED")
    }
  }
}

const expectComeBack = (answer: Answer): void => {
  expect([answer.status, bodyOf(answer)["errorCode"], answer.text]).toEqual([
    503,
    "UPSTREAM_UNAVAILABLE",
    answer.text
  ])
  expect(Number(answer.headers["retry-after"])).toBeGreaterThanOrEqual(1)
}

/** Violations in a copy of the files as they are now, as after a crash at this moment. */
const violationsIn = async (directory: string): Promise<ReadonlyArray<string>> => {
  const copy = mkdtempSync(join(tmpdir(), "pontepay-copy-"))
  try {
    for (const name of ["plane.db-wal", "plane.db"]) {
      if (existsSync(join(directory, name))) copyFileSync(join(directory, name), join(copy, name))
    }
    const plane = await openPlane(`sqlite:${join(copy, "plane.db")}`)
    const verdicts = await audit(plane)
    await plane.close()
    return verdicts.flatMap(({ name, violations }) =>
      violations.map(({ problem, record }) => `${name} ${record} ${problem}`)
    )
  } finally {
    rmSync(copy, { recursive: true })
  }
}

describe("a full disk", () => {
  it(
    "is answered with 503 and when to come back; reading goes on; with space again everything does",
    () =>
      onDisk(8 * mebibyte, async (disk) => {
        const host = await started(disk.enter, disk.inside)
        const client = new Depositor(host)
        await client.ask(16)
        expect(client.promised.size).toBe(16)
        const main = dataOf(await send(host.base, { path: "/api/subaccount", key }))["subAccounts"] as ReadonlyArray<
          { readonly subAccountId: string }
        >
        const registered = dataOf(
          await send(host.base, {
            path: "/api/kyc/document",
            key,
            body: { subAccountId: main[0]?.subAccountId, documentType: "ID" }
          })
        )
        const upload = () =>
          send(host.base, {
            method: "PUT",
            path: new URL(String(registered["uploadUrlFront"])).pathname,
            body: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100_000, 7)]),
            headers: { "content-type": "image/jpeg", "if-none-match": "*" }
          })

        disk.fill()
        for (let round = 0; round < 50 && client.refused.size < 40; round++) await client.ask(8)
        expect(client.refused.size).toBeGreaterThanOrEqual(40)
        expectComeBack(await upload())
        expect(readdirSync(join(disk.outside, "plane.db.documents"))).toEqual([])
        for (const path of ["/api/deposit/asset/order-1", "/api/subaccount"]) {
          expect((await send(host.base, { path, key })).status).toBe(200)
        }
        for (const path of ["/health", "/ready"]) expect((await send(host.base, { path })).status).toBe(200)
        const told = await client.pay()
        expect(told.some(({ status }) => status === 503)).toBe(true)
        expect(await violationsIn(disk.outside)).toEqual([])
        // A refusal is at once: no one waits for space.
        expect(client.waits.toSorted((a, b) => a - b)[client.waits.length >> 1]).toBeLessThan(1_000)

        disk.free()
        await client.askAgain()
        expect(client.refused.size).toBe(0)
        expect((await upload()).status).toBe(200)
        for (const answer of await client.pay()) expect(answer.status).toBe(200)
        await client.expectKept()
        expect(await host.stop()).toBe(0)
        const { args, command } = run(disk.enter, auditProgram, `sqlite:${disk.inside}/plane.db`)
        const program = spawnSync(command, args, { encoding: "utf8" })
        expect({ status: program.status, said: program.stdout + program.stderr })
          .toEqual({ status: 0, said: expect.stringContaining("Clean: ") as unknown })
        console.info(`disk full: ${client.promised.size} promised and kept, ${client.waits.length} told to come back`)
      }),
    2 * minute
  )

  it(
    "lets no host start, leaves nothing half made, and lets it start once there is space",
    () =>
      onDisk(2 * mebibyte, async (disk) => {
        disk.fill()
        const said = await startOn(disk.enter, {
          DATABASE_URL: `sqlite:${disk.inside}/plane.db`,
          PONTEPAY_BOOTSTRAP_FILE: accounts
        })
        expect(said).toEqual(expect.any(String))
        expect(said).not.toMatch(/\n\s+at |node_modules/)
        expect(readdirSync(disk.outside).filter((name) => /secret|token|seed/.test(name))).toEqual([])
        disk.free()
        const host = await started(disk.enter, disk.inside)
        expect((await send(host.base, { path: "/ready" })).status).toBe(200)
        expect(await host.stop()).toBe(0)
      }),
    minute
  )

  it(
    "leaves no half of a secret or of a document, and takes both once there is space",
    () =>
      onDisk(mebibyte, async (disk) => {
        const path = join(disk.outside, "plane.db.secrets-key")
        const directory = join(disk.outside, "documents")
        const store = documents({ directory }).pipe(Layer.provide(secretsOfTests()))
        const ended = <A, E>(effect: Effect.Effect<A, E, DocumentStore>) =>
          Effect.runPromiseExit(Effect.provide(effect, store))
        const secret = () => Effect.runPromiseExit(secretFile(path, 32))
        const put = (id: string) => ended(DocumentStore.use((kept) => kept.put(id, Buffer.alloc(50_000, 1))))
        expect(Exit.isSuccess(await put("before"))).toBe(true)
        disk.fill()
        expect(await secret()).toMatchObject({ _tag: "Failure" })
        expect(JSON.stringify(await secret())).toContain("SecretFileUnusable")
        expect(JSON.stringify(await put("during"))).toContain("DocumentStoreUnavailable")
        expect(readdirSync(disk.outside).toSorted()).toEqual(["ballast", "documents"])
        expect(readdirSync(directory)).toEqual(["before.sealed"])
        const before = await ended(DocumentStore.use((kept) => kept.get("before")))
        expect(Exit.isSuccess(before) && before.value._tag).toBe("Some")
        disk.free()
        const made = await secret()
        expect(made).toEqual(await secret())
        expect(Exit.isSuccess(made)).toBe(true)
        expect(Exit.isSuccess(await put("during"))).toBe(true)
      }),
    minute
  )
})

describe("a write that fails in the middle", () => {
  it(
    "again and again, at any byte of any file: what was promised stands and what was not can be asked again",
    async () => {
      const directory = mkdtempSync(join(tmpdir(), "pontepay-fsize-"))
      const random = new Random(seed)
      const host = await started([], directory)
      try {
        const missing = limitFiles(host.pid, "unlimited")
        if (missing !== undefined) return console.info(`disk full: no limit on files to be had here (${missing})`)
        const client = new Depositor(host)
        const problems: Array<string> = []
        const bytesOf = (name: string) => statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0
        let refusals = 0
        for (let round = 0; round < rounds; round++) {
          await client.ask(random.whole(1, 3))
          // Around the end of the log, where most writes are; sometimes anywhere in it.
          const end = bytesOf("plane.db-wal")
          const limit = random.chance(0.7) ? end + random.whole(-20_000, 60_000) : random.whole(0, end)
          limitFiles(host.pid, Math.max(0, limit))
          for (let n = 0; n < 2; n++) await client.ask(random.whole(1, 6))
          await client.pay()
          refusals += client.refused.size
          limitFiles(host.pid, "unlimited")
          await client.askAgain()
          if (client.refused.size > 0) problems.push(`round ${round}: still refused with space again`)
          if (round % 6 > 0) continue
          for (const violation of await violationsIn(directory)) problems.push(`round ${round}: ${violation}`)
        }
        expect({ seed, problems }).toEqual({ seed, problems: [] })
        expect(refusals).toBeGreaterThan(Math.floor(rounds * 5 / 9))
        await client.pay()
        await client.expectKept()
        expect(await host.stop()).toBe(0)
        expect(await violationsIn(directory)).toEqual([])
        console.info(
          `disk that fails: seed ${seed}, ${client.promised.size} promised and kept, ${refusals} told to come back`
        )
      } finally {
        endAll()
        await eventually(() => Promise.resolve(existsSync(`/proc/${host.pid}`)), (isThere) => !isThere)
        rmSync(directory, { recursive: true, force: true })
      }
    },
    3 * minute
  )
})
