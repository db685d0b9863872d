// Every declared endpoint is served, and none that is not declared: the definition is what there is to attack.
import { afterAll, beforeAll, expect, it } from "vitest"
import { definition } from "../../hosts/http/api/definition/definition.ts"
import { managementRoutes } from "../../hosts/http/api/management/routes.ts"
import { type TestHost, openHost } from "../support/host.ts"
import { send } from "../support/http.ts"
import { operatorTokenOf } from "./as-operator.ts"

let host: TestHost
beforeAll(async () => {
  host = await openHost({ worker: false })
})
afterAll(() => host.close())

// The stream of changes goes on, an inbox has to have a name, and a link that opens nothing answers like a path that is not there.
const asksForMore = /\/live$|^\/provider\/:name|^\/hosted\/(?:charge|receipt)\//

const endpoints = Object.values(definition).flat().filter(({ path }) => !asksForMore.test(path))

it.each(endpoints.map(({ method, path }) => [method, path] as const))(
  "serves %s %s",
  async (method, path) => {
    const key = path.startsWith("/admin/") || path.startsWith("/dashboard/") ? operatorTokenOf(host) : undefined
    // The stream of changes goes on; a token names no payment.
    if (path.endsWith("/live")) return
    const answer = await send(host.base, { method, path: path.replace(/:\w+/g, "x"), key })
    expect([method, path, answer.text]).not.toEqual([method, path, expect.stringContaining("There is no such path")])
    expect(answer.status).not.toBe(405)
  }
)

it("has one route for each endpoint of management", () => {
  const served = managementRoutes().map(({ method, path }) => `${method} ${path}`)
  expect(served.toSorted()).toEqual(definition.management.map(({ method, path }) => `${method} ${path}`).toSorted())
})
