// Prints the catalogue as the page of errors.
import { catalogue } from "./catalogue.ts"

/** The error page: one row a public error, in the order in which they answer. */
export const renderErrors = (): string =>
  [
    "# Errors",
    "",
    "Printed from `catalogue.ts`; the tests fail when it is stale. When several hold, the first of the list answers.",
    "",
    "| errorCode | kind | what it means | asking again |",
    "| --- | --- | --- | --- |",
    ...Object.values(catalogue).map((row) => `| ${row.errorCode} | ${row.kind} | ${row.about} | ${row.retry} |`),
    ""
  ].join("\n")
