// Documents, uploads, liveness and the hosted pages over the wire (spec "KYC and KYB"; C15, C28, C29).
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Accounts } from "../../core/customers/account/account.ts"
import { limits } from "../../core/base/limits/limits.ts"
import { list } from "../../core/engine/store/records.ts"
import { readDocument, registerDocument, validateLiveness } from "../../hosts/http/api/definition/kyc-document.ts"
import { type FetchHandler, fetchHandler } from "../../hosts/http/server/fetch.ts"
import { type TestHost, bannerKey, declared, keyOf, openHost, scratch, sqliteDatabase } from "../support/host.ts"
import { type Answer, bodyOf, dataOf, exchange, expectFailure, expectSuccess, lasting, send } from "../support/http.ts"
import { asOperator } from "./as-operator.ts"
import { type Upload, confirmCapture, upload } from "./uploads.ts"

const key = keyOf("acme")
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from("the face of a person, in the clear")])
const ofSize = (bytes: number): Buffer => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
const anyText = expect.any(String) as unknown

const mainOf = async (host: TestHost, as: string): Promise<string> => {
  const page = dataOf(await send(host.base, { path: "/api/subaccount", key: as })) as {
    readonly subAccounts: ReadonlyArray<{ readonly subAccountId: string }>
  }
  return String(page.subAccounts[0]?.subAccountId)
}

describe("documents", () => {
  const database = sqliteDatabase()
  let host: TestHost
  let subAccountId: string
  beforeAll(async () => {
    host = await openHost({
      accounts: [declared("acme", { kyc: "NONE" }), declared("stranger")],
      variables: { DATABASE_URL: database.url },
      worker: false
    })
    subAccountId = await mainOf(host, key)
  })
  afterAll(() => host.close())

  const register = async (parts: Readonly<Record<string, unknown>> = {}): Promise<Readonly<Record<string, string>>> => {
    const body = { subAccountId, documentType: "ID", ...parts }
    const answer = await send(host.base, { path: "/api/kyc/document", key, body })
    return expectSuccess(registerDocument, answer)["data"] as Readonly<Record<string, string>>
  }
  const pathOf = (url: string | undefined): string => new URL(String(url)).pathname
  const put = (url: string | undefined, parts: Upload = {}) => upload(host.base, url, { body: jpeg, ...parts })
  const read = async (documentId: string | undefined): Promise<unknown> => {
    const path = `/api/kyc/document/${String(documentId)}?subAccountId=${subAccountId}`
    return expectSuccess(readDocument, await send(host.base, { path, key }))["data"]
  }
  const validate = (token: unknown, headers = {}) => confirmCapture(host.base, token, headers)

  it("§kyc-document-endpoint §kyc-upload-endpoint §kyc-document-readiness registers, takes both sides without a key, and is ready §endpoint-register-document §endpoint-read-document", async () => {
    const data = await register({ documentType: "DRIVERS-LICENSE", isDoubleSided: true })
    expect([data["uploadUrlFront"], data["uploadUrlBack"]].map((url) => new URL(String(url)).origin)).toEqual([
      host.base,
      host.base
    ])
    for (const side of ["uploadUrlFront", "uploadUrlBack"]) {
      const answer = await put(data[side])
      expect([answer.status, bodyOf(answer)]).toEqual([
        200,
        { success: true, data: { documentId: data["documentId"], status: "COMPLETED" } }
      ])
    }
    expect(await read(data["documentId"])).toEqual({
      documentId: data["documentId"],
      ready: true,
      documentType: "DRIVERS-LICENSE",
      uploadStatusFront: "COMPLETED",
      uploadStatusBack: "COMPLETED"
    })
  })

  it("§liveness-endpoint is captured by the token alone, without a key, exactly once §endpoint-validate-liveness", async () => {
    const data = await register({ documentType: "SELFIE-FROM-LIVENESS" })
    expect(data["livenessUrl"]).toBe(`${host.base}/hosted/liveness#${String(data["validateLivenessToken"])}`)
    const answer = await validate(data["validateLivenessToken"])
    expect(expectSuccess(validateLiveness, answer)).toEqual({
      success: true,
      data: { documentId: data["documentId"], status: "COMPLETED" }
    })
    expect(await read(data["documentId"])).toMatchObject({ ready: true, uploadStatusFront: "COMPLETED" })
    const wrong = { status: 400, errorCode: "VALIDATION_FAILED", fields: ["validateLivenessToken"] }
    expectFailure(await validate(data["validateLivenessToken"]), wrong)
    expectFailure(await validate("x.y.z"), wrong)
  })

  it("§kyc-document-validation refuses what a registration may not say, each field by its name", async () => {
    const rows: ReadonlyArray<readonly [object, ReadonlyArray<string>]> = [
      [{}, ["subAccountId", "documentType"]],
      [{ subAccountId, documentType: "RG" }, ["documentType"]],
      [{ subAccountId, documentType: "id" }, ["documentType"]],
      [{ subAccountId, documentType: "ID", isDoubleSided: "true" }, ["isDoubleSided"]],
      [{ subAccountId, documentType: "ID", isDoubleSided: null }, ["isDoubleSided"]],
      [{ subAccountId, documentType: "ID", redirectUrl: "https://x.example" }, ["redirectUrl"]],
      [{ subAccountId: "", documentType: "ID" }, ["subAccountId"]]
    ]
    for (const [body, fields] of rows) {
      expectFailure(await send(host.base, { path: "/api/kyc/document", key, body }), {
        status: 400,
        errorCode: "VALIDATION_FAILED",
        fields
      })
    }
    expectFailure(await send(host.base, { path: "/api/kyc/document", body: {} }), {
      status: 401,
      errorCode: "UNAUTHORIZED"
    })
    expectFailure(await send(host.base, { path: "/api/kyc/document/doc_1", key }), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["subAccountId"]
    })
  })

  it("§kyc-document-register-key replays a registration byte for byte, and its address works once", async () => {
    const ask = (documentType = "ID") =>
      send(host.base, {
        path: "/api/kyc/document",
        key,
        body: { subAccountId, documentType },
        headers: { "idempotency-key": "register-1" }
      })
    const [first, second] = [await ask(), await ask()]
    expect([second.text, second.headers["idempotency-replayed"]]).toEqual([first.text, "true"])
    expectFailure(await ask("PASSPORT"), { status: 409, errorCode: "IDEMPOTENCY_CONFLICT" })
    expect((await put(dataOf(first)["uploadUrlFront"] as string)).status).toBe(200)
    expectFailure(await put(dataOf(second)["uploadUrlFront"] as string), { status: 412, errorCode: "UPLOAD_USED" })
  })

  it("§kyc-document-foreign answers for a foreign document byte for byte like for a missing one", async () => {
    const { documentId } = await register()
    const stranger = keyOf("stranger")
    const strangers = await mainOf(host, stranger)
    const ask = (id: string, subaccount: string, as: string) =>
      send(host.base, { path: `/api/kyc/document/${id}?subAccountId=${subaccount}`, key: as })
    const comparable = (answer: Answer) => ({ ...lasting(answer), status: answer.status, text: answer.text })
    const missing = comparable(await ask("doc_00000000000000000000000000000000", strangers, stranger))
    expect(missing).toMatchObject({ status: 404 })
    for (const subaccount of [subAccountId, strangers]) {
      expect(comparable(await ask(String(documentId), subaccount, stranger))).toEqual(missing)
    }
    expect(comparable(await ask(String(documentId), "sub_0", key))).toEqual(missing)
  })

  describe("an upload", () => {
    it("§kyc-upload-size takes 10 MiB, and not a byte more §limit-document-bytes", async () => {
      const data = await register()
      expectFailure(await put(data["uploadUrlFront"], { body: ofSize(limits.documentBytes + 1) }), {
        status: 413,
        errorCode: "PAYLOAD_TOO_LARGE"
      })
      expect((await put(data["uploadUrlFront"], { body: ofSize(limits.documentBytes) })).status).toBe(200)
      expect(limits.documentBytes).toBe(10 * 1_024 * 1_024)
    })

    it("§kyc-upload-size is cut off when it streams more than it may", async () => {
      const path = pathOf((await register())["uploadUrlFront"])
      const chunk = `100000\r\n${"x".repeat(0x100000)}\r\n`
      const raw = await exchange(host.port, [
        `PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: image/jpeg\r\nIf-None-Match: *\r\nTransfer-Encoding: chunked\r\n\r\n`,
        ...Array.from({ length: 12 }, () => chunk)
      ])
      expect(raw).toMatch(/^HTTP\/1\.1 413 [\s\S]*10 MiB/)
    })

    /** An upload that brings some of what it announced, and then no more; what it is answered. */
    const stalled = (path: string): Promise<string> =>
      exchange(host.port, [
        `PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: image/jpeg\r\nIf-None-Match: *\r\n`
        + "Content-Length: 1000000\r\n\r\n",
        "x".repeat(70_000)
      ], 60_000)

    // S5
    it("§kyc-upload-proof is received while sixteen stall under addresses that were never given out", async () => {
      const data = await register()
      const [, token = ""] = pathOf(data["uploadUrlFront"]).split("/upload/")
      const forged = `/upload/${token.slice(0, -64)}${"0".repeat(64)}`
      const crowd = Array.from({ length: 16 }, (_, n) => stalled(n % 2 === 0 ? "/upload/x" : forged))
      expect((await put(data["uploadUrlFront"], { body: ofSize(1_000_000) })).status).toBe(200)
      // They are answered without waiting for what they announced.
      for (const answer of await Promise.all(crowd)) expect(answer).toMatch(/^HTTP\/1\.1 410 /)
    })

    // S5
    it("§kyc-upload-rate is cut off when it stalls, and leaves its place to others", async () => {
      const data = await register()
      const path = pathOf(data["uploadUrlFront"])
      const crowd = Array.from({ length: limits.uploadsAtOnce.address }, () => stalled(path))
      for (const answer of await Promise.all(crowd)) expect(answer).toMatch(/^HTTP\/1\.1 408 /)
      expect((await put(data["uploadUrlFront"], { body: ofSize(1_000_000) })).status).toBe(200)
    })

    it("leaves every other path at 64 KiB, whatever the method", async () => {
      const body = Buffer.alloc(65_537, "x")
      for (
        const sent of [
          { path: "/api/kyc/document", key, body },
          { path: "/api/public/liveness/validate", body },
          { path: "/hosted/api/attempt", body },
          { path: "/upload/x", method: "POST", body },
          { path: "/provider/webhook", body }
        ]
      ) {
        const { status } = await send(host.base, sent)
        expect([sent.path, status]).toEqual([sent.path, sent.path === "/upload/x" ? 405 : 413])
      }
    })

    it.each([
      ["no type", { "content-type": "" }],
      ["a type that is not taken", { "content-type": "image/webp" }],
      ["JSON", { "content-type": "application/json" }],
      ["a type that it is not", { "content-type": "application/pdf" }]
    ])("§kyc-upload-415 is refused with %s §error-unsupported-media", async (_what, headers) => {
      const data = await register()
      expectFailure(await put(data["uploadUrlFront"], { headers }), {
        status: 415,
        errorCode: "UNSUPPORTED_MEDIA_TYPE"
      })
    })

    it("§kyc-upload-400 is refused without If-None-Match: * and without a file", async () => {
      const data = await register()
      expectFailure(await put(data["uploadUrlFront"], { headers: { "if-none-match": "\"x\"" } }), {
        status: 400,
        errorCode: "VALIDATION_FAILED",
        fields: ["If-None-Match"]
      })
      expectFailure(await put(data["uploadUrlFront"], { body: Buffer.alloc(0) }), {
        status: 400,
        errorCode: "VALIDATION_FAILED",
        fields: ["body"]
      })
    })

    it("§kyc-upload-410 is refused under an address that was never given out §error-upload-expired", async () => {
      for (const path of ["/upload/x", "/upload/doc_1.front.x", `/upload/doc_1.front.${"0".repeat(64)}`]) {
        expectFailure(await put(`${host.base}${path}`), { status: 410, errorCode: "UPLOAD_EXPIRED" })
      }
      expectFailure(await send(host.base, { method: "PUT", path: "/upload/", body: "x" }), {
        status: 404,
        errorCode: "NOT_FOUND"
      })
    })

    it("§kyc-upload-412 wins once of many at the same time §error-upload-used", async () => {
      const data = await register()
      const answers = await Promise.all(Array.from({ length: 8 }, () => put(data["uploadUrlFront"])))
      expect(answers.filter(({ status }) => status === 200).length).toBe(1)
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expectFailure(answer, { status: 412, errorCode: "UPLOAD_USED" })
      }
    })

    it("§kyc-upload-sealed leaves nothing readable beside the database, in it, or of what lost", async () => {
      const directory = `${database.path}.documents`
      const before = readdirSync(directory).length
      const data = await register()
      await Promise.all(Array.from({ length: 4 }, () => put(data["uploadUrlFront"])))
      const files = readdirSync(directory)
      expect(files.length).toBe(before + 1)
      expect(files.filter((name) => !name.endsWith(".sealed"))).toEqual([])
      const token = pathOf(data["uploadUrlFront"]).split(".").at(-1) ?? "?"
      const everything = [
        ...files.map((name) => readFileSync(`${directory}/${name}`)),
        readFileSync(database.path),
        readFileSync(`${database.path}-wal`)
      ]
      for (const canary of ["the face of a person", token]) {
        expect([canary, everything.some((file) => file.includes(canary))]).toEqual([canary, false])
      }
    })
  })
})

describe("the directory of documents", () => {
  it("§kyc-document-directory is the one that is named, a part of it for each environment", async () => {
    const directory = join(scratch(), "documents")
    const host = await openHost({
      accounts: [declared("acme")],
      variables: { PONTEPAY_DOCUMENTS_DIR: directory },
      worker: false
    })
    const body = { subAccountId: await mainOf(host, key), documentType: "PROOF" }
    const data = dataOf(await send(host.base, { path: "/api/kyc/document", key, body }))
    const answer = await upload(host.base, data["uploadUrlFront"], { body: jpeg })
    expect([answer.status, readdirSync(directory), readdirSync(join(directory, "sandbox")).length]).toEqual([
      200,
      ["sandbox"],
      1
    ])
    await host.close()
  })
})

describe("how often a liveness may be confirmed", () => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({ worker: false })
  })
  afterAll(() => host.close())
  const path = "/api/public/liveness/validate"

  /** A token that was used: calls with it count, and change nothing. */
  const usedToken = async (): Promise<string> => {
    const key = bannerKey(host)
    const body = { subAccountId: await mainOf(host, key), documentType: "SELFIE-FROM-LIVENESS" }
    const { validateLivenessToken } = dataOf(await send(host.base, { path: "/api/kyc/document", key, body }))
    const peer = "198.51.100.99"
    expect(await asked(fetchHandler(host.service.app), validateLivenessToken, peer)).toBe(200)
    return String(validateLivenessToken)
  }
  const asked = async (
    handler: FetchHandler,
    validateLivenessToken: unknown,
    peer: string | undefined,
    headers: Readonly<Record<string, string>> = {}
  ): Promise<number> => {
    const request = new Request(`http://localhost${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ validateLivenessToken })
    })
    return (await handler(request, peer)).status
  }

  it("§liveness-429 answers 429 with Retry-After to the eleventh call, whatever X-Forwarded-For says", async () => {
    const body = { validateLivenessToken: await usedToken() }
    const answers: Array<readonly unknown[]> = []
    for (let n = 0; n < 10; n++) {
      const headers = { "x-forwarded-for": `192.0.2.${n}`, forwarded: `for=192.0.2.${n}`, "x-real-ip": `192.0.2.${n}` }
      const answer = await send(host.base, { path, body, headers })
      answers.push([answer.status, answer.headers["ratelimit-limit"], answer.headers["ratelimit-remaining"]])
    }
    // F10: refusals as well
    expect(answers).toEqual(Array.from({ length: 10 }, (_, n) => [400, "10", String(9 - n)]))
    const refused = await send(host.base, { path, body, headers: { "x-forwarded-for": "192.0.2.99" } })
    expectFailure(refused, { status: 429, errorCode: "RATE_LIMITED" })
    const wait = Number(refused.headers["retry-after"])
    expect([Number.isInteger(wait), wait > 0, wait <= 60]).toEqual([true, true, true])
    expect((await send(host.base, { path: "/api/subaccount", key: bannerKey(host) })).status).toBe(200)
  })

  it("counts by the address that the embedding server tells", async () => {
    const token = await usedToken()
    const ask = (peer: string | undefined) => asked(fetchHandler(host.service.app), token, peer)
    const statuses = []
    for (let n = 0; n < 11; n++) statuses.push(await ask("198.51.100.1"))
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
    expect([await ask("::ffff:198.51.100.1"), await ask("198.51.100.2"), await ask(undefined)]).toEqual([429, 400, 400])
  })

  // S9
  it("counts by the client's address behind a proxy that is trusted, as allow-lists of keys do §trusted-proxies", async () => {
    const behind = await openHost({
      accounts: [declared("acme")],
      variables: { PONTEPAY_TRUSTED_PROXIES: "127.0.0.0/8, 10.0.0.0/8" },
      worker: false
    })
    try {
      const from = (address: string) => ({ "x-forwarded-for": `192.0.2.1, ${address}, 10.0.0.7` })
      const body = { subAccountId: await mainOf(behind, key), documentType: "SELFIE-FROM-LIVENESS" }
      const made = dataOf(await send(behind.base, { path: "/api/kyc/document", key, body }))
      const confirm = (address: string) =>
        confirmCapture(behind.base, made["validateLivenessToken"], from(address)).then(({ status }) => status)
      const statuses = []
      for (let n = 0; n < 11; n++) statuses.push(await confirm("203.0.113.1"))
      expect([...statuses, await confirm("203.0.113.2")]).toEqual([
        200,
        ...Array.from({ length: 9 }, () => 400),
        429,
        400
      ])
      const rows = await behind.inSandbox(list(Accounts, "all", "all", { limit: 10 }))
      const accountId = rows.find(({ value }) => value.name === "acme")?.value.id ?? ""
      const keys = await asOperator(behind)("POST", `/admin/accounts/${accountId}/keys`, {
        allowedAddresses: ["203.0.113.0/24"]
      })
      const narrow = String(dataOf(keys)["secret"])
      const read = (headers: Readonly<Record<string, string>>) =>
        send(behind.base, { path: "/api/subaccount", key: narrow, headers }).then(({ status }) => status)
      expect(await Promise.all([read(from("203.0.113.5")), read(from("198.51.100.5")), read({})])).toEqual([
        200,
        401,
        401
      ])
    } finally {
      await behind.close()
    }
  })

  it("takes uploads through a fetch handler, with their own limit", async () => {
    const handler = fetchHandler(host.service.app)
    const as = Redacted.value(host.service.sandboxApiKey)
    const registered = await handler(
      new Request("http://localhost/api/kyc/document", {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${as}` },
        body: JSON.stringify({ subAccountId: await mainOf(host, as), documentType: "PASSPORT" })
      })
    )
    const { data } = await registered.json() as { readonly data: { readonly uploadUrlFront: string } }
    const put = async (bytes: number) => {
      const headers = { "content-type": "image/jpeg", "if-none-match": "*" }
      return (await handler(
        new Request(data.uploadUrlFront, { method: "PUT", headers, body: new Uint8Array(ofSize(bytes)) })
      )).status
    }
    expect([await put(limits.documentBytes + 1), await put(100_000)]).toEqual([413, 200])
  })
})

describe("the hosted pages", () => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({ worker: false })
  })
  afterAll(() => host.close())

  it.each([
    "/hosted/liveness",
    "/hosted/liveness/provider",
    "/hosted/kyc",
    "/hosted/kyb/company",
    "/hosted/kyb/representative"
  ])("§hosted-served %s is plain HTML that cannot be framed or kept, in the person's language", async (path) => {
    const answer = await send(host.base, { path, headers: { "accept-language": "pt-BR" } })
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-language": "pt-BR",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "content-security-policy": expect.stringContaining("frame-ancestors 'none'") as unknown
      },
      text: expect.stringMatching(/^<!doctype html>\n<html lang="pt-BR">/) as unknown
    })
    expect((await send(host.base, { path })).text).toContain("<html lang=\"en\">")
    expect((await send(host.base, { path, method: "HEAD" })).text).toBe("")
    expectFailure(await send(host.base, { path, method: "POST", body: {} }), {
      status: 405,
      errorCode: "METHOD_NOT_ALLOWED"
    })
  })

  it("§hosted-attempt refuse a session that no one was given, without a word about it", async () => {
    const ask = (body: unknown) => send(host.base, { path: "/hosted/api/attempt", body })
    expectFailure(await ask({ session: "0".repeat(64) }), { status: 404, errorCode: "NOT_FOUND" })
    expectFailure(await ask({}), { status: 400, errorCode: "VALIDATION_FAILED", fields: ["session"] })
    expectFailure(await ask({ session: "" }), { status: 400, errorCode: "VALIDATION_FAILED", fields: ["session"] })
    expectFailure(await ask({ session: "x", more: 1 }), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["more"]
    })
  })

  it("§hosted-attempt confirm a hosted attempt with the session of its address, and lead back", async () => {
    const key = bannerKey(host)
    const made = dataOf(await send(host.base, { path: "/api/subaccount", key, body: { name: "Ana" } }))
    const started = await send(host.base, {
      path: "/api/kyc",
      key,
      body: { subAccountId: made["subAccountId"], redirectUrl: "https://shop.example/back" }
    })
    expect([started.status, started.text]).toEqual([201, anyText])
    const url = new URL(String(dataOf(started)["url"]))
    expect((await send(host.base, { path: url.pathname })).status).toBe(200)
    const answer = await send(host.base, { path: "/hosted/api/attempt", body: { session: url.hash.slice(1) } })
    expect([answer.status, bodyOf(answer)]).toEqual([
      200,
      { success: true, data: { isComplete: true, redirectUrl: "https://shop.example/back" } }
    ])
  })

  it("§hosted-attempt confirm a company and its representative, each on a page of its own", async () => {
    const key = bannerKey(host)
    const company = { name: "Padaria Ltda", email: "ops@padaria.example", accountType: "COMPANY" }
    const made = dataOf(await send(host.base, { path: "/api/subaccount", key, body: company }))
    const started = await send(host.base, { path: "/api/kyb", key, body: { subAccountId: made["subAccountId"] } })
    const urls = ["basicCompanyDataUrl", "authorizedRepresentativeUrl"].map((name) =>
      new URL(String(dataOf(started)[name]))
    )
    expect(urls.map(({ pathname }) => pathname)).toEqual(["/hosted/kyb/company", "/hosted/kyb/representative"])
    const complete: Array<unknown> = []
    for (const { hash, pathname } of urls) {
      expect((await send(host.base, { path: pathname })).status).toBe(200)
      const answer = await send(host.base, { path: "/hosted/api/attempt", body: { session: hash.slice(1) } })
      complete.push(dataOf(answer))
    }
    expect(complete).toEqual([{ isComplete: false, redirectUrl: null }, { isComplete: true, redirectUrl: null }])
  })
})
