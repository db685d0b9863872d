// The page of the dashboard and its files: a policy that lets nothing in from elsewhere, hashed names kept for ever, and no other
// file of the machine.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { dashboardPage, makeDashboardPage } from "../../hosts/http/pages/dashboard-files.ts"
import type { WireAnswer } from "../../hosts/http/api/request/wire.ts"
import { eventually, scratch } from "../support/host.ts"

const directory = scratch()
mkdirSync(join(directory, "dist", "assets"), { recursive: true })
writeFileSync(join(directory, "outside.txt"), "not yours")
writeFileSync(join(directory, "dist", "index.html"), "<!doctype html>")
writeFileSync(join(directory, "dist", "assets", "index-a1b2.js"), "console.log(1)")
writeFileSync(join(directory, "dist", "assets", "font-c3.woff2"), "woff2")
const page = makeDashboardPage(join(directory, "dist"))

const ask = async (
  path: string,
  { encoding, method = "GET", of = page }: { encoding?: string; method?: string; of?: typeof page } = {}
): Promise<WireAnswer> => {
  const headers = encoding === undefined ? {} : { "accept-encoding": encoding }
  const answer = of({ method, target: path, headers, body: new Uint8Array() }, path)
  if (answer === undefined) throw new Error(`${path} is not the dashboard's`)
  return answer
}

describe("the dashboard's files", () => {
  it("loads nothing and talks to no one but its host §dashboard-files", async () => {
    const { headers, status } = await ask("/dashboard/")
    expect(status).toBe(200)
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; "
        + "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    expect(headers).toMatchObject({
      "cache-control": "no-cache",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin"
    })
  })

  it("is one page under every path of a view §dashboard-files", async () => {
    for (const path of ["/dashboard/", "/dashboard/deposits", "/dashboard/deposits/dep_1"]) {
      expect([path, Buffer.from((await ask(path)).body as Uint8Array).toString()]).toEqual([path, "<!doctype html>"])
    }
    expect(await ask("/dashboard")).toMatchObject({ status: 308, headers: { location: "/dashboard/" } })
    expect(page({ method: "GET", target: "/", headers: {}, body: new Uint8Array() }, "/dashboards")).toBeUndefined()
  })

  it("keeps what has a hash in its name for ever, squeezed as the browser takes it §dashboard-files", async () => {
    const path = "/dashboard/assets/index-a1b2.js"
    const plain = await ask(path)
    expect(plain.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "text/javascript; charset=utf-8",
      vary: "accept-encoding"
    })
    expect(plain.headers["content-encoding"]).toBeUndefined()
    const br = await ask(path, { encoding: "gzip, deflate, br" })
    expect([br.headers["content-encoding"], brotliDecompressSync(br.body as Uint8Array).toString()]).toEqual([
      "br",
      "console.log(1)"
    ])
    const gzip = await ask(path, { encoding: "gzip" })
    expect([gzip.headers["content-encoding"], gunzipSync(gzip.body as Uint8Array).toString()]).toEqual([
      "gzip",
      "console.log(1)"
    ])
    const font = await ask("/dashboard/assets/font-c3.woff2", { encoding: "br" })
    expect(font.headers["content-encoding"]).toBeUndefined()
  })

  it("reads a file with a hash in its name once, and the page again after a second §dashboard-files", async () => {
    const own = scratch()
    mkdirSync(join(own, "assets"))
    const write = (text: string) => {
      for (const name of ["index.html", "assets/view-d4.js"]) writeFileSync(join(own, name), text)
    }
    const of = makeDashboardPage(own)
    const read = async (path: string) => {
      const { body, status } = await ask(path, { of })
      return [status, typeof body === "string" ? body : Buffer.from(body as Uint8Array).toString()]
    }
    expect(await read("/dashboard/assets/view-d4.js")).toEqual([404, expect.any(String)])
    write("first")
    expect([await read("/dashboard/"), await read("/dashboard/assets/view-d4.js")]).toEqual([[200, "first"], [
      200,
      "first"
    ]])
    write("second")
    expect(await read("/dashboard/assets/view-d4.js")).toEqual([200, "first"])
    await eventually(() => read("/dashboard/"), ([, text]) => text === "second")
  })

  it.each([
    "/dashboard/../outside.txt",
    "/dashboard/assets/../../outside.txt",
    "/dashboard/%2e%2e/outside.txt",
    "/dashboard//etc/hosts.txt",
    "/dashboard/assets/none.js",
    "/dashboard/.env.txt"
  ])("has no file but those of the build: %s §dashboard-files", async (path) => {
    expect((await ask(path)).status).toBe(404)
  })

  it("says how it is built where it is not, and takes no other method", async () => {
    const answer = await ask("/dashboard/", { of: makeDashboardPage(join(directory, "nowhere")) })
    expect([answer.status, answer.body]).toEqual([503, expect.stringContaining("npm run")])
    expect((await ask("/dashboard/", { method: "POST" })).status).toBe(405)
    expect([200, 503]).toContain((await ask("/dashboard/", { of: dashboardPage })).status)
  })
})
