// Prints hosts/client/error-classes.ts: one class for each errorCode that customers meet, of the catalogue of errors and of the
// answers of the transport. A client brings neither along (0126).
import { catalogue } from "../../../../core/base/errors/catalogue.ts"
import { methodNotAllowed, transportAnswers } from "../../api/request/envelope.ts"

const sentence = (text: string): string => text.endsWith(".") ? text : `${text}.`

const ofTransport = [...Object.values(transportAnswers), methodNotAllowed(["another method"])].map(({ body }) => {
  const { error, errorCode } = JSON.parse(body) as { readonly error: string; readonly errorCode: string }
  return { errorCode, about: error }
})

/** What each code means. A code of the catalogue has the catalogue's words, wherever else it is answered. */
const meanings = (): ReadonlyMap<string, ReadonlyArray<string>> => {
  const rows = Object.values(catalogue).filter(({ isForOperators }) => isForOperators !== true)
  const codes = new Set(rows.map(({ errorCode }) => errorCode))
  const told = [...rows, ...ofTransport.filter(({ errorCode }) => !codes.has(errorCode))]
  return new Map(
    Map.groupBy(told, ({ errorCode }) => errorCode).entries().map(([code, of]) =>
      [code, of.map(({ about }) => sentence(about))] as const
    )
  )
}

const classOf = (errorCode: string): string =>
  `${errorCode.toLowerCase().split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}Error`

const commentOf = (code: string, [first = "", ...others]: ReadonlyArray<string>): ReadonlyArray<string> =>
  others.length === 0
    ? [`/** ${code}: ${first} */`]
    : ["/**", ` * ${code}: ${first}`, ...others.map((other) => ` * Or: ${other}`), " */"]

/** hosts/client/error-classes.ts. */
export const renderErrorClasses = (): string => {
  const codes = meanings()
  return [
    "// One class for each errorCode of the interface, so that `instanceof` tells them apart.",
    "// Printed from the catalogue of errors by `npm run print`: change that instead.",
    "import { ApiError } from \"./errors.ts\"",
    "",
    ...codes.entries().flatMap(([code, told]) => [
      ...commentOf(code, told),
      `export class ${classOf(code)} extends ApiError<"${code}"> {}`,
      ""
    ]),
    "/** The class of each errorCode. */",
    "export const errorClasses = {",
    [...codes.keys()].map((code) => `  ${code}: ${classOf(code)}`).join(",\n"),
    "} as const",
    ""
  ].join("\n")
}
