// Tenancy: over every field of every operation that holds an id, the attacker puts in what belongs to the victim, and something of
// the same shape that no one has. Both answers are equal byte for byte, and nothing of the victim's has changed.
import { keyOf } from "../support/host.ts"
import { type Answer, type Sent, fromElsewhere, lasting, send } from "../support/http.ts"
import { type Outcome, Score, sampleOf } from "./attempt.ts"
import { type Field, type Operation, holdsId, operations } from "./fields.ts"
import { type Pair, pairOf } from "./foreign.ts"
import { eventNaming } from "./provider-event.ts"
import { holds, rows } from "./tenancy-rows.ts"
import { type Belongings, type Stage, openStage, productionHost } from "./victim.ts"

const withField = (body: object, name: string, value: string): object => ({ ...body, [name]: value })

const bodyOf = (operation: Operation, { name, place }: Field, mine: Belongings, value: string): object => {
  if (operation.path === "/provider/webhook") return eventNaming(name, value, mine["paidTrackId"] ?? "")
  const body = rows[operation.name]?.body?.(mine) ?? {}
  return place === "body" ? withField(body, name, value) : body
}

const requestOf = (operation: Operation, field: Field, mine: Belongings, value: string): Sent => {
  const row = rows[operation.name]
  const ownOf = (name: string): string => mine[heldBy(operation, { name, place: "path" })[0] ?? ""] ?? "x"
  const query = new URLSearchParams({ ...row?.query?.(mine) })
  if (field.place === "query") query.set(field.name, value)
  const path = operation.path.replace(
    /:(\w+)/g,
    (_, name: string) => encodeURIComponent(name === field.name && field.place === "path" ? value : ownOf(name))
  )
  const hasBody = operation.fields.some(({ place }) => place === "body") || row?.body !== undefined
  return {
    method: operation.method,
    path: query.size === 0 ? path : `${path}?${query}`,
    ...(operation.method === "PUT"
      ? { body: Buffer.from("%PDF-1.4"), headers: { "content-type": "application/pdf", "if-none-match": "*" } }
      : hasBody
      ? { body: bodyOf(operation, field, mine, value) }
      : {})
  }
}

interface Try {
  readonly name: string
  readonly operation: Operation
  readonly field: Field
  readonly pair: Pair
  /** Whether this is what the field holds; else it is the id of something else. */
  readonly isOfItsKind: boolean
}

/** What a field of an operation holds of a tenant. */
const heldBy = (operation: Operation, { name }: Field): ReadonlyArray<string> =>
  rows[operation.name]?.holds?.[name] ?? holds[name] ?? []

/** Fields that the tables do not say enough about: what a new operation leaves to be decided. */
export const gaps = (all: ReadonlyArray<Operation> = operations): ReadonlyArray<string> =>
  all.flatMap((operation) =>
    operation.fields.flatMap((field) => {
      const of = `${operation.name} ${field.place} ${field.name}`
      const isId = holdsId(operation, field)
      if (isId === undefined) return [`${of}: no one has said whether it holds an id`]
      if (!isId) return []
      if (rows[operation.name] === undefined) return [`${of}: the operation has no row`]
      return heldBy(operation, field).length === 0 ? [`${of}: nothing of the victim is put into it`] : []
    })
  )

/** Operations that have a row and are not there, or name nothing. */
export const idleRows = (): ReadonlyArray<string> =>
  Object.keys(rows).filter((name) =>
    !operations.some((each) => each.name === name && each.fields.some((field) => holdsId(each, field) === true))
  )

// What a tenant makes known of his own charges can be found by him afterwards, so it comes last.
const isLast = ({ path }: Operation): boolean => path === "/provider/webhook"

const triesOf = (stage: Stage): ReadonlyArray<Try> => {
  const pairs = Object.keys(stage.victim).map((what) => pairOf(what, stage))
  const inOrder = [...operations.filter((each) => !isLast(each)), ...operations.filter(isLast)]
  return inOrder.filter(({ name }) => rows[name] !== undefined).flatMap((operation) =>
    operation.fields.filter((field) => holdsId(operation, field) === true).flatMap((field) =>
      pairs.map((pair): Try => ({
        name: `${operation.name} ${field.place} ${field.name}: ${pair.what}`,
        operation,
        field,
        pair,
        isOfItsKind: heldBy(operation, field).includes(pair.what)
      }))
    )
  )
}

const comparable = (answer: Answer) => ({ status: answer.status, headers: lasting(answer), text: answer.text })

type Comparable = ReturnType<typeof comparable>

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Reads by which the victim finds what the attacker must not: what is tried names something, in the right place. */
const readByOwner = async ({ host, victim }: Stage, tries: ReadonlyArray<Try>): Promise<Outcome> => {
  const score = new Score()
  // Operators alone see some of it, and a sandbox has no swaps.
  const isRead = ({ operation: { method, name }, pair }: Try) =>
    method === "GET" && pair.isOpenToOwner && !isSame(rows[name]?.statuses, [401]) && !name.includes("swap/")
  const byField = Map.groupBy(tries.filter(isRead), ({ field, operation }) => `${operation.name} ${field.name}`)
  for (const [name, those] of byField) {
    const statuses: Array<number> = []
    for (const { field, operation, pair } of those) {
      const sent = requestOf(operation, field, victim, pair.foreign)
      statuses.push((await send(host.base, { ...sent, key: keyOf("victim"), headers: fromElsewhere() })).status)
    }
    score.note(name, statuses.includes(200), 200, statuses)
  }
  return score.outcome()
}

export interface TenancyOptions {
  /** How many ids of other kinds are tried, beside those that fields hold. */
  readonly crossed: number
  /** Ways to write an id; none tries ids as they are. */
  readonly disguises: Readonly<Record<string, (id: string) => string>>
}

/** Tries all of it; gives what got through, and how many reads of the owner showed that it was there. */
export const attackTenancy = async (
  { crossed, disguises }: TenancyOptions
): Promise<Outcome & { readonly controls: Outcome }> => {
  const stage = await openStage()
  const { attacker, held, host } = stage
  const score = new Score()
  const all = triesOf(stage)
  const ofItsKind = all.filter(({ isOfItsKind }) => isOfItsKind)
  const controls = await readByOwner(stage, ofItsKind)
  const before = held()
  const ask = async (of: Try, value: string, headers: Sent["headers"] = {}): Promise<Comparable> => {
    const sent = requestOf(of.operation, of.field, attacker, value)
    return comparable(
      await send(host.base, {
        ...sent,
        key: keyOf("attacker"),
        headers: { ...sent.headers, ...headers, ...fromElsewhere() }
      })
    )
  }
  const compare = async (of: Try, name: string, pair: Pick<Pair, "foreign" | "missing">, headers = {}) => {
    const [foreign, missing] = [await ask(of, pair.foreign, headers), await ask(of, pair.missing, headers)]
    score.note(name, isSame(foreign, missing), missing, foreign)
    return foreign
  }
  for (const of of sampleOf(all.filter(({ isOfItsKind, operation }) => !isOfItsKind && !isLast(operation)), crossed)) {
    await compare(of, of.name, of.pair)
  }
  for (const of of ofItsKind) {
    const { status } = await compare(of, of.name, of.pair)
    const { statuses = [404] } = rows[of.operation.name] ?? {}
    score.note(`${of.name} is refused`, statuses.includes(status), statuses, status)
    // A sandbox key opens nothing in production, whatever it names there.
    const live = await compare(of, `${of.name} in production`, of.pair, { host: productionHost })
    score.note(`${of.name} in production is refused`, live.status >= 400, "refused", live)
    for (const [how, disguise] of Object.entries(disguises)) {
      await compare(of, `${of.name} ${how}`, { foreign: disguise(of.pair.foreign), missing: disguise(of.pair.missing) })
    }
  }
  const after = held()
  score.expect("what the victim has that was not there", [], after.filter((line) => !before.includes(line)))
  score.expect("what the victim has lost", [], before.filter((line) => !after.includes(line)))
  await stage.close()
  return { ...score.outcome(), controls }
}
