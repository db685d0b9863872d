// What was asked when something was done, field by field.
import { useWords, wordFor } from "../i18n/language.tsx"
import { Nothing } from "../parts/shown.tsx"
import { FieldValue } from "./record-facts.tsx"

type Line = readonly [path: ReadonlyArray<string>, value: unknown]

const linesOf = (value: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<Line> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, each]) => linesOf(each, [...path, name]))
    : [[path, value]]

export const ActDetail = ({ of }: { readonly of: Readonly<Record<string, unknown>> }) => {
  const { fields } = useWords()
  return (
    <>
      {linesOf(of).map(([path, value]) => (
        <div key={path.join(".")} class="small words">
          <span class="muted" title={path.join(".")}>{path.map((name) => wordFor(fields, name)).join(" · ")}:</span>
          {" "}
          <DetailValue path={path} value={value} />
        </div>
      ))}
    </>
  )
}

const DetailValue = ({ path, value }: { readonly path: ReadonlyArray<string>; readonly value: unknown }) => {
  const { work: { acts } } = useWords()
  if (value === null || value === "") return <Nothing />
  if (typeof value === "boolean" && path[0] === "flags") return <>{value ? acts.on : acts.off}</>
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? <FieldValue kind="" name={path.at(-1) ?? ""} value={value} />
    : <span class="break">{Array.isArray(value) ? value.join(", ") : JSON.stringify(value)}</span>
}
