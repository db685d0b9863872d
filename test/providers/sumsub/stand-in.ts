// A stand-in of Sumsub that keeps applicants as its interface describes them: one for each `externalUserId`, and none without a
// signature over the bytes that came.
import { createHmac, randomBytes } from "node:crypto"
import { type Arrived, type LinedServer, type Reply, linedServer } from "../lined-server.ts"

export const appToken = "sbx:the-app-token-of-the-tests"
export const secretKey = "the-secret-key-of-the-tests"

interface Kept {
  readonly id: string
  readonly externalUserId: string
  readonly levelName: string
  readonly body: Readonly<Record<string, unknown>>
  readonly files: Array<{ readonly metadata: Readonly<Record<string, string>>; readonly bytes: Buffer }>
  review: { reviewStatus: string; reviewResult?: Readonly<Record<string, unknown>> }
  tin?: string
}

export interface SumsubStandIn extends LinedServer {
  readonly applicants: ReadonlyMap<string, Kept>
  /** Applicants that were registered, by their `externalUserId`. */
  readonly registered: (externalUserId: string) => number
  readonly review: (externalUserId: string, status: string, result?: Readonly<Record<string, unknown>>) => void
  readonly register: (externalUserId: string, levelName: string) => Kept
  /** What the next requests of a path are answered. */
  readonly script: Array<{ readonly path: RegExp; readonly reply: Reply }>
  readonly requests: Array<Arrived>
}

const problem = (code: number, description: string, errorCode?: number): Reply => ({
  status: code,
  json: { code, description, correlationId: "req-1", ...errorCode === undefined ? {} : { errorCode } }
})

const isSigned = ({ body, headers, method, target }: Arrived): boolean => {
  const second = String(headers["x-app-access-ts"])
  const expected = createHmac("sha256", secretKey).update(`${second}${method}${target}`).update(body).digest("hex")
  const isFresh = Math.abs(Date.now() - Number(second) * 1_000) <= 60_000
  return headers["x-app-token"] === appToken && headers["x-app-access-sig"] === expected && isFresh
}

const partsOf = ({ body, headers }: Arrived) => {
  const boundary = /boundary=(.+)$/.exec(headers["content-type"] ?? "")?.[1] ?? ""
  const [, metadata = "", content = ""] = body.toString("latin1").split(`--${boundary}`)
  const inner = (part: string) => part.slice(part.indexOf("\r\n\r\n") + 4, -2)
  return {
    metadata: JSON.parse(inner(metadata)) as Readonly<Record<string, string>>,
    bytes: Buffer.from(inner(content), "latin1")
  }
}

const setsOf = ({ files }: Kept) => {
  const of = (isSelfie: boolean) => {
    const ids = files.flatMap(({ metadata }, index) =>
      (metadata["idDocType"] === "SELFIE") === isSelfie ? [index + 1] : []
    )
    return ids.length === 0 ? null : { imageIds: ids, reviewResult: null }
  }
  return { IDENTITY: of(false), SELFIE: of(true) }
}

export const sumsubStandIn = async (): Promise<SumsubStandIn> => {
  const byUser = new Map<string, Kept>()
  const counts = new Map<string, number>()
  const script: SumsubStandIn["script"] = []
  const requests: Array<Arrived> = []

  const register = (externalUserId: string, levelName: string, body: Kept["body"] = {}): Kept => {
    const id = randomBytes(12).toString("hex")
    const kept: Kept = { id, externalUserId, levelName, body, files: [], review: { reviewStatus: "init" } }
    byUser.set(externalUserId, kept)
    counts.set(externalUserId, (counts.get(externalUserId) ?? 0) + 1)
    return kept
  }
  const shown = ({ externalUserId, id, levelName, review, tin }: Kept) => ({
    id,
    externalUserId,
    clientId: "pontepay",
    info: tin === undefined ? {} : { tin },
    review: { ...review, levelName }
  })
  const byId = (id: string | undefined) => [...byUser.values()].find((each) => each.id === id)

  const act = (request: Arrived): Reply => {
    requests.push(request)
    if (!isSigned(request)) return problem(401, "Request signature mismatch")
    const scripted = script.findIndex(({ path }) => path.test(request.path))
    if (scripted >= 0) return script.splice(scripted, 1)[0]?.reply ?? problem(500, "none")
    const { body, method, path, query } = request
    if (method === "POST" && path === "/resources/applicants") {
      const given = JSON.parse(body.toString()) as Kept["body"]
      const user = String(given["externalUserId"])
      if (byUser.has(user)) return problem(409, `Applicant with external user id '${user}' already exists`)
      return { status: 201, json: shown(register(user, query.get("levelName") ?? "", given)) }
    }
    if (method === "POST" && path === "/resources/applicants/-/import") {
      return { status: 200, json: shown(register(query.get("userId") ?? "", query.get("levelName") ?? "")) }
    }
    if (method === "POST" && path.endsWith("/websdkLink")) {
      return { status: 200, json: { url: `https://in.sumsub.com/websdk/p/${query.get("externalUserId")}` } }
    }
    const one = /^\/resources\/applicants\/-;externalUserId=(.+)\/one$/.exec(path)?.[1]
    if (method === "GET" && one !== undefined) {
      const found = byUser.get(decodeURIComponent(one))
      return found === undefined ? problem(404, "Applicant not found") : { status: 200, json: shown(found) }
    }
    const [, id, rest] = /^\/resources\/applicants\/([^/]+)\/(.+)$/.exec(path) ?? []
    const found = byId(id)
    if (found === undefined) return problem(404, "Applicant not found")
    if (rest === "requiredIdDocsStatus") return { status: 200, json: setsOf(found) }
    if (rest === "info/idDoc") {
      if (found.review.reviewStatus !== "init") return problem(409, "The applicant is being checked", 1006)
      found.files.push(partsOf(request))
      return { status: 200, json: { idDocType: "ID_CARD" } }
    }
    if (rest === "status/pending") {
      if (found.files.length === 0) return problem(409, "Not all required documents are submitted")
      if (found.review.reviewStatus === "init") found.review = { reviewStatus: "pending" }
      return { status: 200, json: { ok: 1 } }
    }
    return problem(404, "no such resource")
  }

  const server = await linedServer(act, problem(401, "App token not found"))
  return {
    ...server,
    applicants: byUser,
    registered: (user) => counts.get(user) ?? 0,
    review: (user, reviewStatus, reviewResult) => {
      const found = byUser.get(user)
      if (found !== undefined) found.review = { reviewStatus, ...reviewResult === undefined ? {} : { reviewResult } }
    },
    register: (user, levelName) => register(user, levelName),
    script,
    requests
  }
}
