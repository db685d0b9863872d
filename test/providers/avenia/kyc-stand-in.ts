// What the stand-in of Avenia has of people: accounts, documents that are ready once their sides were put, and attempts, of which
// every request makes another one.
import { randomUUID } from "node:crypto"
import type { Arrived, Reply } from "../lined-server.ts"
import { type AveniaStandIn, aveniaStandIn } from "./stand-in.ts"

interface KeptAttempt {
  readonly id: string
  readonly account: string
  readonly levelName: string
  readonly body: Readonly<Record<string, unknown>>
  status: string
  result: string | undefined
}

interface KeptDocument {
  readonly id: string
  readonly account: string
  readonly documentType: string
  readonly sides: Map<string, Buffer>
  readonly needs: number
}

export interface KycStandIn {
  readonly standIn: AveniaStandIn
  readonly accounts: Array<{ readonly id: string; readonly name: string; readonly accountType: string }>
  readonly attempts: Array<KeptAttempt>
  readonly documents: Array<KeptDocument>
}

const refusal = (status: number, error: string): Reply => ({ status, json: { error } })

export const kycStandIn = async (): Promise<KycStandIn> => {
  const standIn = await aveniaStandIn()
  const accounts: KycStandIn["accounts"] = []
  const attempts: Array<KeptAttempt> = []
  const documents: Array<KeptDocument> = []

  const attempt = (account: string, levelName: string, body: KeptAttempt["body"]): KeptAttempt => {
    const made: KeptAttempt = { id: randomUUID(), account, levelName, body, status: "PENDING", result: undefined }
    attempts.push(made)
    return made
  }
  const shown = ({ id, levelName, result, status }: KeptAttempt) => ({
    id,
    levelName,
    status,
    ...result === undefined ? {} : { result },
    resultMessage: "",
    rejectionLabels: result === "REJECTED" ? ["FACE_MISMATCH"] : [],
    retryable: true
  })

  const posted = (path: string, account: string, body: KeptAttempt["body"]): Reply | undefined => {
    if (path === "/v2/account/sub-accounts") {
      const made = { id: randomUUID(), name: String(body["name"]), accountType: String(body["accountType"]) }
      accounts.push(made)
      return { status: 201, json: { id: made.id } }
    }
    const owner = accounts.find(({ id }) => id === account)
    if (owner === undefined) return refusal(400, "sub account not found")
    if (path === "/v2/documents") {
      const needs = body["isDoubleSided"] === true ? 2 : 1
      const made = { id: randomUUID(), account, documentType: String(body["documentType"]), sides: new Map(), needs }
      documents.push(made)
      const at = (side: string) => `${standIn.url}/upload/${made.id}/${side}?signature=a%2Fb`
      return made.documentType === "SELFIE-FROM-LIVENESS"
        ? { status: 201, json: { id: made.id, livenessUrl: `https://app.avenia.io/liveness/${made.id}?jwt=x` } }
        : {
          status: 201,
          json: { id: made.id, uploadURLFront: at("front"), ...needs === 2 ? { uploadURLBack: at("back") } : {} }
        }
    }
    if (path === "/v2/kyc/new-level-1/api") {
      const named = [body["uploadedSelfieId"], body["uploadedDocumentId"]]
      const areReady = named.every((id) => documents.some((each) => each.id === id && each.sides.size === each.needs))
      return areReady
        ? { status: 201, json: { id: attempt(account, "level-1", body).id } }
        : refusal(400, "document not ready")
    }
    if (path === "/v2/kyc/new-level-1/web-sdk") {
      const { id } = attempt(account, owner.accountType === "COMPANY" ? "kyb-level-1" : "level-1", body)
      const page = `https://kyc.avenia.io/${id}`
      return owner.accountType === "COMPANY"
        ? {
          status: 200,
          json: { attemptId: id, basicCompanyDataUrl: `${page}/a`, authorizedRepresentativeUrl: `${page}/b` }
        }
        : { status: 200, json: { attemptId: id, kycUrl: page } }
    }
    if (path === "/v2/kyc/import-token/") {
      return { status: 200, json: { id: attempt(account, "sumsub-token-pontepay", body).id, message: "ok" } }
    }
    return undefined
  }

  standIn.extend = ({ body, method, path, query }: Arrived): Reply | undefined => {
    const account = query.get("subAccountId") ?? ""
    if (method === "POST") return posted(path, account, JSON.parse(body.toString()) as KeptAttempt["body"])
    if (path === "/v2/account/account-info") return { status: 200, json: { id: "main" } }
    if (path === "/v2/account/sub-accounts") {
      const found = accounts.filter(({ name }) => name.includes(query.get("name") ?? ""))
      return {
        status: 200,
        json: { cursor: "", subAccount: found.map(({ id, name }) => ({ subAccountId: id, accountInfo: { id, name } })) }
      }
    }
    if (path === "/v2/kyc/attempts") {
      return {
        status: 200,
        json: { cursor: "", attempts: attempts.filter((each) => each.account === account).map(shown) }
      }
    }
    const found = attempts.find((each) => path === `/v2/kyc/attempts/${each.id}` && each.account === account)
    if (found !== undefined) return { status: 200, json: { attempt: shown(found) } }
    const kept = documents.find((each) => path === `/v2/documents/${each.id}` && each.account === account)
    return kept && { status: 200, json: { document: { id: kept.id, ready: kept.sides.size === kept.needs } } }
  }
  standIn.upload = ({ body, headers, path, target }: Arrived): Reply => {
    const [, id, side = ""] = /^\/upload\/([^/]+)\/(front|back)$/.exec(path) ?? []
    const kept = documents.find((each) => each.id === id)
    if (kept === undefined || !target.endsWith("?signature=a%2Fb") || headers["x-api-key"] !== undefined) {
      return { status: 403 }
    }
    if (headers["if-none-match"] !== "*" || kept.sides.has(side)) return { status: 412 }
    kept.sides.set(side, body)
    return { status: 200 }
  }
  return { standIn, accounts, attempts, documents }
}
