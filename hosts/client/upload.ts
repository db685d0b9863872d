// Uploads a file to the address that a registration gave. The address takes one file, so it is sent once: when no answer comes,
// `documents.get` tells whether it arrived.
import { attempt } from "./attempt.ts"
import { checkedTimeout } from "./checked.ts"
import { CancelledError, type FailedRequest } from "./errors.ts"
import { type CallOptions, type Line, errorOf, successOf } from "./send.ts"

/** The types of files that are taken. */
export type DocumentFile = "image/jpeg" | "image/png" | "application/pdf"

/** Sends the file of a document, without the API key. */
export const uploadBy = (line: Line) =>
async (
  uploadUrl: string,
  file: Blob | ArrayBuffer | Uint8Array<ArrayBuffer>,
  type: DocumentFile,
  { signal, timeoutMs = line.timeoutMs }: Omit<CallOptions, "idempotencyKey" | "retries"> = {}
): Promise<void> => {
  const request = { method: "PUT", headers: { "content-type": type, "if-none-match": "*" } }
  if (!isSendable(uploadUrl, request)) throw new TypeError("uploadUrl or type is not what a registration takes")
  const limitMs = checkedTimeout(timeoutMs)
  if (signal?.aborted === true) {
    throw new CancelledError("Cancelled by the caller", asked(0, false), { cause: signal.reason })
  }
  const came = await attempt({
    fetch: line.fetch,
    url: uploadUrl,
    request: { ...request, body: file },
    timeoutMs: limitMs,
    signal,
    platform: line.platform
  })
  if (successOf(came) !== undefined) return
  throw errorOf(came, asked(1, came._tag === "Silent" || came.status >= 500))
}

// What a fetch says of such a request looks like a broken connection, and has the address in it, which no log should have.
const isSendable = (url: string, request: RequestInit): boolean => {
  try {
    void new Request(url, request)
    return true
  } catch {
    return false
  }
}

const asked = (attempts: number, outcomeUnknown: boolean): FailedRequest => ({
  method: "PUT",
  // The rest of the path is the right to upload.
  path: "/upload/…",
  idempotencyKey: undefined,
  attempts,
  outcomeUnknown
})
