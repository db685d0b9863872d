// How the files and captures of documents are handed in over the wire.
import { type Answer, send } from "../support/http.ts"

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])

export interface Upload {
  readonly body?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** Puts a file where a document wants it, once: a JPEG by default. */
export const upload = (base: string, url: unknown, { body = jpeg, headers }: Upload = {}): Promise<Answer> =>
  send(base, {
    method: "PUT",
    path: new URL(String(url)).pathname,
    body,
    headers: { "content-type": "image/jpeg", "if-none-match": "*", ...headers }
  })

/** Says with the token of a capture that it was made. */
export const confirmCapture = (base: string, token: unknown, headers = {}): Promise<Answer> =>
  send(base, { path: "/api/public/liveness/validate", body: { validateLivenessToken: token }, headers })
