// Uploads: what ends one before it is sent, and what no fetch could send.
import { expect, it } from "vitest"
import { createClient } from "../../../hosts/client/client.ts"
import { CancelledError } from "../../../hosts/client/errors.ts"
import type { DocumentFile } from "../../../hosts/client/upload.ts"

const url = "https://host.test/upload?token=t"
const file = new Uint8Array([1])

const uploading = () => {
  const seen: Array<unknown> = []
  const { documents } = createClient({
    baseUrl: "https://pay.example",
    fetch: (input) => {
      seen.push(input)
      return Promise.resolve(new Response(null, { status: 200 }))
    }
  })
  return { seen, upload: documents.upload }
}

it("is not sent when its signal was aborted before §client-cancel §client-upload", async () => {
  const { seen, upload } = uploading()
  const reason = new Error("the user left")
  const ended = await upload(url, file, "image/png", { signal: AbortSignal.abort(reason) }).then(
    () => expect.fail("it was sent"),
    (error: unknown) => error
  )
  expect(ended).toBeInstanceOf(CancelledError)
  expect(ended).toMatchObject({ cause: reason, attempts: 0, outcomeUnknown: false })
  expect(seen).toEqual([])
})

it.each([Infinity, Number.NaN, 0, 2 ** 31])("is not sent with %d ms for it", async (timeoutMs) => {
  const { seen, upload } = uploading()
  await expect(upload(url, file, "image/png", { timeoutMs })).rejects.toThrow("timeoutMs")
  expect(seen).toEqual([])
})

it.each<readonly [string, string, string]>([
  ["no address", "upload?token=t", "image/png"],
  ["an address with a user", "https://user:word@host.test/upload?token=t", "image/png"],
  ["a type that no header can say", url, "image/✓"]
])("is refused with %s, and the error does not say where to §client-outcome", async (_what, to, type) => {
  const { seen, upload } = uploading()
  const refused = await upload(to, file, type as DocumentFile).then(
    () => expect.fail("it was sent"),
    (error: unknown) => error as Error
  )
  expect(refused).toBeInstanceOf(TypeError)
  expect(refused.message).not.toContain("token")
  expect(refused.cause).toBeUndefined()
  expect(seen).toEqual([])
})
