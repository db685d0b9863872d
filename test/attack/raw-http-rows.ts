// Bytes that a client sends to a server to be read in two ways, and what may come of them. Every row begins a request to a path
// that does not exist, which answers 404 where it is read, and ends in one for the page of health, which answers 200; a request
// that is hidden in a body makes a subaccount where it gets through.
import type { Attempt } from "./attempt.ts"

/**
 * What comes back, up to the answer to the last request or the end of the connection.
 * `refused` is 400 and the end of the connection, whatever follows; `refused alone` is 400, and what follows is read by itself;
 * `closed` is no answer at all; else the statuses that come back, in their order.
 */
export interface RawAttempt extends Attempt<"refused" | "refused alone" | "closed" | ReadonlyArray<number>> {
  /** The bytes, given a request to hide. */
  readonly bytes: (hidden: string) => string | Uint8Array
}

const line = "POST /api/none HTTP/1.1\r\nHost: x\r\n"
const chunks = (hidden: string): string => `0\r\n\r\n${hidden}`
const framed = (name: string, headers: string, expected: RawAttempt["expected"], body = chunks): RawAttempt => ({
  name,
  expected,
  bytes: (hidden) => `${line}${headers}\r\n\r\n${body(hidden)}`
})

const lengthOf = (headers: (length: number) => string, name: string): RawAttempt => ({
  name,
  expected: "refused",
  bytes: (hidden) => `${line}${headers(hidden.length)}\r\n\r\n${hidden}`
})

// What servers have taken for `Transfer-Encoding: chunked`, or have not.
const encodings = [
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: CHUNKED",
  "Transfer-Encoding:chunked",
  "Transfer-Encoding:\tchunked",
  "Transfer-Encoding : chunked",
  " Transfer-Encoding: chunked",
  "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
  "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
  "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
  "Transfer-Encoding: chunked, chunked",
  "Transfer-Encoding: identity, chunked",
  "Transfer-Encoding: chunked, identity",
  "Transfer-Encoding: gzip, chunked",
  "Transfer-Encoding: xchunked",
  "Transfer-Encoding: \"chunked\"",
  "Transfer-Encoding: chunked;q=1",
  "Transfer-Encoding: chunk",
  "Transfer-Encoding: ch\u0000unked",
  "Transfer-Encoding:\u000bchunked",
  "Transfer-Encoding: \u0000chunked",
  "Transfer-Encoding:\r\n chunked",
  "Transfer\u0000-Encoding: chunked",
  "X: y\nTransfer-Encoding: chunked",
  "X: y\rTransfer-Encoding: chunked"
]

/** Lengths and chunks at once, in either order. */
const mixed = encodings.flatMap((encoding) => [
  framed(`a length before ${JSON.stringify(encoding)}`, `Content-Length: 5\r\n${encoding}`, "refused"),
  framed(`a length after ${JSON.stringify(encoding)}`, `${encoding}\r\nContent-Length: 5`, "refused")
])

const lengths: ReadonlyArray<RawAttempt> = [
  lengthOf((length) => `Content-Length: 0\r\nContent-Length: ${length}`, "two lengths, the first of nothing"),
  lengthOf((length) => `Content-Length: ${length}\r\nContent-Length: 0`, "two lengths, the second of nothing"),
  lengthOf((length) => `Content-Length: ${length}\r\nContent-Length: ${length}`, "one length twice"),
  lengthOf((length) => `Content-Length: 0, ${length}`, "two lengths in one header"),
  lengthOf((length) => `Content-Length: ${length}, ${length}`, "one length twice in one header"),
  lengthOf((length) => `Content-Length: +${length}`, "a length with a plus"),
  lengthOf(() => "Content-Length: -1", "a negative length"),
  lengthOf((length) => `Content-Length: 0x${length.toString(16)}`, "a length in hex"),
  lengthOf((length) => `Content-Length: ${length}.0`, "a length with a point"),
  lengthOf((length) => `Content-Length: ${length}e0`, "a length with an exponent"),
  lengthOf((length) => `Content-Length: ${length} 0`, "a length and another word"),
  lengthOf(() => "Content-Length: 99999999999999999999", "a length beyond 64 bits"),
  lengthOf(() => "Content-Length: 18446744073709551617", "a length that is one after 64 bits"),
  lengthOf((length) => `Content-Length : ${length}`, "a space before the colon of a length"),
  lengthOf((length) => `Content-Length:\u000b${length}`, "a vertical tab before a length"),
  lengthOf((length) => `Content-Length: ${length}\u0000`, "a zero byte after a length"),
  lengthOf(() => "Content-Length: ０", "a full-width length"),
  lengthOf(() => "Content-Length:", "an empty length"),
  lengthOf((length) => `Content-Length:\r\n ${length}`, "a folded length"),
  lengthOf((length) => `A: b\r\n Content-Length: ${length}`, "a length in a folded header")
]

const chunked = "Transfer-Encoding: chunked"
const badChunks: ReadonlyArray<readonly [name: string, body: (hidden: string) => string]> = [
  ["a size with a sign", (hidden) => `+0\r\n\r\n${hidden}`],
  ["a negative size", (hidden) => `-1\r\n\r\n${hidden}`],
  ["a size with 0x", (hidden) => `0x0\r\n\r\n${hidden}`],
  ["a size of letters", (hidden) => `zz\r\n\r\n${hidden}`],
  ["no size", (hidden) => `\r\n\r\n${hidden}`],
  ["a size beyond 64 bits", (hidden) => `10000000000000000\r\nx\r\n0\r\n\r\n${hidden}`],
  ["a size with a space before it", (hidden) => ` 0\r\n\r\n${hidden}`],
  ["a size with a space after it", (hidden) => `0 \r\n\r\n${hidden}`],
  ["a bare line feed after a size", (hidden) => `0\n\r\n${hidden}`],
  ["a bare line feed at the end", (hidden) => `0\r\n\n${hidden}`],
  ["a carriage return alone after a size", (hidden) => `0\r\r\n${hidden}`],
  ["a chunk that is longer than it says", (hidden) => `1\r\nxx\r\n0\r\n\r\n${hidden}`],
  ["a chunk that is shorter than it says", (hidden) => `5\r\nx\r\n0\r\n\r\n${hidden}`],
  ["a chunk that ends in a line feed", (hidden) => `1\r\nx\n0\r\n\r\n${hidden}`],
  ["an extension with a line feed", (hidden) => `0;a=b\nc\r\n\r\n${hidden}`],
  ["an extension with a carriage return", (hidden) => `0;a\rb\r\n\r\n${hidden}`],
  ["an extension with a zero byte", (hidden) => `0;a\u0000\r\n\r\n${hidden}`],
  ["an extension of 100 kB", (hidden) => `0;${"a".repeat(100_000)}\r\n\r\n${hidden}`],
  ["a trailer that is folded", (hidden) => `0\r\nA: b\r\n c\r\n\r\n${hidden}`],
  ["a trailer without a colon", (hidden) => `0\r\nhidden\r\n\r\n${hidden}`]
]

const targets: ReadonlyArray<readonly [target: string, expected: RawAttempt["expected"]]> = [
  ["http://other.example/api/subaccount", [404]],
  ["http://x@other.example/api/subaccount", [404]],
  ["https://localhost/admin/accounts", [404]],
  ["ftp://x/", [404]],
  ["//other.example/api/subaccount", [404]],
  ["/api/../admin/accounts", [404]],
  ["/api/%2e%2e/admin/accounts", [404]],
  ["/api/..%2fadmin/accounts", [404]],
  ["/api/subaccount/..%2f..%2fadmin", [401]],
  ["/api/subaccount/%2e%2e", [401]],
  ["/api/subaccount/..", [401]],
  ["/api/subaccount/%00", [401]],
  ["/api/subaccount/%", [404]],
  ["/api/subaccount/%zz", [404]],
  ["/api/subaccount/%c0%ae", [404]],
  ["/api/subaccount/%ff", [404]],
  ["/api/subaccount/%ed%a0%80", [404]],
  ["/api/subaccount/%252e%252e", [401]],
  ["/api/subaccount/a%0d%0aX-Injected:%20yes", [401]],
  ["/api\\subaccount", [404]],
  ["/api/subaccount;a=b", [404]],
  ["/api/subaccount%20", [404]],
  ["/api/subaccount#x", [404]],
  ["/api/subaccount?x#y", [401]],
  ["*", [404]],
  ["/docs/../../package.json", [404]],
  ["/docs/%2e%2e/%2e%2e/package.json", [404]],
  ["/docs/..%5c..%5cpackage.json", [404]],
  ["/dashboard/../../../etc/passwd", [200]],
  ["/dashboard/%2e%2e%2f%2e%2e%2fetc/passwd", [200]],
  ["/assets/..%2f..%2fpackage.json", [404]],
  ["/%2fetc/passwd", [404]],
  ["/hosted/charge/..%2f..%2fhealth", [404]],
  ["/upload/..%2f..%2fetc%2fpasswd", [405]],
  [`/${"a".repeat(15_000)}`, [404]],
  [`/${"a/".repeat(7_000)}`, [404]],
  [`/api/subaccount?${"a=b&".repeat(3_000)}`, [400]],
  [`/api/subaccount?${"%00".repeat(3_000)}`, [401]]
]

const unread = [
  "GET /api\u0000 HTTP/1.1",
  "GET /\u00e9 HTTP/1.1",
  "GET /a b HTTP/1.1",
  "GET /health",
  "GET /health HTTP/2.0",
  "GET /health HTTP/0.9",
  "GET /health http/1.1",
  "GET /health HTTP/1.1 x",
  " GET /health HTTP/1.1",
  "get /health HTTP/1.1",
  "GE\u0000T /health HTTP/1.1",
  "PRI * HTTP/2.0\r\n\r\nSM"
]

const hosts = [
  "Host: x\r\nHost: y",
  "Host: x\r\nhost: x",
  "Host: x, y",
  "Host: x/y",
  "Host: x@y",
  "Host: x y",
  "Host: x\\y",
  "Host: <script>",
  "Host: x\u0000",
  "Host :x",
  "Host: x%00",
  "Host: x?y",
  "Host: x#y",
  "Host: \u00e9",
  "A: b",
  "Host: x\r\n Host: y",
  "Host:\r\n x"
]

const headers: ReadonlyArray<readonly [name: string, headers: string, expected: RawAttempt["expected"]]> = [
  ["a header of 20 kB", `A: ${"x".repeat(20_000)}`, [431]],
  ["3,000 headers", Array.from({ length: 3_000 }, (_, n) => `A${n}: b`).join("\r\n"), [431]],
  ["a name with a space", "A b: c", "refused"],
  ["a name with a zero byte", "A\u0000b: c", "refused"],
  ["a name of nothing", ": c", "refused"],
  ["a value with a zero byte", "A: b\u0000c", "refused"],
  ["a value with a carriage return", "A: b\rc", "refused"],
  ["a value with a line feed", "A: b\nc: d", "refused"],
  ["a folded value", "A: b\r\n c", "refused"],
  ["a value with DEL", "A: b\u007fc", "refused"],
  [
    "an upgrade to h2c",
    "Connection: close, Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__",
    [404]
  ],
  [
    "an upgrade to a web socket",
    "Connection: close, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    [404]
  ],
  ["a length in the Connection header", "Connection: Content-Length\r\nContent-Length: 0", [404]],
  ["another method in a header", "X-HTTP-Method-Override: DELETE", [404]],
  ["another path in a header", "X-Original-URL: /admin/accounts\r\nX-Rewrite-URL: /admin/accounts", [404]],
  ["another host in headers", "X-Forwarded-Host: other.example\r\nForwarded: host=other.example", [404]],
  ["a wait for 100 that never ends", "Expect: 100-continue", [100, 404]],
  ["an expectation that no one knows", "Expect: 200-ok", [417]]
]

/** All of it. */
export const rawAttempts: ReadonlyArray<RawAttempt> = [
  ...mixed,
  ...lengths,
  ...badChunks.map(([name, body]) => framed(`chunks with ${name}`, chunked, "refused", body)),
  ...targets.map(([target, expected]): RawAttempt => ({
    name: `the target ${JSON.stringify(target.slice(0, 60))}`,
    expected,
    bytes: () => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`
  })),
  ...unread.map((first): RawAttempt => ({
    name: `the line ${JSON.stringify(first)}`,
    expected: "refused",
    bytes: (hidden) => Buffer.from(`${first}\r\nHost: x\r\n\r\n${hidden}`, "latin1")
  })),
  ...hosts.map((host): RawAttempt => ({
    name: `the header ${JSON.stringify(host)}`,
    expected: "refused alone",
    bytes: () => Buffer.from(`GET /api/none HTTP/1.1\r\n${host}\r\n\r\n`, "latin1")
  })),
  ...headers.map(([name, lines, expected]): RawAttempt => ({
    name,
    expected,
    bytes: () => Buffer.from(`GET /api/none HTTP/1.1\r\nHost: x\r\n${lines}\r\n\r\n`, "latin1")
  })),
  // RFC 9112 3: words may be any white space apart.
  { name: "a line with two spaces", expected: [404], bytes: () => "GET  /api/none HTTP/1.1\r\nHost: x\r\n\r\n" },
  { name: "a tunnel", expected: "closed", bytes: () => "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n" },
  ...["TRACE", "OPTIONS", "PUT", "DELETE", "PATCH", "PROPFIND", "SEARCH", "LINK"].map((method): RawAttempt => ({
    name: `the method ${method}`,
    expected: [405],
    bytes: () => `${method} /api/subaccount HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`
  }))
]
