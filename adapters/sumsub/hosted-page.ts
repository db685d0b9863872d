// A page of Sumsub's for one applicant, who is registered when it is opened.
import { Clock, Effect, Schema } from "effect"
import type { HostedPage } from "../../core/ports/kyc-provider.ts"
import { type Outcome, done } from "../../core/ports/outcome.ts"
import { secondsUntil } from "../../core/base/time/instant.ts"
import type { HttpClient } from "../http-client/client.ts"
import { jsonAs } from "../http-client/json.ts"
import { asking, unclear } from "./applicants.ts"

const Link = Schema.Struct({
  url: Schema.String.check(Schema.isPattern(/^https:\/\/\S+$/, { expected: "an https address" }))
})

export interface PageRequest {
  /** The applicant's `externalUserId`. */
  readonly id: string
  readonly levelName: string
  readonly redirectUrl: string | null
  /** Unix milliseconds. */
  readonly expiresAt: number
}

/** The address of the page. It is opened by whoever has it, until it expires. */
export const pageFor = (
  client: HttpClient,
  { expiresAt, id, levelName, redirectUrl }: PageRequest
): Effect.Effect<Outcome<HostedPage>> =>
  Effect.gen(function*() {
    const seconds = secondsUntil(yield* Clock.currentTimeMillis, expiresAt)
    const answer = yield* asking(client, {
      route: "POST /resources/sdkIntegrations/levels/{level}/websdkLink",
      method: "POST",
      path: `/resources/sdkIntegrations/levels/${encodeURIComponent(levelName)}/websdkLink`,
      query: { externalUserId: id, ttlInSecs: String(Math.max(1, seconds)) },
      ...redirectUrl === null ? {} : { json: { redirect: { successUrl: redirectUrl, rejectUrl: redirectUrl } } }
    })
    const link = answer.status === 200 || answer.status === 201 ? jsonAs(answer, Link) : undefined
    return link === undefined ? unclear(answer) : done({ url: link.url, expiresAt })
  }).pipe(Effect.catch((why) => Effect.succeed(why)))
