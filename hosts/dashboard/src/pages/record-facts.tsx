// The plain fields of a stored record, in words: amounts, instants and states as people read them, ids as links.
import type { ComponentChildren } from "preact"
import type { Reason } from "../../../../core/base/reason/reason.ts"
import type { ReviewReason } from "../../../../core/base/reason/review-reason.ts"
import { amountOfUnits, rateIn } from "../format/money.ts"
import { duration } from "../format/time.ts"
import { useWords, wordFor } from "../i18n/language.tsx"
import { Facts } from "../parts/facts.tsx"
import { Linked } from "../parts/linked.tsx"
import { Nothing, When } from "../parts/shown.tsx"
import { Status } from "../parts/status.tsx"
import { contestedIn } from "./record-dispute.ts"
import { assetOf } from "./record-money.ts"

type Plain = string | number | boolean

const isPlain = (value: unknown): value is Plain =>
  typeof value === "string" && value !== "" || typeof value === "number" || typeof value === "boolean"

// Unix milliseconds are the only numbers of this size that end so.
const isInstant = (name: string): boolean => /(?:At|Until)$/.test(name)

/** A plain value as its name says that it is. */
export const FieldValue = ({ kind, name, value }: {
  readonly kind: string
  readonly name: string
  readonly value: Plain
}) => {
  const { common, locale, roles, work: { subaccounts } } = useWords()
  if (typeof value === "boolean") return <>{value ? common.yes : common.no}</>
  if (typeof value === "number") {
    if (isInstant(name)) return <When at={new Date(value).toISOString()} />
    return <>{name.endsWith("Ms") ? duration(value / 1_000, locale) : value}</>
  }
  switch (name) {
    case "state":
    case "status":
      return <Status status={value} kind={kind} />
    case "belongsTo":
    case "accountType":
      return <>{value in subaccounts ? String(subaccounts[value as keyof typeof subaccounts]) : value}</>
    case "role":
      return <>{wordFor(roles, value)}</>
    case "id":
      return <>{value}</>
    default:
      return <Linked text={value} />
  }
}

// Ids of records and of the world: what somebody looks a payment up by, elsewhere.
const isIdentifier = (name: string): boolean => /(?:^id|[a-z]Id|[hH]ash|^reference|^bolt11|^owner)$/.test(name)

const storedIn = (record: unknown): Readonly<Record<string, unknown>> =>
  typeof record === "object" && record !== null ? record as Readonly<Record<string, unknown>> : {}

/** The ids of a stored record, its own apart: the page shows it. */
export const RecordIdentifiers = ({ kind, record }: { readonly kind: string; readonly record: unknown }) => {
  const stored = storedIn(record)
  const ids = Object.entries(stored).filter(([name]) => name !== "id" && isIdentifier(name))
  return <FieldList kind={kind} of={ids} in={stored} />
}

/** Its other plain fields. */
export const RecordFacts = ({ kind, record }: { readonly kind: string; readonly record: unknown }) => {
  const stored = storedIn(record)
  const all = kind === "dispute" ? { ...contestedIn(stored), ...stored } : stored
  return <FieldList kind={kind} of={Object.entries(all).filter(([name]) => !isIdentifier(name))} in={stored} />
}

// Of everything that is stored, reasons alone have a code.
const isCoded = (value: unknown): value is { readonly code: string } =>
  typeof value === "object" && value !== null && "code" in value && typeof value.code === "string"

const ReviewText = ({ of: [reason, evidence] }: { readonly of: readonly [reason: string, evidence: string] }) => (
  <>
    {reason}
    {evidence === "" ? null : <div class="muted break">{evidence}</div>}
  </>
)

const FieldList = ({ in: stored, kind, of }: {
  readonly kind: string
  readonly of: ReadonlyArray<readonly [name: string, value: unknown]>
  readonly in: Readonly<Record<string, unknown>>
}) => {
  const { fields, locale, said } = useWords()
  const shown = (name: string, value: unknown): ComponentChildren => {
    if (value === undefined) return <Nothing />
    const rate = rateIn(value, locale)
    if (rate !== undefined) return rate
    if (isCoded(value)) {
      return kind === "review"
        ? <ReviewText of={said.review(value as ReviewReason)} />
        : <Linked text={said.reason(value as Reason)} />
    }
    if (!isPlain(value)) return null
    const asset = assetOf(kind, name, stored)
    return asset === undefined
      ? <FieldValue kind={kind} name={name} value={value} />
      : amountOfUnits(String(value), asset, locale)
  }
  return (
    <Facts
      look="stacked"
      of={of.flatMap(([name, value]) => {
        const element = shown(name, value)
        return element === null ? [] : [[wordFor(fields, name), element, name] as const]
      })}
    />
  )
}
