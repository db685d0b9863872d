// Webhooks over TLS: the name of the URL is asked for (SNI) and checked, and a wrong certificate is no answer.
import { it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:https"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { describe, expect } from "vitest"
import { layer } from "../../../../adapters/node/notifier.ts"
import { Notifier } from "../../../../core/ports/notifier.ts"
import { certificateFor } from "../../../support/certificate.ts"
import { listening } from "./receiver.ts"

const good = certificateFor("hooks.example", "250101", "491231")
const expired = certificateFor("hooks.example", "240101", "241231")

const trusting = (certificates: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const before = getCACertificates("default")
      setDefaultCACertificates([...before, ...certificates])
      return before
    }),
    (before) => Effect.sync(() => setDefaultCACertificates(before))
  )

const posting = (host: string, certificate: typeof good) =>
  Effect.gen(function*() {
    const asked: Array<unknown> = []
    const requests: Array<string | undefined> = []
    const server = createServer(certificate, (request, response) => {
      requests.push(request.headers.host)
      response.end()
    })
    server.on("secureConnection", (socket) => asked.push(socket.servername))
    const port = yield* listening(server)
    const answer = yield* Notifier.use((notifier) =>
      notifier.post({ url: `https://${host}:${port}/`, headers: { Host: "hooks.example" }, body: "{}" })
    ).pipe(
      Effect.provide(layer({ allowed: "private", resolve: () => Promise.resolve(["127.0.0.1"]) }), { local: true })
    )
    return { answer, asked, requests: requests.map((name) => name?.replace(`:${port}`, "")) }
  })

describe("TLS", () => {
  it.live("asks for the name of the URL and accepts its certificate", () =>
    Effect.gen(function*() {
      yield* trusting([good.cert])
      expect(yield* posting("hooks.example", good)).toEqual({
        answer: { _tag: "Answered", status: 200 },
        asked: ["hooks.example"],
        requests: ["hooks.example"]
      })
    }))

  it.live.each([
    {
      title: "that no one vouches for",
      trusted: [],
      host: "hooks.example",
      certificate: good,
      code: "DEPTH_ZERO_SELF_SIGNED_CERT"
    },
    {
      title: "of another name",
      trusted: [good.cert],
      host: "other.example",
      certificate: good,
      code: "ERR_TLS_CERT_ALTNAME_INVALID"
    },
    {
      title: "of a name, for an address",
      trusted: [good.cert],
      host: "127.0.0.1",
      certificate: good,
      code: "ERR_TLS_CERT_ALTNAME_INVALID"
    },
    {
      title: "that has expired",
      trusted: [expired.cert],
      host: "hooks.example",
      certificate: expired,
      code: "CERT_HAS_EXPIRED"
    }
  ])(
    "refuses a certificate $title, before anything is sent",
    ({ certificate, code, host, trusted }) =>
      Effect.gen(function*() {
        yield* trusting(trusted)
        const { answer, requests } = yield* posting(host, certificate)
        expect(answer).toEqual({ _tag: "Unreached", problem: { code: "connectionFailed", detail: code } })
        expect(requests).toEqual([])
      })
  )

  it.live("checks certificates though the environment says otherwise", () =>
    Effect.gen(function*() {
      const name = "NODE_TLS_REJECT_UNAUTHORIZED"
      yield* Effect.acquireRelease(
        Effect.sync(() => process.env[name] = "0"),
        () => Effect.sync(() => delete process.env[name])
      )
      expect((yield* posting("hooks.example", good)).answer).toMatchObject({ _tag: "Unreached" })
    }))
})
