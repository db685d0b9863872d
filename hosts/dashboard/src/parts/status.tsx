// A status as a badge: its word, its tone and a sign, so that no one needs the colour. The interface's own word is its title.
import { useWords, wordFor } from "../i18n/language.tsx"
import { Icon, type IconName } from "./icon.tsx"

export type Tone = "good" | "bad" | "warn" | "info" | "plain"

const tones: Readonly<Record<string, Tone>> = {
  COMPLETED: "good",
  PAID: "info",
  APPROVED: "good",
  DELIVERED: "good",
  ACTIVE: "good",
  PENDING: "info",
  PROCESSING: "info",
  RUNNING: "info",
  WAITING: "info",
  DEBITING: "info",
  PAYING: "info",
  OWED: "bad",
  RESTORING: "info",
  RESTORED: "bad",
  RESTORING_PAID: "warn",
  RESTORED_PAID: "bad",
  RETURNING_PAID: "warn",
  GIVEN_BACK_PAID: "bad",
  RETURNING: "info",
  SENDING: "info",
  SUBMITTED: "info",
  PLANNED: "info",
  HELD: "warn",
  CANCELLING: "warn",
  DONE: "good",
  REFUSED: "bad",
  CANCELLED: "plain",
  CONFIRMED: "good",
  CREATED: "warn",
  REVIEW: "warn",
  ENDING: "warn",
  INVITED: "info",
  UNKNOWN: "warn",
  STRANDED: "bad",
  FAILED: "bad",
  REJECTED: "bad",
  EXHAUSTED: "bad",
  BLOCKED: "bad",
  OPEN: "warn",
  SOLVED: "good",
  CLOSED: "plain",
  dead: "bad",
  missing: "warn",
  waiting: "info"
}

// What is good or bad of a contest is so for whoever was paid.
const tonesOf: Readonly<Record<string, Readonly<Record<string, Tone>>>> = {
  lightningInvoice: { RESTORED: "plain", RESTORED_PAID: "plain" },
  dispute: { ACCEPTED: "bad", REJECTED: "good", CANCELED: "good" }
}

const signs: Readonly<Record<Tone, IconName>> = { good: "good", bad: "bad", warn: "warn", info: "wait", plain: "plain" }

export const Badge = ({ label, title, tone }: {
  readonly label: string
  readonly tone: Tone
  readonly title?: string
}) => (
  <span class="badge" data-tone={tone} title={title}>
    <Icon name={signs[tone]} />
    {label}
  </span>
)

/** The status of something of a kind. */
export const Status = ({ kind, status }: { readonly status: string; readonly kind?: string | undefined }) => {
  const words = useWords()
  const tone = tonesOf[kind ?? ""]?.[status] ?? tones[status] ?? "plain"
  const ofKinds: Readonly<Record<string, Readonly<Record<string, string>>>> = words.statusesOf
  const word = ofKinds[kind ?? ""]?.[status] ?? wordFor(words.status, status)
  return <Badge label={words.said.agreed(word, kind)} tone={tone} title={status} />
}
