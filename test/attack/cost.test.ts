// What a request without a credential costs, for each byte of it and its answer: about what the smallest one does, and a page a few
// times as much.
import { expect, it } from "vitest"
import { limits } from "../../core/base/limits/limits.ts"
import { type Shape, costsOf } from "./cost.ts"

const host = "Host: x"
/** A head as long as one may be. */
const long = 15_000

const get = (name: string, target: string, ...headers: ReadonlyArray<string>): Shape => ({
  name,
  bytes: [`GET ${target} HTTP/1.1`, host, ...headers, "", ""].join("\r\n")
})

const post = (name: string, target: string, body: string, ...headers: ReadonlyArray<string>): Shape => ({
  name,
  bytes: [
    `POST ${target} HTTP/1.1`,
    host,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    "",
    body
  ].join("\r\n")
})

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~!*():".split("")
/** As many names as a query has room for. */
const names = letters.flatMap((first) => letters.map((second) => first + second)).join("&")

const nested = "[".repeat(30_000) + "]".repeat(30_000)
const fields = `{${Array.from({ length: 5_000 }, (_, n) => `"f${n}":1`).join(",")}}`
const strings = `{"session":"${"x".repeat(60_000)}"}`

const bodies: ReadonlyArray<readonly [string, string]> = [
  ["nested arrays", nested],
  ["5,000 fields", fields],
  ["one long string", strings],
  ["nothing that can be read", "{".repeat(60_000)]
]

const openToAll = [
  "/provider/webhook",
  "/hosted/api/attempt/state",
  "/dashboard/api/sign-in",
  "/dashboard/api/invitation"
]

const shapes: ReadonlyArray<Shape> = [
  get("a path that is not there", "/none"),
  get("a long path", `/${"a".repeat(long)}`),
  get("a path of many parts", `/${"a/".repeat(long / 2)}`),
  get("an interface's path of many parts", `/api/${"a/".repeat(long / 2)}`),
  get("a path of escapes", `/api/subaccount/${"%41".repeat(long / 3)}`),
  get("a query of many names", `/api/subaccount?${names}`),
  post("a provider's query of many names", `/provider/webhook?${names}`, ""),
  get("a query of one name many times", `/hosted/receipt/x?${"a=b&".repeat(long / 4)}`),
  get("a query of escapes", `/docs?a=${"%41".repeat(long / 3)}`),
  get("as many headers as may be", "/none", ...Array.from({ length: 95 }, (_, n) => `A${n}: b`)),
  get("many headers", "/none", ...Array.from({ length: 900 }, (_, n) => `A${n}: b`)),
  get("one header many times", "/none", ...Array.from({ length: 900 }, () => "A: b")),
  get("many addresses", "/api/subaccount", `X-Forwarded-For: ${"1,".repeat(long / 2)}`),
  get("many cookies", "/admin/accounts", `Cookie: ${"a=b; ".repeat(long / 5)}`),
  get("many languages", "/", "Accept: text/html", `Accept-Language: ${"pt,".repeat(long / 3)}`),
  get("many types", "/", `Accept: ${"a/b,".repeat(long / 4)}`),
  get("many encodings", "/dashboard/", `Accept-Encoding: ${"br ".repeat(long / 3)}`),
  get("a long credential", "/api/subaccount", `Authorization: Bearer pontepay_test_${"x".repeat(long)}`),
  get("a wrong key", "/api/subaccount", `Authorization: Bearer pontepay_test_${"x".repeat(32)}`),
  get("a wrong token", "/admin/accounts", "Authorization: Bearer wrong"),
  get("a wrong link", "/hosted/receipt/x.1.2"),
  get("a long link", `/hosted/charge/${"x.".repeat(long / 2)}`),
  get("a page", "/hosted/charge/x", "Accept: text/html"),
  get("the interface's document", "/openapi.json"),
  get("the dashboard's page", "/dashboard/"),
  ...openToAll.flatMap((path) => bodies.map(([name, body]) => post(`${name} at ${path}`, path, body))),
  {
    name: "a body of as many pieces as may be",
    bytes: [
      "POST /provider/webhook HTTP/1.1",
      host,
      "Transfer-Encoding: chunked",
      "",
      `${"1\r\nx\r\n".repeat(limits.bodyPieces.count)}0\r\n\r\n`
    ].join("\r\n")
  }
]

/** A page costs more than the smallest answer; what grows with its square, or is made anew each time, costs far more. */
const most = 4

it("costs no more for each byte than a few times what the smallest request does §strangers-cost", async () => {
  const costs = await costsOf(shapes)
  expect(costs.filter(({ times }) => !(times <= most))).toEqual([])
})
