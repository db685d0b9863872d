// Requests that a tenant makes the service send: every URL that it takes, at registration and at delivery, and every other field that
// holds an address. Names are asked of a name server of ours, whose answers change; nothing but what was checked is connected to.
import { createServer } from "node:http"
import { Effect } from "effect"
import { technical } from "../../core/base/reason/reason.ts"
import { limits } from "../../core/base/limits/limits.ts"
import { Notifier, type NotifierAnswer } from "../../core/ports/notifier.ts"
import { depositOf } from "../http/sandbox.ts"
import { type TestHost, declared, keyOf, openHost, operatorToken } from "../support/host.ts"
import { bodyOf, dataOf, send } from "../support/http.ts"
import { onLoopback } from "../support/loopback.ts"
import { literals, names, urls } from "../unit/adapters/node/ssrf-cases.ts"
import { type Outcome, Score } from "./attempt.ts"
import { openDns, watchDialler } from "./dns.ts"

const key = keyOf("victim")

/** Names whose second answer is another one than the first. */
const moving: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>> = {
  "moving.example": [["1.1.1.1"], ["127.0.0.1"]],
  "moving-to-metadata.example": [["8.8.8.8"], ["169.254.169.254"]],
  "moving-inside.example": [["1.1.1.1"], ["10.0.0.1"]],
  "moving-in-part.example": [["1.1.1.1"], ["1.1.1.1", "192.168.0.1"]],
  "moving-first.example": [["127.0.0.1"], ["1.1.1.1"]]
}

const fixed = new Map(
  Object.entries(names).map(([name, addresses]) => [new URL(`https://${name}/`).hostname.replace(/\.$/, ""), addresses])
)

/** URLs for hosts that are no public ones, by name and by number. */
const hosts = [...literals, ...Object.keys(names)].flatMap((host) => [`https://${host}/hook`, `http://${host}:8080/`])

/** Where people are sent to after a page, which their browsers would open. */
const redirects = [
  "javascript:alert(1)",
  "data:text/html,x",
  "//other.example/",
  "/path",
  "ftp://x/",
  "file:///etc/passwd",
  "https://",
  "https://user:secret@other.example/",
  "https://a b.example/",
  "https:\\\\other.example",
  "\u0000https://x.example/",
  "vbscript:x",
  "https://x.example\n/",
  " https://x.example/",
  "blob:https://x.example/1",
  `https://x.example/${"a".repeat(2_100)}`
]

/** Lightning addresses name a host that somebody has to ask for an invoice. */
const lightningHosts = [
  "127.0.0.1",
  "localhost",
  "169.254.169.254",
  "[::1]",
  "10.0.0.1",
  "2130706433",
  "0x7f.1",
  "a.internal",
  "127.0.0.1:6379",
  "x.example/path",
  "x.example?y",
  "x.example#y",
  "user@x.example",
  "xn--lcalhost-54a.example"
]

const registered = async (host: TestHost, url: string) => {
  const { accounts } = dataOf(await send(host.base, { path: "/admin/accounts", key: operatorToken }))
  const { accountId } =
    (accounts as ReadonlyArray<Readonly<Record<string, string>>>).find(({ name }) => name === "victim") ?? {}
  return send(host.base, { path: `/admin/accounts/${accountId}/webhooks`, key, body: { url } })
}

const delivered = (host: TestHost, url: string): Promise<NotifierAnswer> =>
  host.inSandbox(Effect.flatMap(Notifier, (notifier) => notifier.post({ url, headers: {}, body: "{}" })))

/** Whether nothing was sent, for a reason of ours or because the name has no address. */
const isRefused = (answer: NotifierAnswer): boolean =>
  answer._tag === "NotAllowed" ||
  answer._tag === "Unreached" && /^notSent|ENOTFOUND|ENODATA|unknown|EBADNAME/.test(technical(answer.problem))

/** Tries all of it. */
export const attackByUrl = async (): Promise<Outcome> => {
  const score = new Score()
  const times = new Map<string, number>()
  const dns = await openDns((name) => {
    const answers = moving[name]
    const time = times.get(name) ?? 0
    times.set(name, time + 1)
    return answers === undefined ? fixed.get(name) : answers[Math.min(time, answers.length - 1)]
  })
  const host = await openHost({
    accounts: [declared("victim", { kyc: "NONE" })],
    variables: { HOST: "0.0.0.0", PONTEPAY_OPERATOR_TOKEN: operatorToken },
    worker: false
  })
  const watch = watchDialler()
  const own = ` ${host.port}`
  /** What was dialled since it was last asked, but for the requests of this test itself. */
  const sent = () => watch.dialled.splice(0).filter((each) => !each.endsWith(own))
  for (const url of [...hosts, ...urls]) {
    const { status } = await registered(host, url)
    score.expect(`registering ${JSON.stringify(url)}`, [400, []], [status, sent()])
    const answer = await delivered(host, url)
    const dialled = sent()
    score.note(`delivering to ${JSON.stringify(url)}`, isRefused(answer) && dialled.length === 0, "nothing", [
      answer,
      dialled
    ])
  }
  for (const [name, [first = [], second = []]] of Object.entries(moving)) {
    for (const [at, addresses] of [first, second].entries()) {
      await delivered(host, `https://${name}/`)
      const isPublic = addresses.every((address) => /^(?:1\.1|8\.8)/.test(address))
      score.expect(`${name}, time ${at + 1}`, isPublic ? addresses.map((address) => `${address} 443`) : [], sent())
    }
    score.expect(`${name} is requested once a delivery`, 2, dns.asked.filter((each) => each === name).length)
  }
  await tryOthers(host, score, sent)
  watch.close()
  await host.close()
  await dns.close()
  await tryRedirects(score)
  return score.outcome()
}

const tryOthers = async (host: TestHost, score: Score, sent: () => ReadonlyArray<string>): Promise<void> => {
  const { subAccountId } = dataOf(await send(host.base, { path: "/api/subaccount", key, body: { name: "Ana" } }))
  for (const redirectUrl of redirects) {
    const { status } = await send(host.base, { path: "/api/kyc", key, body: { subAccountId, redirectUrl } })
    score.expect(`coming back to ${JSON.stringify(redirectUrl.slice(0, 60))}`, [400, []], [status, sent()])
  }
  for (const name of lightningHosts) {
    const address = `ana@${name}`
    const deposit = depositOf({ asset: "LIGHTNING", network: undefined, address })
    await send(host.base, { path: "/api/deposit/asset", key, body: deposit })
    score.expect(`a deposit to ${address}`, [], sent())
    const invoice = { value: limits.lightningInvoiceValue.minimum, pixKey: "a@x.example", refundAddress: address }
    const answer = await send(host.base, { path: "/api/lightning/invoice", key, body: invoice })
    score.expect(`a refund to ${address}`, [false, []], ["stack" in bodyOf(answer), sent()])
  }
}

/** A receiver that may be sent to, and sends on to one that may not. */
const tryRedirects = async (score: Score): Promise<void> => {
  let reached = 0
  const inner = await onLoopback(createServer((_request, response) => {
    reached += 1
    response.end()
  }))
  const outer = await onLoopback(createServer((request, response) => {
    const status = Number(request.url?.slice(1))
    response.writeHead(status, {
      location: `${inner.base}/`,
      refresh: `0; url=${inner.base}/`,
      link: `<${inner.base}>`
    }).end()
  }))
  const host = await openHost({ worker: false })
  for (const status of [301, 302, 303, 307, 308, 300, 201, 401, 407]) {
    const answer = await delivered(host, `${outer.base}/${status}`)
    score.expect(`an answer ${status} that names another address`, [{ _tag: "Answered", status }, 0], [
      answer,
      reached
    ])
  }
  await host.close()
  await outer.close()
  await inner.close()
}
