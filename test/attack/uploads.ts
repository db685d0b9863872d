// Uploads: files that are not what they say, that lie about their size, or that want to be written elsewhere. The address of a
// document takes one file of the right type, and nothing before it.
import { deflateSync, gzipSync } from "node:zlib"
import { limits } from "../../core/base/limits/limits.ts"
import { declared, keyOf, openHost } from "../support/host.ts"
import { behindProxy, dataOf, exchange, fromElsewhere, send } from "../support/http.ts"
import { type Attempt, type Outcome, Score } from "./attempt.ts"

const key = keyOf("victim")
const png = Buffer.from("89504e470d0a1a0a", "hex")
const jpeg = Buffer.from("ffd8ffe000104a464946", "hex")

interface UploadAttempt extends Attempt<number> {
  readonly type?: string
  readonly body?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  /** Put behind the address. */
  readonly more?: string
}

const zeros = Buffer.alloc(5_000_000)

/** Declared as one type, and another one or none. */
const attempts: ReadonlyArray<UploadAttempt> = [
  ...[
    "text/html",
    "image/svg+xml",
    "application/zip",
    "image/gif",
    "application/octet-stream",
    "image/*",
    "*/*",
    "",
    "image/jpg",
    "application/json",
    "multipart/form-data; boundary=x",
    "text/html; image/png",
    "image/png, text/html"
  ].map((type) => ({
    name: `the type ${JSON.stringify(type)}`,
    expected: 415,
    type
  })),
  { name: "HTML as PNG", expected: 415, body: Buffer.from("<script>alert(1)</script>") },
  { name: "SVG as PNG", expected: 415, body: Buffer.from("<svg onload=\"alert(1)\"/>") },
  { name: "a program as JPEG", expected: 415, type: "image/jpeg", body: Buffer.from("7f454c4602010100", "hex") },
  { name: "a ZIP as PDF", expected: 415, type: "application/pdf", body: Buffer.from("504b0304", "hex") },
  { name: "a PDF that begins later", expected: 415, type: "application/pdf", body: Buffer.from("<html>\n%PDF-1.4") },
  { name: "a JPEG as PNG", expected: 415, body: jpeg },
  { name: "a PNG as JPEG", expected: 415, type: "image/jpeg", body: png },
  { name: "a PNG after a byte order mark", expected: 415, body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), png]) },
  { name: "a PNG cut in its signature", expected: 415, body: png.subarray(0, 7) },
  { name: "a compressed PNG", expected: 415, body: gzipSync(png), headers: { "content-encoding": "gzip" } },
  { name: "5 MB of zeros, compressed", expected: 415, body: gzipSync(zeros), headers: { "content-encoding": "gzip" } },
  {
    name: "5 MB of zeros, deflated",
    expected: 415,
    body: deflateSync(zeros),
    headers: { "content-encoding": "deflate" }
  },
  { name: "nothing", expected: 400, body: Buffer.alloc(0) },
  {
    name: "one byte above the limit",
    expected: 413,
    body: Buffer.concat([png, Buffer.alloc(limits.documentBytes - 7)])
  },
  { name: "over another file", expected: 400, headers: { "if-none-match": "\"x\"" } },
  { name: "a token that is wrong", expected: 410, more: "0" },
  { name: "a name behind the token", expected: 404, more: "/passport.png" },
  { name: "a path behind the token", expected: 404, more: "/../../../../tmp/passport" },
  { name: "an escaped path behind the token", expected: 410, more: "%2f..%2f..%2ftmp%2fpassport" },
  { name: "a zero byte behind the token", expected: 410, more: "%00.html" }
]

/** Tries all of it. */
export const attackUploads = async (): Promise<Outcome> => {
  const score = new Score()
  const host = await openHost({
    accounts: [declared("victim", { kyc: "NONE" })],
    variables: { ...behindProxy },
    worker: false
  })
  const { subAccounts } = dataOf(await send(host.base, { path: "/api/subaccount", key }))
  const [{ subAccountId } = { subAccountId: "" }] = subAccounts as ReadonlyArray<{ readonly subAccountId: string }>
  const document = dataOf(
    await send(host.base, { path: "/api/kyc/document", key, body: { subAccountId, documentType: "ID" } })
  )
  const address = new URL(String(document["uploadUrlFront"])).pathname
  const put = ({ body = png, headers = {}, more = "", type = "image/png" }: Partial<UploadAttempt>) =>
    send(host.base, {
      method: "PUT",
      path: address + more,
      body,
      headers: { "content-type": type, "if-none-match": "*", ...fromElsewhere(), ...headers }
    })
  for (const attempt of attempts) score.expect(attempt.name, attempt.expected, (await put(attempt)).status)
  const head = (line: string) =>
    `PUT ${address} HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nIf-None-Match: *\r\n${line}\r\n\r\n`
  const raw = async (name: string, bytes: ReadonlyArray<string | Uint8Array>, status: RegExp) => {
    const answer = await exchange(host.port, bytes, 500)
    score.note(name, status.test(answer) && !answer.includes(" 200 "), String(status), answer.slice(0, 80))
  }
  await raw("a file that ends before its length", [head("Content-Length: 200000"), png], /^$/)
  await raw("a length beyond the limit", [head(`Content-Length: ${limits.documentBytes + 1}`), png], /^HTTP\/1.1 413/)
  const chunk = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(0x100000), Buffer.from("\r\n")])
  const chunks = Array.from({ length: 11 }, () => chunk)
  await raw("chunks beyond the limit", [head("Transfer-Encoding: chunked"), ...chunks], /^HTTP\/1.1 413/)
  const read = async () =>
    dataOf(
      await send(host.base, {
        path: `/api/kyc/document/${String(document["documentId"])}?subAccountId=${subAccountId}`,
        key
      })
    )
  score.expect("what was uploaded so far", false, (await read())["ready"])
  score.expect("a file that is right", 200, (await put({})).status)
  score.expect("another one after it", 412, (await put({})).status)
  score.expect("what was uploaded then", true, (await read())["ready"])
  await host.close()
  return score.outcome()
}
