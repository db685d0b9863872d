// Retrying a POST (C1) and reusing an externalId (C2): one effect, the first answer byte for byte, conflicts without any.
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createSubaccount } from "../../hosts/http/api/definition/subaccount.ts"
import {
  type TestDatabase,
  type TestHost,
  declared,
  keyOf,
  openHost,
  postgresDatabase,
  sqliteDatabase
} from "../support/host.ts"
import { type Answer, bodyOf, dataOf, expectFailure, expectSuccess, lasting, send } from "../support/http.ts"
import { describePostgres } from "../support/postgres.ts"
import { depositOf, makeDeposit, settleWithKey, untilStatus } from "./sandbox.ts"

const conflict = (field: string) => ({ status: 409, errorCode: "IDEMPOTENCY_CONFLICT", fields: [field] })
const accounts = [declared("acme"), declared("other"), declared("late", { kyc: "NONE" })]
const key = keyOf("acme")

type Body = Readonly<Record<string, unknown>>

/** The same body with its fields in another order. */
const turned = (body: Body): Body => Object.fromEntries(Object.entries(body).toReversed())

const idempotency = (database: () => Promise<TestDatabase>): void => {
  let host: TestHost
  let rows: TestDatabase
  beforeAll(async () => {
    rows = await database()
    host = await openHost({ accounts, variables: { DATABASE_URL: rows.url } })
  })
  afterAll(() => host.close())

  let keys = 0
  const fresh = (): string => `key ${++keys}`
  const post = (path: string, body: unknown, idempotencyKey?: string, as = key): Promise<Answer> =>
    send(host.base, {
      path,
      body,
      key: as,
      headers: idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }
    })

  /** Rows that an action added, by table. */
  const added = async (act: () => Promise<void>): Promise<Readonly<Record<string, number>>> => {
    const before = await rows.count()
    await act()
    const after = await rows.count()
    return Object.fromEntries(Object.entries(after).map(([table, n]) => [table, n - (before[table] ?? 0)]))
  }

  const expectReplay = (again: Answer, first: Answer): void => {
    expect([again.status, again.text]).toEqual([first.status, first.text])
    expect(lasting(again)).toEqual({ ...lasting(first), "idempotency-replayed": "true" })
  }

  const routes: ReadonlyArray<readonly [path: string, body: Body, other: Body]> = [
    ["/api/subaccount", { name: "Ana", email: "ana@example.test" }, { name: "Ana", email: "ana@example.com" }],
    ["/api/deposit/asset", depositOf(), depositOf({ value: 5_001 })]
  ]

  describe.each(routes)("Idempotency-Key of POST %s", (path, body, other) => {
    it("gives the first answer byte for byte, as often as asked and whatever the order of the fields §subaccount-replay §idempotency-replay", async () => {
      const used = fresh()
      const first = await post(path, body, used)
      expect(first.headers["idempotency-replayed"]).toBeUndefined()
      const effect = await added(async () => {
        for (const again of [body, turned(body), ` ${JSON.stringify(body, null, 2)}\n`]) {
          expectReplay(await post(path, again, used), first)
        }
      })
      expect(new Set(Object.values(effect))).toEqual(new Set([0]))
    })

    it("refuses another request and changes nothing §idempotency-conflict §error-idempotency-conflict", async () => {
      const used = fresh()
      const first = await post(path, body, used)
      const effect = await added(async () => {
        expectFailure(await post(path, other, used), conflict("Idempotency-Key"))
      })
      expect(new Set(Object.values(effect))).toEqual(new Set([0]))
      expectReplay(await post(path, body, used), first)
    })

    it("makes one effect of 50 twins that come at once, and answers all of them alike §idempotency-twins", async () => {
      const used = fresh()
      const once = await added(async () => {
        await post(path, body, fresh())
      })
      const effect = await added(async () => {
        const answers = await Promise.all(Array.from({ length: 50 }, () => post(path, body, used)))
        expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
        expect(answers.filter(({ headers }) => headers["idempotency-replayed"] === undefined)).toHaveLength(1)
      })
      expect(effect).toEqual(once)
    })

    it("has as many effects as different keys, and none of what conflicts", async () => {
      const used = fresh()
      const answers = await Promise.all([body, other, body, other].map((each) => post(path, each, used)))
      const winners = answers.filter(({ status }) => status < 300)
      expect(winners.length).toBe(2)
      expect(new Set(winners.map(({ text }) => text)).size).toBe(1)
      for (const answer of answers.filter(({ status }) => status >= 300)) {
        expectFailure(answer, conflict("Idempotency-Key"))
      }
    })

    it("belongs to the key owner: another's request with it is a first one §idempotency-scope", async () => {
      const used = fresh()
      const first = await post(path, body, used)
      const others = await post(path, body, used, keyOf("other"))
      expect(others.headers["idempotency-replayed"]).toBeUndefined()
      expect(others.text).not.toBe(first.text)
    })

    it.each([["1 character", "k"], ["255 characters", "~".repeat(255)], [
      "blanks inside",
      "a b !\"#$%&'()*+,-./:;<=>?@[]^_`{|}"
    ]])(
      "takes a key of %s §idempotency-form §limit-idempotency-key",
      async (_what, name) => {
        const first = await post(path, body, `${name}`, keyOf("acme"))
        expectReplay(await post(path, body, name), first)
      }
    )
  })

  it("is kept for each route alone §idempotency-scope", async () => {
    const used = fresh()
    expectSuccess(createSubaccount, await post("/api/subaccount", { name: "Ana" }, used), 201)
    const deposit = await post("/api/deposit/asset", depositOf(), used)
    expect([deposit.status, deposit.headers["idempotency-replayed"]]).toEqual([200, undefined])
  })

  it("does not keep refusals: the key is free until something was done with it §idempotency-refusals", async () => {
    const used = fresh()
    const refused: ReadonlyArray<readonly [body: unknown, status: number]> = [
      [depositOf({ value: 0 }), 400],
      [depositOf({ asset: "USDT", network: "base" }), 400],
      [depositOf({ subAccountId: "sub_none" }), 404],
      [depositOf({ taxId: "52998224725" }), 403],
      ["{", 400]
    ]
    const effect = await added(async () => {
      for (const [body, status] of refused) expect((await post("/api/deposit/asset", body, used)).status).toBe(status)
    })
    expect(new Set(Object.values(effect))).toEqual(new Set([0]))
    const first = await post("/api/deposit/asset", depositOf(), used)
    expect([first.status, first.headers["idempotency-replayed"]]).toEqual([200, undefined])
  })

  it("replays a refusal as what holds now, not as what held then", async () => {
    const used = fresh()
    const ask = () => post("/api/deposit/asset", depositOf(), used, keyOf("late"))
    for (let n = 0; n < 2; n++) expectFailure(await ask(), { status: 403, errorCode: "KYC_REQUIRED" })
  })

  describe("externalId", () => {
    let ids = 0
    const order = (): string => `order ${++ids}`

    it("gives the first answer byte for byte", async () => {
      const body = depositOf({ externalId: order() })
      const first = await post("/api/deposit/asset", body)
      const effect = await added(async () => {
        expectReplay(await post("/api/deposit/asset", body), first)
        expectReplay(await post("/api/deposit/asset", turned(body)), first)
      })
      expect(new Set(Object.values(effect))).toEqual(new Set([0]))
    })

    it("takes what is said and what is meant for the same: the network of Lightning, the main account §deposit-main-account", async () => {
      const evm = depositOf({ externalId: order() })
      const first = await post("/api/deposit/asset", evm)
      const page = dataOf(await send(host.base, { path: "/api/subaccount", key })) as {
        subAccounts: ReadonlyArray<{ subAccountId: string }>
      }
      expectReplay(await post("/api/deposit/asset", { ...evm, subAccountId: page.subAccounts[0]?.subAccountId }), first)
      const lightning = { value: 5_000, asset: "LIGHTNING", address: "ana@example.com", externalId: order() }
      const invoice = await post("/api/deposit/asset", lightning)
      expectReplay(await post("/api/deposit/asset", { ...lightning, network: "lightning" }), invoice)
    })

    it.each<readonly [field: string, parts: Body]>([
      ["value", { value: 5_001 }],
      ["asset", { asset: "BRLA" }],
      ["network", { network: "polygon" }],
      ["address", { address: "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB" }],
      ["taxId", { taxId: "11144477735" }]
    ])("refuses another %s and changes nothing §deposit-external-id-conflict", async (_field, parts) => {
      const body = depositOf({ externalId: order() })
      await post("/api/deposit/asset", body)
      const effect = await added(async () => {
        expectFailure(await post("/api/deposit/asset", { ...body, ...parts }), conflict("externalId"))
      })
      expect(new Set(Object.values(effect))).toEqual(new Set([0]))
    })

    it("makes one charge of 50 twins that come at once §deposit-external-id-twins", async () => {
      const body = depositOf({ externalId: order() })
      const answers = await Promise.all(Array.from({ length: 50 }, () => post("/api/deposit/asset", body)))
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(answers.filter(({ headers }) => headers["idempotency-replayed"] === undefined)).toHaveLength(1)
    })

    it("gives the first answer also after the deposit was paid and delivered §deposit-external-id-replay", async () => {
      const body = depositOf({ externalId: order() })
      const first = await post("/api/deposit/asset", body)
      const { externalId, trackId } = await makeDeposit(host.base, key, {
        externalId: body["externalId" as keyof typeof body]
      })
      await settleWithKey(host.base, key, trackId)
      await untilStatus(host.base, key, externalId, "COMPLETED")
      expectReplay(await post("/api/deposit/asset", body), first)
    })
  })

  describe("both together", () => {
    it("each of them alone brings the first answer back, and each conflicts alone §deposit-external-id-and-key", async () => {
      const [used, externalId] = [fresh(), "both-1"]
      const body = depositOf({ externalId })
      const first = await post("/api/deposit/asset", body, used)
      expectReplay(await post("/api/deposit/asset", body, used), first)
      expectReplay(await post("/api/deposit/asset", body), first)
      expectReplay(await post("/api/deposit/asset", body, fresh()), first)
      expectFailure(
        await post("/api/deposit/asset", { ...body, externalId: "both-2" }, used),
        conflict("Idempotency-Key")
      )
      expectFailure(await post("/api/deposit/asset", { ...body, value: 1 }, fresh()), conflict("externalId"))
    })

    it("a key that came with the repetition of an externalId stands for it from then on §deposit-external-id-and-key", async () => {
      const [used, body] = [fresh(), depositOf({ externalId: "both-4" })]
      const first = await post("/api/deposit/asset", body)
      const repeated = await post("/api/deposit/asset", body, used)
      expect(repeated.text).toBe(first.text)
      expectFailure(
        await post("/api/deposit/asset", { ...body, externalId: "both-5" }, used),
        conflict("Idempotency-Key")
      )
    })

    it("one charge of twins with one externalId and keys of their own §deposit-external-id-and-key", async () => {
      const body = depositOf({ externalId: "both-3" })
      const answers = await Promise.all(Array.from({ length: 20 }, () => post("/api/deposit/asset", body, fresh())))
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    })
  })

  it("holds for any sequence of requests: an answer depends on the first one of its keys alone", async () => {
    const request = fc.record({
      key: fc.constantFrom(undefined, "a", "b"),
      order: fc.constantFrom(undefined, "x", "y"),
      value: fc.constantFrom(100, 200)
    })
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 8 }), async (sequence) => {
        const run = ++runs
        const byKey = new Map<string, { readonly request: string; readonly text: string }>()
        const byOrder = new Map<string, { readonly value: number; readonly text: string }>()
        for (const { key: idempotencyKey, order, value } of sequence) {
          const body = depositOf({ value, ...(order === undefined ? {} : { externalId: `${run}/${order}` }) })
          const answer = await post("/api/deposit/asset", body, idempotencyKey && `${run}/${idempotencyKey}`)
          const text = JSON.stringify(body)
          const known = idempotencyKey === undefined ? undefined : byKey.get(idempotencyKey)
          const charged = order === undefined ? undefined : byOrder.get(order)
          if (known !== undefined) {
            if (known.request === text) expect(answer.text).toBe(known.text)
            else expectFailure(answer, conflict("Idempotency-Key"))
            continue
          }
          if (charged !== undefined && charged.value !== value) {
            expectFailure(answer, conflict("externalId"))
            continue
          }
          if (charged === undefined) expect(answer.status).toBe(200)
          else expect(answer.text).toBe(charged.text)
          // Whichever of the two brought the answer, both hold it from then on.
          if (idempotencyKey !== undefined) byKey.set(idempotencyKey, { request: text, text: answer.text })
          if (order !== undefined) byOrder.set(order, { value, text: answer.text })
        }
      })
    )
  })
}

describe("idempotency on SQLite", () => {
  idempotency(() => Promise.resolve(sqliteDatabase()))
})
await describePostgres("idempotency on Postgres", () => idempotency(postgresDatabase))

describe("idempotency across a restart", () => {
  it("gives the first answers of the process before §idempotency-kept", async () => {
    const { url } = sqliteDatabase()
    const start = () => openHost({ accounts, variables: { DATABASE_URL: url } })
    const sent = {
      path: "/api/deposit/asset",
      key,
      body: depositOf({ externalId: "order" }),
      headers: { "idempotency-key": "k" }
    }
    const first = await start()
    const answer = await send(first.base, sent)
    await first.close()
    const second = await start()
    try {
      const again = await send(second.base, sent)
      expect([again.text, again.headers["idempotency-replayed"]]).toEqual([answer.text, "true"])
      const other = { ...sent, body: depositOf({ externalId: "order", value: 1_000 }) }
      expectFailure(await send(second.base, other), conflict("Idempotency-Key"))
      expectFailure(await send(second.base, { ...other, headers: {} }), conflict("externalId"))
      expect(bodyOf(again)["success"]).toBe(true)
    } finally {
      await second.close()
    }
  })
})
