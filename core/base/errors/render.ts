// Prints the catalogue as the page of errors. Statuses belong to the host, which hands its mapping over.
import { type ErrorKind, catalogue } from "./catalogue.ts"

/** The error page: one row a public error, in the order in which they answer, with the status of its kind. */
export const renderErrors = (statusOf: Readonly<Record<ErrorKind, number>>): string =>
  [
    "# Errors",
    "",
    "Printed from `catalogue.ts`; the tests fail when it is stale. When several hold, the first of the list answers.",
    "",
    "| errorCode | status | kind | what it means | asking again |",
    "| --- | --- | --- | --- | --- |",
    ...Object.values(catalogue).map((row) =>
      `| ${row.errorCode} | ${statusOf[row.kind]} | ${row.kind} | ${row.about} | ${row.retry} |`
    ),
    ""
  ].join("\n")
