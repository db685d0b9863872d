// A person as far as an account knows him: the subaccounts that are his, and his tax numbers. Which fields of a record are his
// follows from who holds it, who paid and who was paid (decision 0208).
import { Result } from "effect"
import { maskTaxId, parseTaxId } from "../../standards/pix/tax-id.ts"
import type { Identified, RecordKind, Stored } from "../../engine/store/records.ts"
import { type PersonalField, type Until, erasedText, personalFieldsOf } from "../../engine/store/personal.ts"
import { replacedAt, textsAt, without } from "./record-text.ts"

export interface Person {
  /** The account that knows him. */
  readonly owner: string
  readonly subAccountIds: ReadonlyArray<string>
  /** Without punctuation. */
  readonly taxIds: ReadonlyArray<string>
  /** PIX keys under which a bank said that he was paid. */
  readonly pixKeys: ReadonlyArray<string>
}

/** A record of any kind, as it stands. */
export interface KeptRecord {
  readonly kind: RecordKind<Identified, string, string>
  readonly stored: Stored<Identified>
}

/** A record of any kind. */
export const kept = <A extends Identified>(kind: RecordKind<A, string, string>, stored: Stored<A>): KeptRecord => ({
  kind: kind as unknown as KeptRecord["kind"],
  stored
})

/** Whether a field is the person's; `unknown` is no one's by name, and ends with the holder's. */
type Whom = "own" | "other" | "unknown"

/** A record that somebody is party to, with everything that is kept about it. */
export interface Matter {
  readonly root: KeptRecord
  readonly others: ReadonlyArray<KeptRecord>
}

export const recordsOf = ({ others, root }: Matter): ReadonlyArray<KeptRecord> => [root, ...others]

const masked = (taxId: string): string =>
  Result.match(parseTaxId(taxId), { onSuccess: maskTaxId, onFailure: () => taxId })

/** The person's tax numbers, also as receipts show them. */
const numbersOf = ({ taxIds }: Person): ReadonlyArray<string> => taxIds.flatMap((each) => [each, masked(each)])

const first = (records: ReadonlyArray<KeptRecord>, paths: ReadonlyArray<string>): string | undefined =>
  records.flatMap(({ stored }) => paths.flatMap((path) => textsAt(stored.value, path)))[0]

/** Who the person is in a matter. */
export const partiesIn = (person: Person, matter: Matter) => {
  const { root } = matter
  const numbers = new Set(numbersOf(person))
  const keys = new Set([...person.taxIds, ...person.pixKeys])
  const judge = (taxId: string | undefined, unknown: Whom): Whom =>
    taxId === undefined ? unknown : numbers.has(taxId) ? "own" : "other"
  const subAccountId = textsAt(root.stored.value, "subAccountId")[0] ?? root.stored.value.id
  const isHolder = person.subAccountIds.includes(subAccountId)
  const holder: Whom = isHolder ? "own" : "other"
  const declared = textsAt(root.stored.value, "taxId")[0]
  // No declaration, or none of a receiver, is a self operation (spec "Authentication" 7).
  const paid = first(recordsOf(matter), ["receiver.taxId", "receipt.receiver.taxId"]) ?? declared
  const key = first([root], ["destination.key"])
  return {
    isHolder,
    holder,
    payer: judge(textsAt(root.stored.value, "payer.taxId")[0], isHolder ? "unknown" : "other"),
    beneficiary: judge(declared, "other"),
    receiver: key !== undefined && keys.has(key) ? "own" : judge(paid, holder)
  }
}

type PersonIn = ReturnType<typeof partiesIn>

/** The PIX key of a payment that its bank says paid the person. */
export const ownKeyIn = (person: Person, root: KeptRecord): ReadonlyArray<string> => {
  const named = textsAt(root.stored.value, "receiver.taxId").some((taxId) => numbersOf(person).includes(taxId))
  return named ? textsAt(root.stored.value, "destination.key") : []
}

/** Whether anything of a matter is the person's. */
export const isParty = ({ beneficiary, isHolder, payer, receiver }: PersonIn): boolean =>
  isHolder || [payer, beneficiary, receiver].includes("own")

const fieldsOf = ({ kind }: KeptRecord): ReadonlyArray<readonly [path: string, field: PersonalField]> =>
  Object.entries(personalFieldsOf(kind.personal).fields)

const isPersonal = (text: string, { isAddress }: PersonalField): boolean =>
  text !== erasedText && (isAddress !== true || text.includes("@"))

const isOf = (parties: PersonIn, { whose }: PersonalField, among: ReadonlyArray<Whom>): boolean =>
  whose !== "text" && among.includes(parties[whose])

/** What the fields of a matter say of those who stand so in it, also as it is shown to others. */
const valuesOf = (matter: Matter, parties: PersonIn, among: ReadonlyArray<Whom>): ReadonlySet<string> =>
  new Set(
    recordsOf(matter).flatMap((record) =>
      fieldsOf(record).filter(([, field]) => isOf(parties, field, among)).flatMap(([path, field]) =>
        textsAt(record.stored.value, path).filter((text) => isPersonal(text, field))
      )
    ).flatMap((text) => [text, masked(text)])
  )

/** What is the person's in a matter: values that copies and words are searched for. */
const ownValues = (person: Person, matter: Matter, parties: PersonIn): ReadonlySet<string> =>
  new Set([...valuesOf(matter, parties, ["own"]), ...numbersOf(person)])

/** What is somebody else's in it. */
const foreignValues = (person: Person, matter: Matter, parties: PersonIn): ReadonlySet<string> => {
  const own = ownValues(person, matter, parties)
  const values = [...valuesOf(matter, parties, ["other", "unknown"])].filter((value) => !own.has(value))
  return new Set(values)
}

/**
 * A record of a matter without what is the person's and may go at this time; the same object when nothing changes. What no tax
 * number tells apart goes with the holder's.
 */
export const erased = (person: Person, matter: Matter, record: KeptRecord, until: Until): Identified => {
  const parties = partiesIn(person, matter)
  const among: ReadonlyArray<Whom> = parties.isHolder ? ["own", "unknown"] : ["own"]
  const values = new Set([...valuesOf(matter, parties, among), ...numbersOf(person)])
  let value = record.stored.value
  for (const [path, field] of fieldsOf(record)) {
    if (until === "order" && field.until === "end") continue
    if (field.whose === "text") value = replacedAt(value, path, (text) => without(text, values, erasedText))
    if (isOf(parties, field, among)) {
      value = replacedAt(value, path, (text) => isPersonal(text, field) ? field.becomes ?? null : text)
    }
  }
  if (until === "order" || !parties.isHolder) return value
  for (const path of personalFieldsOf(record.kind.personal).secrets) value = replacedAt(value, path, () => erasedText)
  return value
}

/** A record as an export shows it. */
export interface ExportedRecord {
  readonly kind: string
  readonly id: string
  /** The whole record where it is of the person's own subaccount, what is somebody else's left out. */
  readonly record: unknown
  /** What in it is personal and the person's, by its path. */
  readonly personal: Readonly<Record<string, ReadonlyArray<string>>>
}

const somebodyElses = "of another person"

/** The records of a matter as far as they are the person's. */
export const exported = (person: Person, matter: Matter): ReadonlyArray<ExportedRecord> => {
  const parties = partiesIn(person, matter)
  const own = ownValues(person, matter, parties)
  const foreign = foreignValues(person, matter, parties)
  return recordsOf(matter).flatMap((record) => {
    const personal = personalIn(record, parties, own)
    const { id } = record.stored.value
    if (!parties.isHolder) {
      return Object.keys(personal).length === 0 ? [] : [{ kind: record.kind.kind, id, record: null, personal }]
    }
    return [{ kind: record.kind.kind, id, record: shown(record, parties, foreign), personal }]
  })
}

const personalIn = (record: KeptRecord, parties: PersonIn, own: ReadonlySet<string>) =>
  Object.fromEntries(
    fieldsOf(record).flatMap(([path, field]) => {
      const texts = textsAt(record.stored.value, path).filter((text) => isPersonal(text, field))
      const found = field.whose === "text"
        ? [...own].filter((value) => texts.some((text) => without(text, new Set([value]), "") !== text))
        : isOf(parties, field, ["own"])
        ? texts
        : []
      return found.length === 0 ? [] : [[path, [...new Set(found)].toSorted()]]
    })
  ) as Readonly<Record<string, ReadonlyArray<string>>>

const shown = (record: KeptRecord, parties: PersonIn, foreign: ReadonlySet<string>): unknown => {
  const { kind, stored } = record
  let value: unknown = JSON.parse(kind.encode(stored.value))
  for (const [path, field] of fieldsOf(record)) {
    if (field.whose === "text") value = replacedAt(value, path, (text) => without(text, foreign, somebodyElses))
    else if (!isOf(parties, field, ["own"])) {
      value = replacedAt(value, path, (text) => isPersonal(text, field) ? somebodyElses : text)
    }
  }
  for (const path of personalFieldsOf(kind.personal).secrets) value = replacedAt(value, path, () => null)
  return value
}
