// The words and calls that the project does without, each rule with the places it holds in. Rules read the syntax tree
// or the comments, so a string that only mentions a banned word is no find; text rules read every file as it is.
import { lineOf, tree, walk } from "./sources.ts"
import type { Source, SyntaxNode } from "./sources.ts"

export type Rule = {
  readonly why: string
  readonly holds: RegExp
  readonly find: (source: Source, report: (offset: number) => void) => void
}

/** Files outside core/base/money/units.ts that divide, and why what they divide is never money. */
export const dividesNumbers: Readonly<Record<string, string>> = {
  "adapters/node/ids.ts": "milliseconds to the Unix seconds that begin a wallet's id",
  "adapters/woovi/charges.ts": "milliseconds to the seconds that a charge has",
  "core/customers/account/api-key.ts": "base62 digits of a 32-bit checksum",
  "core/operations/operator/totp.ts": "milliseconds to the steps of one-time passwords",
  "core/base/time/instant.ts": "milliseconds to seconds, minutes and the units that people say"
}

/** Files that take sentences apart, and why there is nothing else to read. */
export const readsSentences: Readonly<Record<string, string>> = {
  "hosts/dashboard/src/i18n/pt-details.ts":
    "what is wrong with one field of a request has the interface's sentence alone"
}

const visit = (
  source: Source,
  report: (offset: number) => void,
  matches: (node: SyntaxNode, parent: SyntaxNode | undefined, key: string) => boolean
): void => walk(tree(source), (node, parent, key) => matches(node, parent, key) ? report(node.start) : undefined)

const child = (node: SyntaxNode, name: string): SyntaxNode => node[name] as SyntaxNode

/** Whether an identifier reads a name in scope, as against naming a property, a key or an import of somebody else. */
const isReference = (node: SyntaxNode, parent: SyntaxNode | undefined, key: string): boolean => {
  if (node.type !== "Identifier" || parent === undefined) return false
  if (key === "property" || key === "key") return parent["computed"] === true || parent["shorthand"] === true
  return !["imported", "exported", "label"].includes(key) && !(parent.type === "TSQualifiedName" && key === "right")
}

const referenceTo = (names: ReadonlySet<string>): Rule["find"] => (source, report) =>
  visit(source, report, (node, parent, key) => isReference(node, parent, key) && names.has(String(node["name"])))

/** The names of a call chain from its root: `it.effect.skip.each` is it, effect, skip, each. */
const chain = (node: SyntaxNode): ReadonlyArray<string> => {
  if (node.type === "Identifier") return [String(node["name"])]
  if (node.type === "MemberExpression") {
    return [...chain(child(node, "object")), String(child(node, "property")["name"])]
  }
  if (node.type === "CallExpression") return chain(child(node, "callee"))
  if (node.type === "TaggedTemplateExpression") return chain(child(node, "tag"))
  return [""]
}

/** Names that something had beside its own, with the one that it has (review A3). */
const secondNames: Readonly<Record<string, string>> = {
  pixPaid: "pixSettled",
  isPixPaid: "isPixSettled",
  payoutPaid: "payoutSettled",
  paidAfterRestoring: "settledAfterRestoring",
  settledAt: "paidAt"
}

const testNames = new Set(["it", "test", "describe", "suite", "bench"])
const switches = new Set(["skip", "only", "todo"])

const setsSwitch = (argument: SyntaxNode): boolean =>
  argument.type === "ObjectExpression" &&
  (argument["properties"] as ReadonlyArray<SyntaxNode>).some((property) =>
    property.type === "Property" && switches.has(String(child(property, "key")["name"]))
  )

const switchedOff = (node: SyntaxNode): boolean => {
  if (node.type === "Identifier") {
    return ["xit", "xtest", "xdescribe", "fit", "fdescribe"].includes(String(node["name"]))
  }
  if (node.type !== "CallExpression" && node.type !== "MemberExpression") return false
  if (!testNames.has(chain(node)[0] ?? "")) return false
  if (node.type === "CallExpression") return (node["arguments"] as ReadonlyArray<SyntaxNode>).some(setsSwitch)
  return switches.has(String(child(node, "property")["name"]))
}

const effectModules = new Set(["Deferred", "Effect", "Fiber", "Layer", "PubSub", "Queue", "Ref", "Scope", "Stream"])

/** Where a source divides. */
export const divisions = (source: Source): ReadonlyArray<number> => {
  const found: Array<number> = []
  visit(
    source,
    (offset) => found.push(offset),
    (node) =>
      node.type === "BinaryExpression" && node["operator"] === "/" ||
      node.type === "AssignmentExpression" && node["operator"] === "/="
  )
  return found
}

// Two words with a space between them, or one before a colon and a space: a sentence or a part of one, and no name of anything.
const prose = /[a-z]{2}[,:;]? [a-z]{2}|[a-z]{2}[,:;] $/

const isText = (node: SyntaxNode): boolean => {
  if (node.type === "TemplateLiteral") {
    return (node["quasis"] as ReadonlyArray<{ readonly value: { readonly raw: string } }>)
      .some(({ value }) => prose.test(value.raw))
  }
  if (node.type === "ArrayExpression") return (node["elements"] as ReadonlyArray<SyntaxNode>).some(isText)
  return node.type === "Literal" && typeof node["value"] === "string" && prose.test(node["value"])
}

const readers = new Set([
  "endsWith",
  "has",
  "includes",
  "indexOf",
  "lastIndexOf",
  "match",
  "matchAll",
  "replace",
  "replaceAll",
  "search",
  "split",
  "startsWith"
])

/** Where a table whose keys are sentences would be a dictionary. */
const translates = /^hosts\/dashboard\//

/** Whether a node compares with prose, looks something up by it, or takes it apart. */
const readsProse = (node: SyntaxNode): boolean => {
  switch (node.type) {
    case "BinaryExpression":
      return /^[!=]==?$/.test(String(node["operator"])) && (isText(child(node, "left")) || isText(child(node, "right")))
    case "SwitchCase":
      return node["test"] !== null && isText(child(node, "test"))
    case "CallExpression": {
      const callee = child(node, "callee")
      if (callee.type !== "MemberExpression" || !readers.has(String(child(callee, "property")["name"]))) return false
      const among = child(callee, "object")
      return among.type === "ArrayExpression" && isText(among) ||
        (node["arguments"] as ReadonlyArray<SyntaxNode>).some(isText)
    }
    case "NewExpression":
      return chain(child(node, "callee"))[0] === "Set" && (node["arguments"] as ReadonlyArray<SyntaxNode>).some(isText)
    case "Literal": {
      const pattern = (node["regex"] as { readonly pattern: string } | undefined)?.pattern
      return pattern !== undefined && prose.test(pattern)
    }
    default:
      return false
  }
}

/** Where a source compares with prose, looks something up by it, or takes it apart. */
export const readings = (source: Source): ReadonlyArray<number> => {
  const found: Array<number> = []
  visit(
    source,
    (offset) => found.push(offset),
    (node) => readsProse(node) || translates.test(source.path) && node.type === "Property" && isText(child(node, "key"))
  )
  return found
}

const comments = (pattern: RegExp): Rule["find"] => (source, report) => {
  for (const comment of source.comments) {
    comment.value.split("\n").reduce((offset, line) => {
      if (pattern.test(line)) report(offset)
      return offset + line.length + 1
    }, comment.start + 2)
  }
}

export const rules: Readonly<Record<string, Rule>> = {
  "prose read": {
    why: "what a program decides by is a code: no sentence is compared, looked up by or taken apart",
    holds: /^(?:core|hosts\/(?:audit|simulate|dashboard\/src))\//,
    find: (source, report) => {
      if (!(source.path in readsSentences)) readings(source).forEach(report)
    }
  },
  clock: {
    why: "time enters core through Effect's Clock",
    holds: /^core\//,
    find: referenceTo(new Set(["Date", "performance"]))
  },
  randomness: {
    why: "ids and randomness enter core through ports",
    holds: /^core\//,
    find: (source, report) => {
      referenceTo(new Set(["crypto"]))(source, report)
      visit(source, report, (node) => node.type === "MemberExpression" && chain(node).join(".") === "Math.random")
    }
  },
  platform: {
    why: "core knows no platform",
    holds: /^core\//,
    find: referenceTo(
      new Set([
        "Buffer",
        "clearInterval",
        "clearTimeout",
        "console",
        "document",
        "fetch",
        "globalThis",
        "process",
        "queueMicrotask",
        "setImmediate",
        "setInterval",
        "setTimeout",
        "window"
      ])
    )
  },
  division: {
    why: "only core/base/money/units.ts divides: a division names its rounding",
    holds: /^(?:core|adapters)\/(?!base\/money\/units\.ts$)/,
    find: (source, report) => {
      if (!(source.path in dividesNumbers)) divisions(source).forEach(report)
    }
  },
  "as any": {
    why: "a cast to any hides every mistake after it",
    holds: /./,
    find: (source, report) =>
      visit(
        source,
        report,
        (node) =>
          (node.type === "TSAsExpression" || node.type === "TSTypeAssertion") &&
          child(node, "typeAnnotation").type === "TSAnyKeyword"
      )
  },
  "type check off": {
    why: "the compiler is answered, not silenced; only tests of types expect an error",
    holds: /^(?!test\/types\/)/,
    find: comments(/@ts-(?:ignore|nocheck|expect-error)/)
  },
  "lint off": {
    why: "a lint rule is set aside on one line, with its reason after two dashes",
    holds: /./,
    find: comments(/(?:eslint|oxlint)-disable(?!-(?:next-)?line [^ ].* -- \S)/)
  },
  "bare todo": {
    why: "work that is left has an issue: TODO(#12): what",
    holds: /./,
    find: comments(/\b(?:TODO(?!\(#\d+\): \S)|FIXME|HACK)\b/)
  },
  "test switched off": {
    why: "a test that does not run proves nothing; conditions are said with skipIf and runIf",
    holds: /^test\//,
    find: (source, report) => visit(source, report, switchedOff)
  },
  "effect not run": {
    why: "an effect is a value: a statement that only makes one does nothing",
    holds: /./,
    find: (source, report) =>
      visit(source, report, (node) => {
        if (node.type !== "ExpressionStatement" || child(node, "expression").type !== "CallExpression") return false
        const [module = "", name = ""] = chain(child(node, "expression"))
        if (!effectModules.has(module) || name.endsWith("Unsafe")) return false
        return !/\bEffect\.run/.test(source.text.slice(node.start, node.end))
      })
  },
  "second name": {
    why: `one happening has one name: ${
      Object.entries(secondNames).map(([not, name]) => `${name}, not ${not}`).join("; ")
    }`,
    holds: /^(?:core|adapters|hosts)\//,
    find: (source, report) =>
      visit(source, report, (node) => {
        const word = node.type === "Identifier" ? node["name"] : node.type === "Literal" ? node["value"] : undefined
        return typeof word === "string" && Object.hasOwn(secondNames, word)
      })
  },
  barrel: {
    why: "only index.ts re-exports",
    holds: /^(?!.*\/index\.ts$)/,
    find: (source, report) =>
      visit(
        source,
        report,
        (node) =>
          node.type === "ExportAllDeclaration" || node.type === "ExportNamedDeclaration" && node["source"] !== null
      )
  },
  header: {
    why: "the first lines say what the file is and which document it follows",
    holds: /./,
    find: (source, report) => {
      if (!/^(?:#!.*\n)?\/[/*]/.test(source.text)) report(0)
    }
  }
}

/** Words that no file of the project may hold, code or prose. */
export const textRules: Readonly<Record<string, RegExp>> = {
  "path of one machine": /(?<![\w.~})])\/(?:work|home|root|Users|farm)\//,
  "registry of one machine": /registry\.npmjs|registry\s*=/
}

/** `path:line rule` for each find, in order of rules and lines. */
export const findings = (source: Source): ReadonlyArray<string> =>
  Object.entries(rules).flatMap(([name, rule]) => {
    const lines = new Set<number>()
    if (rule.holds.test(source.path)) rule.find(source, (offset) => lines.add(lineOf(source, offset)))
    return [...lines].toSorted((a, b) => a - b).map((line) => `${source.path}:${line} ${name}`)
  })

/** The same for the text rules. */
export const textFindings = (path: string, text: string): ReadonlyArray<string> =>
  text.split("\n").flatMap((line, index) =>
    Object.entries(textRules)
      .filter(([, pattern]) => pattern.test(line))
      .map(([name]) => `${path}:${index + 1} ${name}`)
  )
