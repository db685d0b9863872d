// Secrets, digests, signatures and tokens are compared by the one function that takes the same time wherever they differ, or by
// the platform's. A comparison with an operator is listed here with the reason why its time tells nothing.
import { expect, it } from "vitest"
import { type Source, type SyntaxNode, projectSources, tree, walk } from "./sources.ts"

const secret = /(?:digest|signature|secret|mac|proof|token|apikey)$/i

/** What is compared with an operator all the same: by file, with the reason. */
const harmless: Readonly<Record<string, string>> = {
  "adapters/sandbox/kyc-provider.ts": "digests of pages of one attempt, of which one was found by the same digest",
  "adapters/tron/stops.ts": "contracts of tokens, which everybody knows",
  "core/customers/access/secret-strength.ts": "what the configuration says with what is published",
  "core/engine/event/fact-trace.ts": "digests of what two messages of a provider said",
  "core/operations/operator/session.ts":
    "digests of an operator's own sessions, of which one was found in constant time",
  "core/operations/operator/update-password.ts": "as core/operations/operator/session.ts",
  "core/operations/provisioning/apply-bootstrap.ts": "what an operator declares with what he declared before",
  "hosts/audit/invoice-events.ts": "the proof of a payment in the books with the one in an event",
  "hosts/audit/payout-events.ts": "the proof of a payment in the books with the one in an event"
}

const nameOf = (node: SyntaxNode): string => {
  if (node.type === "Identifier") return String(node["name"])
  if (node.type === "CallExpression") return nameOf(node["callee"] as SyntaxNode)
  return node.type === "MemberExpression" && node["computed"] !== true ? nameOf(node["property"] as SyntaxNode) : ""
}

const isPlain = (node: SyntaxNode): boolean => node.type === "Literal" || nameOf(node) === "undefined"

/** Where a source compares a secret with an operator. */
const comparisonsIn = (source: Source): ReadonlyArray<string> => {
  const found: Array<string> = []
  walk(tree(source), (node) => {
    if (node.type !== "BinaryExpression" || !/^[!=]==?$/.test(String(node["operator"]))) return
    const [left, right] = [node["left"] as SyntaxNode, node["right"] as SyntaxNode]
    if (isPlain(left) || isPlain(right)) return
    if (secret.test(nameOf(left)) || secret.test(nameOf(right))) found.push(source.text.slice(node.start, node.end))
  })
  return found
}

const served = projectSources().filter(({ path }) => /^(?:core|adapters|hosts)\//.test(path))

it("no secret is compared with an operator, but where its time tells nothing", () => {
  const files = served.filter((source) => comparisonsIn(source).length > 0).map(({ path }) => path)
  expect(files).toEqual(Object.keys(harmless))
})

it("what opens a door is compared in constant time", () => {
  const compares = served.filter(({ text }) => /(?:equalInConstantTime|timingSafeEqual)\(/.test(text)).map(({ path }) =>
    path
  )
  expect(compares).toEqual([
    "adapters/bcb/callback-proof.ts",
    "adapters/node/password-hasher.ts",
    "adapters/node/wallet-vault.ts",
    "adapters/sandbox/provider-inbox.ts",
    "adapters/sumsub/provider-inbox.ts",
    "adapters/woovi/proof.ts",
    "core/customers/access/caller.ts",
    "core/customers/access/proofs.ts",
    "core/customers/kyc/document-token.ts",
    "core/customers/wallet/unlock-wallet.ts",
    "core/engine/store/cursor.ts",
    "core/operations/operator/find-session.ts",
    "core/operations/operator/invitation-token.ts",
    "core/operations/operator/session.ts",
    "core/operations/operator/sign-in-proof.ts",
    "core/operations/operator/totp.ts",
    "core/payments/deposit/charge-link.ts",
    "core/webhooks/webhook/webhook.ts",
    "hosts/http/api/request/session-cookie.ts",
    "hosts/http/api/request/token-check.ts"
  ])
})
