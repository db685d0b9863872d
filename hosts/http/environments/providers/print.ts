// Prints hosts/docs/provider-variables.md: the settings of each provider of production.
import { type ProviderDefinition, type VariableRow, variableOf } from "./definition.ts"

const mayBe = (row: VariableRow): string => {
  switch (row.kind) {
    case "text":
      return row.shape ?? "text"
    case "url":
      return "an https address, or http on this machine"
    case "secretFile":
      return "the path of a file that others may not read"
    case "certificateFile":
      return "the path of a certificate in PEM that others may not read"
    case "authoritiesFile":
      return "the path of certificates in PEM, which everybody may read"
    case "number":
      return `a whole number from ${row.least} to ${row.most}`
    case "oneOf":
      return row.values.map((value) => `\`${value}\``).join(" or ")
  }
}

const defaultOf = ({ fallback }: VariableRow): string =>
  fallback === undefined ? "required" : fallback === null ? "unset" : `\`${fallback}\``

// A bar would end the cell.
const cell = (text: string): string => text.replaceAll("|", "\\|")

const sectionOf = ({ name, roles, title, variables }: ProviderDefinition): ReadonlyArray<string> => [
  `## ${title}`,
  "",
  `Chosen by ${roles.map((role) => `\`PONTEPAY_PRODUCTION_${role}=${name}\``).join(" or ")}.`,
  "",
  "| Variable | Default | May be | Meaning |",
  "| --- | --- | --- | --- |",
  ...Object.entries(variables).map(([row, each]) =>
    `| \`${variableOf(name, row)}\` | ${defaultOf(each)} | ${cell(mayBe(each))} | ${cell(each.about)} |`
  ),
  ""
]

/** The page. */
export const renderProviderVariables = (providers: ReadonlyArray<ProviderDefinition>): string =>
  [
    "<!-- Printed from hosts/http/environments/providers by `npm run print`: change that instead. -->",
    "",
    "# Variables of providers",
    "",
    "Settings of each [provider](providers.md) of production, beside the variables of the",
    "[configuration](configuration.md). A start reads and checks them, files included, and ends with code 2 and one line for each",
    "that is wrong; `pontepay doctor` says the same without a start. A file is read again when it changes.",
    "",
    ...providers.flatMap(sectionOf)
  ].join("\n")
