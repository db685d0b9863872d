// The export and the erasure of a person, on every store, and the map of personal data that both go by: people whose names stand
// nowhere else go through everything that is kept, and then each place where one is found has to be in the map.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Option } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { layer as sqlite } from "../../../../adapters/sqlite/store.ts"
import { addUp } from "../../../../core/reports/books/kept-sums.ts"
import { KycDocuments } from "../../../../core/customers/kyc/document.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { erasePerson } from "../../../../core/operations/person/erase-person.ts"
import { Erasures } from "../../../../core/operations/person/erasure.ts"
import { exportPerson } from "../../../../core/operations/person/export-person.ts"
import { personalKinds } from "../../../support/record-kinds.ts"
import { get } from "../../../../core/engine/store/records.ts"
import { Store } from "../../../../core/engine/store/store.ts"
import { OperatorActs } from "../../../../core/engine/review/operator-act.ts"
import { Seals } from "../../../../core/engine/seal/seal.ts"
import { createDeposit } from "../../../../core/payments/deposit/create-deposit.ts"
import { operator } from "../../../support/operator.ts"
import { planes } from "../../../support/planes.ts"
import { depositRequest } from "../../../support/world.ts"
import { auditOf } from "../../hosts/audit/scene.ts"
import { PersonScene, type Somebody, ana, bob, marksOf, payer, receiver, street } from "./scene.ts"

const ofSubaccount = ({ accountId }: PersonScene, subAccountId: string) => ({ accountId, subAccountId })
const ofTaxId = ({ accountId }: PersonScene, { taxId }: Somebody) => ({ accountId, taxId: taxId as never })

const balancesOf = (scene: PersonScene) => scene.ask(Store.use((store) => store.balances("")))

/** Orders an erasure, and lets all its dates pass. */
const eraseFully = async (scene: PersonScene, request: Parameters<typeof erasePerson>[1]) => {
  const erasure = await scene.ask(erasePerson(operator, request))
  await scene.world.work()
  scene.world.advance(limits.personRetentionMs)
  await scene.world.work()
  return erasure
}

describe.each(Object.entries(planes))("a person on %s", (_, plane) => {
  it("is in no place that the map does not name §person-map", async () => {
    const scene = await PersonScene.open(plane)
    await scene.everything()
    const everybody = [ana, bob, payer, receiver].flatMap(marksOf)
    for (const { body, id, kind } of await scene.placesOf([...everybody, street])) {
      const paths = Object.keys(personalKinds.get(kind)?.personal.fields ?? {})
      const rest = withoutPaths(JSON.parse(body), paths)
      expect([...everybody, street].filter((mark) => JSON.stringify(rest).includes(mark)), `${kind} ${id}`).toEqual([])
    }
    // The journal, whose hashes are sealed, and what records are looked up by, which stays.
    const around = await scene.around()
    expect([...everybody, street].filter((mark) => around.includes(mark))).toEqual([])
    await scene.world.close()
  })

  it.each([
    [
      "the holder of a subaccount",
      ana,
      (scene: PersonScene, { ana }: { readonly ana: string }) => ofSubaccount(scene, ana)
    ],
    ["a holder, by his tax number", ana, (scene: PersonScene) => ofTaxId(scene, ana)],
    ["a payer", payer, (scene: PersonScene) => ofTaxId(scene, payer)],
    ["a receiver", receiver, (scene: PersonScene) => ofTaxId(scene, receiver)]
  ])("is exported whole, without what is another's: %s §person-export", async (_, who, request) => {
    const scene = await PersonScene.open(plane)
    const ids = await scene.everything()
    const answer = await scene.ask(exportPerson(operator, request(scene, ids)))
    // The address of a wallet salts its PIN, the events are copies: both are the person's too.
    const places = (await scene.placesOf(marksOf(who))).map(({ id, kind }) => `${kind} ${id}`).toSorted()
    const told = answer.records.filter((record) => marksOf(who).some((mark) => JSON.stringify(record).includes(mark)))
    expect(told.map(({ id, kind }) => `${kind} ${id}`).toSorted()).toEqual(places)
    const text = JSON.stringify(answer.records)
    const others = [ana, bob, payer, receiver].filter((each) => each !== who).flatMap(marksOf)
    expect(others.filter((mark) => text.includes(mark))).toEqual([])
    const secrets = (await scene.records()).filter(({ kind }) => kind === "wallet").flatMap(({ body }) => {
      const { protectedSymmetricKey, sealedSeed } = JSON.parse(body) as Readonly<Record<string, string>>
      return [protectedSymmetricKey, sealedSeed]
    })
    expect(secrets.filter((secret) => text.includes(String(secret)))).toEqual([])
    const again = await scene.ask(exportPerson(operator, request(scene, ids)))
    expect(again.records).toEqual(answer.records)
    const act = Option.getOrThrow(await scene.ask(get(OperatorActs, `${answer.exportId}/0`))).value
    expect(act).toMatchObject({ action: "person.export", owner: scene.accountId })
    await scene.world.close()
  })

  it.each([
    [
      "the holder of a subaccount",
      ana,
      (scene: PersonScene, { ana }: { readonly ana: string }) => ofSubaccount(scene, ana)
    ],
    ["a holder, by his tax number", ana, (scene: PersonScene) => ofTaxId(scene, ana)],
    ["a payer", payer, (scene: PersonScene) => ofTaxId(scene, payer)],
    ["a receiver", receiver, (scene: PersonScene) => ofTaxId(scene, receiver)]
  ])("is nowhere once erased and all dates are past: %s §person-erasure", async (_, who, request) => {
    const scene = await PersonScene.open(plane)
    const ids = await scene.everything()
    const before = await scene.records()
    const balances = await balancesOf(scene)
    const erasure = await eraseFully(scene, request(scene, ids))
    expect((await scene.placesOf(marksOf(who))).map(({ id, kind }) => `${kind} ${id}`)).toEqual([])
    expect(await balancesOf(scene)).toEqual(balances)
    // No one else's data has changed: where it stood it stands.
    const after = new Map((await scene.records()).map((record) => [`${record.kind} ${record.id}`, record.body]))
    const others = [ana, bob, payer, receiver].filter((each) => each !== who)
    for (const { body, id, kind } of before) {
      const now = after.get(`${kind} ${id}`) ?? ""
      // A trace of a provider's message has digests of its payer.
      const isTheirs = kind === "providerFact" || marksOf(who).some((mark) => body.includes(mark))
      if (!isTheirs && !isOwn(body, ids, who)) {
        expect(now.replace(/"(?:closedAt|updatedAt)":\d+,?/g, ""), `${kind} ${id}`)
          .toBe(body.replace(/"(?:closedAt|updatedAt)":\d+,?/g, ""))
      }
      for (const other of others) {
        const marks = marksOf(other).filter((mark) => body.includes(mark))
        expect(marks.filter((mark) => !now.includes(mark)), `${kind} ${id}`).toEqual([])
      }
    }
    const done = Option.getOrThrow(await scene.ask(get(Erasures, erasure.erasureId))).value
    expect(done).toMatchObject({ sealed: null, erasedAt: expect.any(Number) as number })
    await scene.world.close()
  })
})

/** Whether a record is of the subaccount of who is erased. */
const isOwn = (body: string, ids: { readonly ana: string }, who: Somebody): boolean =>
  who === ana && body.includes(ids.ana)

const withoutPaths = (value: unknown, paths: ReadonlyArray<string>): unknown =>
  paths.reduce((rest, path) => withoutPath(rest, path.split(".")), value)

const withoutPath = (value: unknown, [head, ...rest]: ReadonlyArray<string>): unknown => {
  if (head === undefined) return undefined
  if (Array.isArray(value)) return head === "*" ? value.map((each) => withoutPath(each, rest)) : value
  if (typeof value !== "object" || value === null || !(head in value)) return value
  const parts = value as Readonly<Record<string, unknown>>
  return { ...parts, [head]: withoutPath(parts[head], rest) }
}

describe("an erasure", () => {
  it("takes at once what no law keeps, and the rest on its day §person-erasure §limit-person-retention-ms", async () => {
    const scene = await PersonScene.open()
    const ids = await scene.everything()
    const erasure = await scene.ask(erasePerson(operator, ofSubaccount(scene, ids.ana)))
    await scene.world.work()
    const left = await scene.placesOf(marksOf(ana))
    expect(left.filter(({ kind }) => kind === "event")).toEqual([])
    const subaccount = (await scene.records()).find(({ id, kind }) => kind === "subaccount" && id === ids.ana)
    expect(JSON.parse(subaccount?.body ?? "")).toMatchObject({ name: ana.name, email: null })
    const files = async () =>
      (await scene.records()).filter(({ body, kind }) => kind === KycDocuments.kind && body.includes(ids.ana))
        .map(({ body }) => KycDocuments.decode(body)).map((
          { attachedAt, erasedAt }
        ) => [attachedAt === undefined, erasedAt !== undefined])
    expect(await files()).toEqual([[false, false], [false, false], [true, true]])
    expect(new Date(erasure.dueAt).getTime() - new Date(erasure.orderedAt).getTime()).toBe(limits.personRetentionMs)
    scene.world.advance(limits.personRetentionMs - 1)
    await scene.world.work()
    expect((await scene.placesOf(marksOf(ana))).length).toBeGreaterThan(5)
    scene.world.advance(1)
    await scene.world.work()
    expect(await scene.placesOf(marksOf(ana))).toEqual([])
    expect(await files()).toEqual([[false, true], [false, true], [true, true]])
    await scene.world.close()
  })

  it("is the same when it is ordered again, with one row of the audit that names no one §person-erasure", async () => {
    const scene = await PersonScene.open()
    const ids = await scene.everything()
    const request = ofSubaccount(scene, ids.ana)
    const [one, twin] = await Promise.all(
      [request, request].map((each) => scene.ask(erasePerson(operator, each)))
    )
    await scene.world.work()
    const again = await scene.ask(erasePerson(operator, request))
    expect(twin).toEqual(one)
    expect(again).toMatchObject({ erasureId: one?.erasureId, orderedAt: one?.orderedAt })
    const acts = (await scene.records()).filter(({ body, kind }) =>
      kind === "operatorAct" && body.includes("person.erase")
    )
    expect(acts.length).toBe(1)
    const texts = [
      JSON.stringify(acts),
      JSON.stringify(Option.getOrThrow(await scene.ask(get(Erasures, again.erasureId))))
    ]
    expect(marksOf(ana).filter((mark) => texts.some((text) => text.includes(mark)))).toEqual([])
    await scene.world.close()
  })

  it("closes the subaccount: nothing more is done for it §person-erasure", async () => {
    const scene = await PersonScene.open()
    const ids = await scene.everything()
    await scene.ask(erasePerson(operator, ofSubaccount(scene, ids.ana)))
    const request = depositRequest({ subAccountId: ids.ana })
    const refused = await scene.world.refusal(createDeposit({ caller: scene.caller, request }))
    expect(refused).toMatchObject({ _tag: "NotFound", resource: "Subaccount" })
    await scene.world.close()
  })

  it.each([
    ["a deposit that can be paid", "is not final", async (scene: PersonScene, subAccountId: string) => {
      await scene.world.deposit(scene.caller, { subAccountId })
    }],
    [
      "a PIX that its payer's bank can contest",
      "can be contested by its payer's bank",
      async (scene: PersonScene, subAccountId: string) => {
        await scene.deposit(subAccountId, payer)
      }
    ]
  ])(
    "is refused while there is %s §person-erasure-open §error-person-not-erasable §limit-dispute-window-ms",
    async (_, what, begin) => {
      const scene = await PersonScene.open()
      const ids = await scene.everything()
      await begin(scene, ids.ana)
      const before = await scene.records()
      const refusal = await scene.world.refusal(erasePerson(operator, ofSubaccount(scene, ids.ana)))
      expect(refusal).toMatchObject({ _tag: "PersonNotErasable", open: [{ what }] })
      expect(await scene.records()).toEqual(before)
      await scene.world.close()
    }
  )

  it("is refused for the account's own subaccount and for whom the account does not know §person-erasure-open", async () => {
    const scene = await PersonScene.open()
    const main = scene.caller.account.mainSubAccountId
    expect(await scene.world.refusal(erasePerson(operator, ofSubaccount(scene, main))))
      .toMatchObject({ _tag: "PersonNotErasable", open: [{ id: main, what: "is the account's own" }] })
    for (const request of [ofTaxId(scene, payer), { accountId: scene.accountId, subAccountId: "sub_of_nobody" }]) {
      expect(await scene.world.refusal(erasePerson(operator, request))).toMatchObject({ _tag: "NotFound" })
      expect(await scene.world.refusal(exportPerson(operator, request))).toMatchObject({ _tag: "NotFound" })
    }
    await scene.world.close()
  })

  it("waits a day more where something is open again on its day §person-erasure-open §limit-erasure-retry-ms", async () => {
    const scene = await PersonScene.open()
    const ids = await scene.everything()
    await scene.ask(erasePerson(operator, ofSubaccount(scene, ids.ana)))
    await scene.world.work()
    scene.world.advance(limits.personRetentionMs - limits.disputeWindowMs + 1)
    // A charge that had expired is paid late.
    await scene.payExpired()
    scene.world.advance(limits.disputeWindowMs - 1)
    await scene.world.work()
    expect((await scene.placesOf(marksOf(ana))).length).toBeGreaterThan(0)
    scene.world.advance(limits.erasureRetryMs)
    await scene.world.work()
    expect(await scene.placesOf(marksOf(ana))).toEqual([])
    await scene.world.close()
  })
})

describe("what is sealed", () => {
  const folder = mkdtempSync(join(tmpdir(), "pontepay-person-"))
  afterAll(() => rmSync(folder, { recursive: true }))

  it("holds after an erasure, and the audit finds no more than before §person-erasure", async () => {
    const filename = join(folder, "plane.db")
    const scene = await PersonScene.open(sqlite({ filename, synchronous: "NORMAL" }))
    const ids = await scene.everything()
    await scene.world.run(addUp(1_000))
    const heads = async () => (await scene.records()).filter(({ kind }) => kind === Seals.kind)
    const sealed = await heads()
    expect(sealed.length).toBeGreaterThan(0)
    const found = async () =>
      (await auditOf(filename)).flatMap(({ name, violations }) => violations.map((each) => [name, each]))
    const before = await found()
    await eraseFully(scene, ofSubaccount(scene, ids.ana))
    await eraseFully(scene, ofTaxId(scene, payer))
    expect(await heads()).toEqual(sealed)
    expect(await found()).toEqual(before)
    await scene.world.close()
  })
})
