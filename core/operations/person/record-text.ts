// Reading and replacing the texts of a record: by a path in it, or by what a text says. Pure.

type Rewrite = (text: string) => string | null

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** The texts at a path, such as `payer.name` or `legs.*.payerName`. */
export const textsAt = (value: unknown, path: string): ReadonlyArray<string> => {
  const [head = "", ...rest] = path.split(".")
  if (path === "") return typeof value === "string" ? [value] : []
  if (!isObject(value)) return []
  const parts = head === "*" ? Object.values(value) : [value[head]]
  return parts.flatMap((part) => textsAt(part, rest.join(".")))
}

/** The same value with the texts at a path replaced; what is not on the path stays the same object. */
export const replacedAt = <A>(value: A, path: string, rewrite: Rewrite): A =>
  replaced(value, path.split("."), rewrite) as A

const replaced = (value: unknown, path: ReadonlyArray<string>, rewrite: Rewrite): unknown => {
  const [head, ...rest] = path
  if (head === undefined) return typeof value === "string" ? rewrite(value) : value
  if (Array.isArray(value)) {
    const after = head === "*" ? value.map((each) => replaced(each, rest, rewrite)) : value
    return after.every((each, place) => each === value[place]) ? value : after
  }
  if (!isObject(value) || !Object.hasOwn(value, head)) return value
  const after = replaced(value[head], rest, rewrite)
  return after === value[head] ? value : { ...value, [head]: after }
}

// As short as this a text stands in others by chance: it is looked for as a whole only.
const shortest = 6

// With the colon of a field's name, which is no text of anybody.
const stringLiteral = /("(?:[^"\\]|\\.)*")(\s*:)?/g

const inText = (text: string, values: ReadonlySet<string>, by: string): string => {
  if (values.has(text)) return by
  let after = text
  for (const value of values) if (value.length >= shortest) after = after.replaceAll(value, by)
  return after
}

/** A text without these values. In JSON only texts change, so that its numbers stay as they were written. */
export const without = (text: string, values: ReadonlySet<string>, by: string): string =>
  isNested(text)
    ? text.replace(stringLiteral, (all, literal: string, colon: string | undefined) => {
      if (colon !== undefined) return all
      const before = JSON.parse(literal) as string
      const after = isNested(before) ? without(before, values, by) : inText(before, values, by)
      return after === before ? literal : JSON.stringify(after)
    })
    : inText(text, values, by)

const isNested = (text: string): boolean => /^\s*[[{]/.test(text)
