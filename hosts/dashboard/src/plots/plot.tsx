// A plot with its words: a heading, what is pointed at, and the same figures as a table for whoever cannot see the lines.
import { useEffect, useRef, useState } from "preact/hooks"
import { useWords } from "../i18n/language.tsx"
import { Table } from "../parts/table.tsx"
import type { Line } from "./draw.ts"

export interface PlotPoint {
  /** Its first instant as it is written. */
  readonly when: string
  readonly seconds: number
  /** One text for each line. */
  readonly texts: ReadonlyArray<string>
}

export const Plot = ({ about, axisTime, axisValue, latest, lines, maximum, points, step, title }: {
  readonly title: string
  readonly about: string
  /** The figure of the whole window. */
  readonly latest: string
  readonly points: ReadonlyArray<PlotPoint>
  readonly lines: ReadonlyArray<Line>
  /** Seconds from one point to the next. */
  readonly step: number
  readonly axisTime: (seconds: number) => string
  readonly axisValue: (value: number) => string
  readonly maximum?: number
}) => {
  const { overview } = useWords()
  const box = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const drawn = JSON.stringify([lines, points.map(({ seconds }) => seconds)])

  useEffect(() => {
    let remove: (() => void) | undefined
    let isGone = false
    const redraw = () => {
      void import("./draw.ts").then(({ draw }) => {
        if (isGone || box.current === null) return
        remove?.()
        remove = draw(box.current, {
          times: points.map(({ seconds }) => seconds),
          step,
          lines,
          axisTime,
          axisValue,
          ...(maximum === undefined ? {} : { maximum }),
          onPoint: setPointed
        })
      })
    }
    redraw()
    // The colours are drawn, so another theme needs another drawing.
    const theme = new MutationObserver(redraw)
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] })
    return () => {
      isGone = true
      theme.disconnect()
      remove?.()
    }
  }, [drawn, step, axisTime, axisValue, maximum])

  const point = pointed === null ? undefined : points[pointed]
  return (
    <figure class="plot">
      <div class="plot-head">
        <h2>{title}</h2>
        <span class="latest">{latest}</span>
      </div>
      <figcaption class="plot-tip">
        {point === undefined
          ? about
          : `${point.when}: ${lines.map(({ label }, index) => `${label} ${point.texts[index] ?? ""}`).join(" · ")}`}
      </figcaption>
      {lines.length < 2 ?
        null :
        <ul class="legend">{lines.map(({ label }, index) => <li key={label} data-series={index + 1}>{label}</li>)}</ul>}
      <div class="plot-box" ref={box} aria-hidden="true" />
      <details>
        <summary>
          {overview.asTable}
          <span class="hidden-text">: {title}</span>
        </summary>
        <Table
          caption={title}
          rows={points}
          keyOf={({ when }) => when}
          empty={overview.noData}
          columns={[
            { head: overview.period, cell: ({ when }) => when, look: "fit" },
            ...lines.map(({ label }, index) => ({
              head: label,
              cell: ({ texts }: PlotPoint) => texts[index] ?? "",
              look: "number" as const
            }))
          ]}
        />
      </details>
    </figure>
  )
}
