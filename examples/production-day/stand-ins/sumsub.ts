// A stand-in of Sumsub: applicants of hosted pages by our attempt ids, none without a signature over what was sent, and messages that
// are signed too.
import { createHmac, randomBytes } from "node:crypto"
import { type Asked, type Handler, type Reply, listen } from "./server.ts"

export const secrets = {
  appToken: "sbx:the-app-token-of-acme",
  secretKey: "the-secret-key-of-that-token",
  webhook: "the-secret-that-webhooks-are-signed-with"
}

interface Applicant {
  readonly id: string
  readonly externalUserId: string
  readonly tin: string
  /** As Sumsub's reviewers decided; null while they look. */
  readonly answer: "GREEN" | "RED"
}

const problem = (code: number, description: string): Reply => ({
  status: code,
  json: { code, description, correlationId: "request" }
})

const isSigned = ({ body, headers, method, target }: Asked): boolean => {
  const second = String(headers["x-app-access-ts"])
  const expected = createHmac("sha256", secrets.secretKey).update(`${second}${method}${target}`).update(body)
  return headers["x-app-token"] === secrets.appToken && headers["x-app-access-sig"] === expected.digest("hex")
}

export class Sumsub {
  readonly applicants = new Map<string, Applicant>()

  open() {
    return listen(this.handle)
  }

  /** A person goes through the hosted page and is decided on; Sumsub tells the address about it. */
  async decide(externalUserId: string, tin: string, answer: Applicant["answer"], address: string): Promise<void> {
    const applicant: Applicant = { id: randomBytes(12).toString("hex"), externalUserId, tin, answer }
    this.applicants.set(externalUserId, applicant)
    const body = JSON.stringify({
      type: "applicantReviewed",
      applicantId: applicant.id,
      externalUserId,
      createdAtMs: new Date().toISOString(),
      reviewStatus: "completed",
      reviewResult: { reviewAnswer: answer }
    })
    const digest = createHmac("sha256", secrets.webhook).update(body).digest("hex")
    await fetch(address, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-payload-digest": digest,
        "x-payload-digest-alg": "HMAC_SHA256_HEX"
      },
      body
    })
  }

  private readonly handle: Handler = (asked) => {
    if (!isSigned(asked)) return problem(401, "Request signature mismatch")
    const { method, path, query } = asked
    if (method === "POST" && path.endsWith("/websdkLink")) {
      return { status: 200, json: { url: `https://in.sumsub.example/websdk/p/${query.get("externalUserId")}` } }
    }
    const [, user] = /^\/resources\/applicants\/-;externalUserId=(.+)\/one$/.exec(path) ?? []
    const found = user === undefined ? undefined : this.applicants.get(decodeURIComponent(user))
    if (found === undefined) return problem(404, "Applicant not found")
    const { answer, externalUserId, id, tin } = found
    const reviewResult = { reviewAnswer: answer, ...answer === "RED" ? { reviewRejectType: "FINAL" } : {} }
    return {
      status: 200,
      json: { id, externalUserId, info: { tin }, review: { reviewStatus: "completed", reviewResult } }
    }
  }
}
