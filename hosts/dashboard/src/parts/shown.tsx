// Values as text: instants, amounts, ids, durations. What is not there is a dash.
import { linkTo } from "../app/router.ts"
import { amount, amountOfUnits, reais } from "../format/money.ts"
import { dayAndTime, duration, inUtc } from "../format/time.ts"
import { useWords } from "../i18n/language.tsx"

export const Nothing = () => <span class="muted">{useWords().common.none}</span>

export const When = ({ at }: { readonly at: string | null }) => {
  const { locale } = useWords()
  if (at === null) return <Nothing />
  return <time dateTime={at} title={inUtc(at)} class="nowrap">{dayAndTime(at, locale)}</time>
}

export const Age = ({ seconds }: { readonly seconds: number | null }) => {
  const { locale } = useWords()
  return seconds === null ? <Nothing /> : <span class="nowrap">{duration(seconds, locale)}</span>
}

export const Reais = ({ value }: { readonly value: string | null }) => {
  const { locale } = useWords()
  return value === null ? <Nothing /> : <span class="nowrap">{reais(value, locale)}</span>
}

/** An amount in whole units of an asset. */
export const Amount = ({ asset, value }: { readonly value: string | null; readonly asset: string | null }) => {
  const { locale } = useWords()
  return value === null ? <Nothing /> : <span class="nowrap">{amount(value, asset ?? "", locale).trim()}</span>
}

/** An amount in smallest units. */
export const Units = ({ asset, units }: { readonly units: string; readonly asset: string }) => {
  const { locale } = useWords()
  return <span class="nowrap">{amountOfUnits(units, asset, locale)}</span>
}

// Ids that were made one after the other begin alike, so where there is little room the middle is left out, not the end.
const tailLength = 6

export const Id = ({ id, to }: { readonly id: string | null; readonly to?: ReadonlyArray<string> }) => {
  if (id === null) return <Nothing />
  const shown = (
    <>
      <span class="id-head">{id.slice(0, -tailLength)}</span>
      {id.slice(-tailLength)}
    </>
  )
  return to === undefined
    ? <code class="id" title={id}>{shown}</code>
    : <a class="id mono" title={id} href={linkTo(to)}>{shown}</a>
}
