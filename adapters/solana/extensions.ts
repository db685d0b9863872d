// Extensions of Token-2022 accounts as they are stored: behind the 165 bytes of a token account comes the kind of account, then each
// extension with its type and length (u16, little-endian).

export interface Extension {
  readonly type: number
  readonly bytes: Uint8Array
}

const kinds = { mint: 1, account: 2 } as const
const kindAt = 165

/** The extensions of a mint or a token account; undefined where the bytes are not of that kind. */
export const extensionsOf = (data: Uint8Array, kind: keyof typeof kinds): ReadonlyArray<Extension> | undefined => {
  if (data.length === (kind === "mint" ? 82 : kindAt)) return []
  if (data[kindAt] !== kinds[kind]) return undefined
  const found: Array<Extension> = []
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let at = kindAt + 1
  while (at + 4 <= data.length) {
    const type = view.getUint16(at, true)
    // What is left is reserved and empty.
    if (type === 0) return found
    const end = at + 4 + view.getUint16(at + 2, true)
    if (end > data.length) return undefined
    found.push({ type, bytes: data.subarray(at + 4, end) })
    at = end
  }
  return found
}
