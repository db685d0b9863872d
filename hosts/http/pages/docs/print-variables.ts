// Prints hosts/http/settings/variables.ts: the variables of a service with their texts, from the table of the guide to the configuration, so
// that editors complete and explain them.
import { textOf } from "./files.ts"

interface Variable {
  readonly name: string
  readonly fallback: string
  readonly meaning: string
}

const plain = (markdown: string): string => markdown.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")

// A row may be of several variables, with the default of each, or one of all.
const variablesOf = ([, names = "", fallbacks = "", meaning = ""]: ReadonlyArray<string>): ReadonlyArray<Variable> => {
  const [all, defaults] = [names.split(", "), fallbacks.split(", ")]
  return all.map((name, place) => ({
    name: name.replaceAll("`", ""),
    fallback: plain(defaults.length === all.length ? defaults[place] ?? fallbacks : fallbacks),
    meaning: plain(meaning)
  }))
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The file. */
export const renderVariables = (): string => {
  const rows = [
    ...textOf("hosts/docs/configuration.md").matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \| (.+?) \| (.+) \|$/gm)
  ]
  return [
    "// The variables that configure a service. Printed from the table in hosts/docs/configuration.md by `npm run print`: change",
    "// that instead.",
    "",
    "/** Variables as in the environment of a process; those without a meaning here are left alone. */",
    "export interface Variables {",
    ...rows.flatMap(variablesOf).map(({ fallback, meaning, name }) =>
      `  /** ${capital(meaning)}. Default: ${fallback}. */\n  readonly ${name}?: string | undefined`
    ),
    "  readonly [name: string]: string | undefined",
    "}",
    ""
  ].join("\n")
}
