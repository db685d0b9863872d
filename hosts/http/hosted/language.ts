// Which language a page is written in, by Accept-Language (RFC 9110 12.5.4): Portuguese of Brazil or English.

export const languages = ["en", "pt-BR"] as const
export type Language = (typeof languages)[number]

const weighed = (range: string): readonly [tag: string, weight: number] => {
  const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2)
  return [tag, weight === undefined ? 1 : Number(weight) || 0]
}

const isSpoken = (language: Language, tag: string): boolean => tag.split("-", 1)[0] === language.slice(0, 2)

/** The language that a person likes best; English when neither is named. */
export const languageOf = (acceptLanguage: string | undefined): Language => {
  const ranges = (acceptLanguage ?? "").split(",").map(weighed)
  const weightOf = (language: Language): number =>
    Math.max(0, ...ranges.filter(([tag]) => isSpoken(language, tag)).map(([, weight]) => weight))
  return weightOf("pt-BR") > weightOf("en") ? "pt-BR" : "en"
}
