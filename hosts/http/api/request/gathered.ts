// The bytes of a body as they arrive, in as much memory as they have. A piece can be a single byte: a buffer of its own for each would
// take four hundred times as much, and each costs a microsecond (0250).
import { limits } from "../../../../core/base/limits/limits.ts"

const { count: freePieces, bytes: bytesEach } = limits.bodyPieces

/** Whether a body comes in more pieces than anybody needs for so many bytes. */
export const isTooFine = (pieces: number, bytes: number): boolean => pieces > freePieces + bytes / bytesEach

const noBytes = new Uint8Array()

/** Pieces, put together as they come. */
export class Gathered {
  /** How many bytes have arrived, and in how many pieces. */
  size = 0
  pieces = 0
  private bytes: Uint8Array<ArrayBuffer> = noBytes

  /** Adds a piece, whose memory may be used again afterwards. */
  take(piece: Uint8Array): void {
    const size = this.size + piece.length
    if (size > this.bytes.length) {
      const larger = new Uint8Array(this.size === 0 ? size : Math.max(size, 2 * this.bytes.length))
      larger.set(this.bytes.subarray(0, this.size))
      this.bytes = larger
    }
    this.bytes.set(piece, this.size)
    this.size = size
    this.pieces += 1
  }

  /** All that has arrived. */
  whole(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.size)
  }
}
