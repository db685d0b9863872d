// Prints the page of personal data from what each kind of record declares, which the export and the erasure go by.
import { limits } from "../../../../core/base/limits/limits.ts"
import { otherPlaces } from "../../../../core/operations/person/other-places.ts"
import { type PersonalData, type PersonalField, personalFieldsOf } from "../../../../core/engine/store/personal.ts"
import { timeInWords } from "../../../../core/base/time/instant.ts"

const titled = (name: string): string => name.replace(/([A-Z])/g, " $1").toLowerCase()

const whose: Readonly<Record<PersonalField["whose"], string>> = {
  holder: "holder",
  payer: "payer",
  receiver: "receiver",
  beneficiary: "beneficiary",
  text: "whoever is named in it"
}

const fieldRow = (kind: string) => ([path, field]: readonly [string, PersonalField]): string => {
  const only = field.isAddress === true ? ", where it has an @" : ""
  const ends = `${field.until === "order" ? "at once" : "on the date"}${
    field.whose === "text" ? ", what names him" : ""
  }`
  return `| ${titled(kind)} | \`${path}\`${only} | ${whose[field.whose]} | ${ends} |`
}

/** The page; `others` are the kinds without personal data, with what they hold. */
export const renderPersonalData = (
  personal: ReadonlyMap<string, PersonalData>,
  others: ReadonlyMap<string, string>
): string =>
  [
    "# Personal data",
    "",
    "<!-- Printed from what the kinds of records declare by `npm run print`: change that instead. -->",
    "",
    "What is kept about people, why, and how it ends. The export and the erasure of a person go by the same declarations, and a test",
    "leads people whose names stand nowhere else through everything that keeps them: each place where one is found has to be",
    "here. Reasons are in decision records 0208 and 0209.",
    "",
    "## Who is meant",
    "",
    "A **holder** is the customer behind a subaccount. A **payer** or **receiver** is known by the tax number that the bank told,",
    "a **beneficiary** by the one that a caller declared. A person is always a person of one account: what another account knows",
    "of the same person is that account's. The key owner of an account is a party to its contract and no person in this sense.",
    "",
    "## Records",
    "",
    "| record | kept for | who sees it |",
    "| --- | --- | --- |",
    ...[...personal].map(([kind, { purpose, seenBy }]) => `| ${titled(kind)} | ${purpose} | ${seenBy} |`),
    "",
    "## Fields",
    "",
    "| record | field | whose | when an erasure reaches it |",
    "| --- | --- | --- | --- |",
    ...[...personal].flatMap(([kind, declared]) => {
      const { fields, secrets } = personalFieldsOf(declared)
      return [
        ...Object.entries(fields).map(fieldRow(kind)),
        ...secrets.map((path) => `| ${titled(kind)} | \`${path}\` | holder; a secret, in no export | on the date |`)
      ]
    }),
    "",
    "## Other places",
    "",
    "| where | what | how long | at an erasure |",
    "| --- | --- | --- | --- |",
    ...otherPlaces.map(({ atErasure, howLong, what, where }) => `| ${where} | ${what} | ${howLong} | ${atErasure} |`),
    "",
    "## Export",
    "",
    "`POST /admin/people/export`, or `pontepay person export --tax-id <CPF or CNPJ>`, gives everything that is kept about a person",
    "as one JSON document in a fixed order: of the person's own subaccounts whole records, of payments with others the fields that",
    "are the person's. What is somebody else's reads \"of another person\"; secrets are never in it. Files of documents are named, and",
    "are handed over from the document store. That an export was made is in the audit log, without what was in it.",
    "",
    "## Erasure",
    "",
    "`POST /admin/people/erasure`, or `pontepay person erase`, orders it. The order is refused with `PERSON_NOT_ERASABLE` and the list",
    "of what is open while a payment, a return, a dispute or an examination is not final, while a PIX can still be contested",
    `(${
      timeInWords(limits.disputeWindowMs)
    }), and while a wallet holds assets. It closes the person's subaccounts: they answer like missing ones.`,
    "What no law keeps goes at once, everything else on the date that the order answers with:",
    `\`PONTEPAY_PERSON_RETENTION_DAYS\` after it, ${
      timeInWords(limits.personRetentionMs)
    } by default (Circular BCB 3.978, article 67: ten years).`,
    "Amounts, ids and the journal stay as they are. Ordered again, it is the same erasure; the audit log has one row that names",
    "no one. Where something is open on the date, it waits a day and looks again.",
    "",
    "An order by tax number reads every payment of the account, which takes a minute where there are millions.",
    "",
    "## Records without personal data",
    "",
    ...[...others].map(([kind, what]) => `- ${titled(kind)}: ${what}`),
    ""
  ].join("\n")
