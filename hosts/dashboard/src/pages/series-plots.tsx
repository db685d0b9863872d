// The plots of a window: volume, success, time to settle and fees. Sums are exact; only the height of a line is a float.
import { useCallback, useMemo } from "preact/hooks"
import type { Answer } from "../api/wire.ts"
import { decimalOf, reais } from "../format/money.ts"
import { axisTime, duration, stretch } from "../format/time.ts"
import { useWords } from "../i18n/language.tsx"
import { Panel } from "../parts/panel.tsx"
import { Plot } from "../plots/plot.tsx"

type Series = Answer<"readSeries">
type Point = Series["points"][number]

const stepSeconds = { hour: 3_600, day: 86_400 } as const

const cents = (text: string): bigint => BigInt(text.replace(".", ""))

const totalReais = (points: ReadonlyArray<Point>, of: (point: Point) => string, locale: string): string =>
  reais(decimalOf(points.reduce((sum, point) => sum + cents(of(point)), 0n).toString(), "BRL"), locale)

/** Hundredths of a percent as text, or a dash where nothing ended. */
const rate = (succeeded: number, failed: number, locale: string, none: string): string =>
  succeeded + failed === 0
    ? none
    : new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 })
      .format(succeeded / (succeeded + failed))

const sum = (points: ReadonlyArray<Point>, of: (point: Point) => number): number =>
  points.reduce((total, point) => total + of(point), 0)

export const SeriesPlots = ({ series }: { readonly series: Series }) => {
  const { common, locale, overview } = useWords()
  const { by, points } = series
  const at = useMemo(() => points.map((point) => Date.parse(point.at) / 1_000), [points])
  const onTime = useCallback(
    (seconds: number) => axisTime(new Date(seconds * 1_000).toISOString(), by, locale),
    [by, locale]
  )
  const onReais = useCallback(
    (value: number) =>
      `R$ ${new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }).format(value)}`,
    [locale]
  )
  const onShare = useCallback((value: number) => `${Math.round(value)}%`, [])
  const onSeconds = useCallback(
    (value: number) => `${new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value)} s`,
    [locale]
  )
  const pointsWith = (texts: (point: Point) => ReadonlyArray<string>) =>
    points.map((point, index) => ({
      when: stretch(point.at, by, locale),
      seconds: at[index] ?? 0,
      texts: texts(point)
    }))
  const slowest = points.reduce<number | null>((most, { p95 }) => p95 === null ? most : Math.max(most ?? 0, p95), null)
  const secondsText = (seconds: number | null): string =>
    seconds === null ? common.none : seconds < 1 ? `${Math.round(seconds * 1_000)} ms` : duration(seconds, locale)
  return (
    <div class="columns">
      <Panel>
        <Plot
          title={overview.volume}
          about={overview.volumeAbout}
          latest={totalReais(points, ({ volumeBrl }) => volumeBrl, locale)}
          points={pointsWith(({ volumeBrl }) => [reais(volumeBrl, locale)])}
          lines={[{ label: overview.volume, shape: "bars", values: points.map(({ volumeBrl }) => Number(volumeBrl)) }]}
          step={stepSeconds[by]}
          axisTime={onTime}
          axisValue={onReais}
        />
      </Panel>
      <Panel>
        <Plot
          title={overview.success}
          about={overview.successAbout}
          latest={rate(sum(points, (each) => each.succeeded), sum(points, (each) => each.failed), locale, common.none)}
          points={pointsWith(({ failed, succeeded }) => [rate(succeeded, failed, locale, common.none)])}
          lines={[{
            label: overview.success,
            shape: "bars",
            values: points.map(({ failed, succeeded }) =>
              succeeded + failed === 0 ? null : 100 * succeeded / (succeeded + failed)
            )
          }]}
          maximum={100}
          step={stepSeconds[by]}
          axisTime={onTime}
          axisValue={onShare}
        />
      </Panel>
      <Panel>
        <Plot
          title={overview.settle}
          about={overview.settleAbout}
          latest={overview.slowest(secondsText(slowest))}
          points={pointsWith(({ p50, p95 }) => [secondsText(p50), secondsText(p95)])}
          lines={[
            { label: overview.median, shape: "line", values: points.map(({ p50 }) => p50) },
            { label: overview.p95, shape: "line", values: points.map(({ p95 }) => p95) }
          ]}
          step={stepSeconds[by]}
          axisTime={onTime}
          axisValue={onSeconds}
        />
      </Panel>
      <Panel>
        <Plot
          title={overview.fees}
          about={overview.feesAbout}
          latest={totalReais(points, ({ feeBrl }) => feeBrl, locale)}
          points={pointsWith(({ feeBrl }) => [reais(feeBrl, locale)])}
          lines={[{ label: overview.fees, shape: "bars", values: points.map(({ feeBrl }) => Number(feeBrl)) }]}
          step={stepSeconds[by]}
          axisTime={onTime}
          axisValue={onReais}
        />
      </Panel>
    </div>
  )
}
