// Draws series on a canvas with uPlot, in the colours of the theme. Loaded when the first plot is shown, not before.
import uPlot from "uplot"

export interface Line {
  readonly label: string
  /** Null where there is nothing to draw. */
  readonly values: ReadonlyArray<number | null>
  readonly shape: "line" | "bars"
}

export interface Drawing {
  /** Seconds since 1970 of each point. */
  readonly times: ReadonlyArray<number>
  /** Seconds from one point to the next, also where there is one alone. */
  readonly step: number
  readonly lines: ReadonlyArray<Line>
  readonly axisTime: (seconds: number) => string
  readonly axisValue: (value: number) => string
  /** The largest value of the axis, where that is fixed. */
  readonly maximum?: number
  /** Told which point is pointed at; null when none is. */
  readonly onPoint: (index: number | null) => void
}

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const font = "12px system-ui, sans-serif"
const height = 180
const hour = 3_600
/** What may lie between two marks of the time axis, seconds. */
const steps = [hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour, 48 * hour, 96 * hour, 168 * hour]

const axis = (values: (value: number) => string, size: number): uPlot.Axis => ({
  stroke: colour("--muted"),
  font,
  size,
  grid: { stroke: colour("--line"), width: 1 },
  ticks: { show: false },
  values: (_plot, splits) => splits.map((split) => split === null ? "" : values(split))
})

const series = ({ label, shape }: Line, index: number): uPlot.Series => {
  const stroke = colour(`--series-${index + 1}`)
  const shown: uPlot.Series = { label, stroke, width: 2, points: { show: true, size: 6, fill: stroke }, spanGaps: true }
  const bars = uPlot.paths.bars?.({ size: [0.6, 32], radius: 0.15 })
  return shape === "bars" && bars !== undefined
    ? { ...shown, fill: stroke, width: 0, paths: bars, points: { show: false } }
    : shown
}

/** What the time axis shows: half a step more at both ends, so that the first and the last bar are whole. */
export const around = (step: number) => (_plot: unknown, low: number, high: number): [number, number] => [
  low - step / 2,
  high + step / 2
]

/** Draws into a box; the answer takes it away again. */
export const draw = (
  box: HTMLElement,
  { axisTime, axisValue, lines, maximum, onPoint, step, times }: Drawing
): () => void => {
  const plot = new uPlot(
    {
      width: Math.max(200, box.clientWidth),
      height,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: {
        x: { time: false, range: around(step) },
        y: { range: (_plot, _low, high) => [0, maximum ?? ((high ?? 0) > 0 ? high * 1.1 : 1)] }
      },
      axes: [{ ...axis(axisTime, 28), space: 72, grid: { show: false }, incrs: steps }, axis(axisValue, 76)],
      series: [{}, ...lines.map(series)],
      hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] }
    },
    [[...times], ...lines.map(({ values }) => [...values])],
    box
  )
  const observer = new ResizeObserver(() => plot.setSize({ width: Math.max(200, box.clientWidth), height }))
  observer.observe(box)
  return () => {
    observer.disconnect()
    plot.destroy()
  }
}
