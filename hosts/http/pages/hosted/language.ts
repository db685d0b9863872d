// Which language a page is written in, by Accept-Language (RFC 9110 12.5.4): Portuguese of Brazil or English.
import type { WireRequest } from "../../api/request/wire.ts"

export const languages = ["en", "pt-BR"] as const
export type Language = (typeof languages)[number]

const weighed = (range: string): readonly [tag: string, weight: number] => {
  const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2)
  return [tag, weight === undefined ? 1 : Number(weight) || 0]
}

const isSpoken = (language: Language, tag: string): boolean => tag.split("-", 1)[0] === language.slice(0, 2)

/** Characters of the header that are read; browsers send fewer. */
const longestHeader = 256

/** The language that a person likes best; English, by default, when neither is named. */
export const languageOf = (acceptLanguage: string | undefined, fallback: Language = "en"): Language => {
  const ranges = (acceptLanguage ?? "").slice(0, longestHeader).split(",").map(weighed)
  const weightOf = (language: Language): number =>
    Math.max(0, ...ranges.filter(([tag]) => isSpoken(language, tag)).map(([, weight]) => weight))
  const [portuguese, english] = [weightOf("pt-BR"), weightOf("en")]
  if (portuguese === 0 && english === 0) return fallback
  return portuguese > english ? "pt-BR" : "en"
}

/** The language that a request asks for: by `?lang=`, else as the person likes best. */
export const languageFor = ({ headers, target }: WireRequest, fallback?: Language): Language => {
  const [, asked] = /[?&]lang=([\w-]*)(?:&|$)/.exec(target) ?? []
  return languages.find((language) => language === asked) ?? languageOf(headers["accept-language"], fallback)
}
