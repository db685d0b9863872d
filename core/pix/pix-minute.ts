// The minute in the ids of the payment system: yyyyMMddHHmm in UTC, behind the letter and the ISPB (BCB, Manual de Padrões).
import { isoInstant } from "../time/instant.ts"

/** The minute of an instant. */
export const pixMinute = (at: number): string => isoInstant(at).replace(/\D/g, "").slice(0, 12)
