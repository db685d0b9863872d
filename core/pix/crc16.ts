// CRC-16/CCITT-FALSE, the check of a BR Code: polynomial 1021, initial FFFF, no reflection, no final xor. The published
// check value of "123456789" is 29B1.
import { utf8 } from "@scure/base"

const polynomial = 0x1021

// The remainder of every byte, so that a code costs one step a byte.
const remainders = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ polynomial
  return crc
})

/** The check of a text's UTF-8 bytes as four upper-case hex digits; throws on a lone surrogate. */
export const crc16 = (text: string): string => {
  let crc = 0xffff
  for (const byte of utf8.decode(text)) crc = ((crc << 8) & 0xffff) ^ (remainders[(crc >> 8) ^ byte] ?? 0)
  return crc.toString(16).toUpperCase().padStart(4, "0")
}
