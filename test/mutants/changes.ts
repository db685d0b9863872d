// The changes that are made to one place of a source.
import type { SyntaxNode } from "../tidy/sources.ts"

/** What replaces the text between two offsets. */
export interface Change {
  readonly kind: string
  readonly place: Place
  readonly by: string
  /** What names it, where that is not all of the place. */
  readonly head?: Place
}

type Place = Pick<SyntaxNode, "end" | "start">

const neighbours: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "+": "-",
  "-": "+"
}

/** What stands in the place of a function of amounts: nothing that a file would have to import. */
const otherFunctions: Readonly<Record<string, string>> = {
  min: "((a, b) => a < b ? b : a)",
  max: "((a, b) => a < b ? a : b)",
  add: "((a, b) => a - b)",
  subtract: "((a, b) => a + b)",
  mulDivFloor: "((a, b, divisor) => a * b / divisor + 1n)",
  mulDivCeil: "((a, b, divisor) => a * b / divisor)",
  mulDivHalfUp: "((a, b, divisor) => a * b / divisor)"
}

/** The same of methods of lists. */
const otherMethods: Readonly<Record<string, string>> = { some: "every", every: "some" }

/** Functions whose argument says yes or no of an element. */
const asking = new Set(["filter", "find", "findIndex", "some", "every"])

const child = (node: SyntaxNode, key: string): SyntaxNode | undefined => node[key] as SyntaxNode | undefined
const children = (node: SyntaxNode, key: string): ReadonlyArray<SyntaxNode> => node[key] as ReadonlyArray<SyntaxNode>

const nameOf = (node: SyntaxNode | undefined): string => {
  if (node?.type === "Identifier") return String(node["name"])
  return node?.type === "MemberExpression" ? nameOf(child(node, "property")) : ""
}

const isEquality = ({ operator, type }: SyntaxNode): boolean =>
  type === "BinaryExpression" && (operator === "===" || operator === "!==")

const isText = ({ type, value }: SyntaxNode): boolean =>
  type === "TemplateLiteral" || (type === "Literal" && typeof value === "string")

/** What a boolean is made of without being compared or joined, both of which have changes of their own. */
const isPlain = ({ type }: SyntaxNode): boolean =>
  ["CallExpression", "Identifier", "MemberExpression", "UnaryExpression"].includes(type)

const property = (row: SyntaxNode, name: string): SyntaxNode | undefined =>
  children(row, "properties").find((each) => each.type === "Property" && nameOf(child(each, "key")) === name)

const isRow = (node: SyntaxNode): boolean =>
  node.type === "ObjectExpression" && ["from", "on", "to"].every((name) => property(node, name) !== undefined)

/** Whether a place is a condition as a whole: of a branch, of a guard of a table, or of what is looked for in a list. */
const isCondition = (node: SyntaxNode, parent: SyntaxNode | undefined, key: string): boolean => {
  if (parent === undefined) return false
  if (key === "test" && (parent.type === "IfStatement" || parent.type === "ConditionalExpression")) {
    return !isEquality(node)
  }
  return key !== "right" && key !== "left" ? false : parent.type === "LogicalExpression" &&
    (parent["operator"] === "&&" || parent["operator"] === "||") && isPlain(node)
}

const negated = (text: string, node: SyntaxNode): string =>
  node.type === "UnaryExpression" && node["operator"] === "!"
    ? text.slice(child(node, "argument")?.start, node.end)
    : `!(${text.slice(node.start, node.end)})`

/** Arrows that answer yes or no: their body is a condition. */
const answers = (node: SyntaxNode): ReadonlyArray<SyntaxNode> => {
  const arrow = (each: SyntaxNode | undefined): ReadonlyArray<SyntaxNode> => {
    const body = each?.type === "ArrowFunctionExpression" ? child(each, "body") : undefined
    return body !== undefined && isPlain(body) ? [body] : []
  }
  if (node.type === "CallExpression" && asking.has(nameOf(child(node, "callee")))) {
    return arrow(children(node, "arguments")[0])
  }
  const value = node.type === "Property" && nameOf(child(node, "key")) === "guards" ? child(node, "value") : undefined
  return value?.type === "ObjectExpression"
    ? children(value, "properties").flatMap((each) => arrow(child(each, "value")))
    : []
}

/** Changes of conditions and of what they are made of. */
const ofConditions = (
  text: string,
  node: SyntaxNode,
  parent: SyntaxNode | undefined,
  key: string
): ReadonlyArray<Change> => {
  const changes: Array<Change> = [
    ...isCondition(node, parent, key) ? [node] : [],
    ...answers(node)
  ].map((place) => ({ kind: "negate", place, by: negated(text, place) }))
  if (node.type === "IfStatement" && node["alternate"] === null) {
    changes.push({
      kind: "skip",
      place: node,
      by: `if (false) ${text.slice(child(node, "consequent")?.start, node.end)}`
    })
  }
  return changes
}

const ofOperators = (text: string, node: SyntaxNode): ReadonlyArray<Change> => {
  if (node.type === "BinaryExpression" || node.type === "LogicalExpression") {
    const [left, right] = [child(node, "left"), child(node, "right")]
    const by = neighbours[String(node["operator"])]
    if (left === undefined || right === undefined || by === undefined) return []
    if (node["operator"] === "+" && (isText(left) || isText(right))) return []
    return [{
      kind: by,
      place: node,
      by: `(${text.slice(left.start, left.end)}) ${by} (${text.slice(right.start, right.end)})`
    }]
  }
  if (node.type === "UnaryExpression" && node["operator"] === "-") {
    return [{ kind: "sign", place: node, by: text.slice(child(node, "argument")?.start, node.end) }]
  }
  const callee = node.type === "CallExpression" ? child(node, "callee") : undefined
  if (callee === undefined) return []
  const name = callee.type === "MemberExpression" ? child(callee, "property") ?? callee : callee
  const by = (callee.type === "MemberExpression" ? otherMethods : otherFunctions)[nameOf(name)]
  if (by === undefined) return []
  const changed = text.slice(node.start, name.start) + by + text.slice(name.end, node.end)
  return [{ kind: `not ${nameOf(name)}`, place: node, by: changed }]
}

const ofRows = (text: string, node: SyntaxNode, parent: SyntaxNode | undefined): ReadonlyArray<Change> => {
  if (!isRow(node)) return []
  // What follows the target is a quotation of a document.
  const head = { start: node.start, end: property(node, "to")?.end ?? node.end }
  const changes: Array<Change> = []
  if (parent?.type === "ArrayExpression") {
    changes.push({ kind: "without row", place: node, by: "...[]", head })
  }
  const to = child(property(node, "to") ?? node, "value")
  if (to !== undefined && to["value"] !== "same") {
    changes.push({ kind: "to same", place: head, by: text.slice(head.start, to.start) + "\"same\"" })
  }
  for (const name of ["post", "emit", "ask"]) {
    const list = child(property(node, name) ?? node, "value")
    if (list?.type !== "ArrayExpression") continue
    for (const each of children(list, "elements")) {
      const place = { start: head.start, end: Math.max(head.end, list.end) }
      const by = text.slice(place.start, each.start) + "...[]" + text.slice(each.end, place.end)
      changes.push({ kind: `without ${text.slice(each.start, each.end)}`, place, by })
    }
  }
  return changes
}

/** The changes of one node. */
export const changesOf = (
  text: string,
  node: SyntaxNode,
  parent: SyntaxNode | undefined,
  key: string
): ReadonlyArray<Change> => [
  ...ofConditions(text, node, parent, key),
  ...ofOperators(text, node),
  ...ofRows(text, node, parent)
]
