// A body of multipart/form-data (RFC 7578) as bytes: what is signed are the bytes that are sent.
import { randomUUID } from "node:crypto"

/** One file with what it is. */
export interface FilePart {
  /** A value that is sent as JSON beside it. */
  readonly metadata: unknown
  readonly fileName: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** The body of a document for Sumsub: the parts `metadata` and `content`. */
export const multipartOf = ({ bytes, fileName, metadata, type }: FilePart) => {
  // Of 122 random bits: no file holds it.
  const boundary = `pontepay-${randomUUID()}`
  const head = (name: string, more: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(`${head("metadata", "")}${JSON.stringify(metadata)}\r\n`),
      Buffer.from(head("content", `; filename="${fileName}"\r\ncontent-type: ${type}`)),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`)
    ])
  }
}
