// Draws the state diagrams of the printed pages without a script: one column a state, one line a transition, read downwards.
// The pages hold them as Mermaid text, which is read here as far as `core/engine/machine/render.ts` writes it.
import { escaped } from "../html/html.ts"

interface Move {
  readonly from: string
  readonly to: string
  readonly label: string
}

interface Diagram {
  readonly states: ReadonlyArray<string>
  readonly initial: string
  readonly terminal: ReadonlySet<string>
  readonly moves: ReadonlyArray<Move>
}

const arrow = /^ {2}(\S+) --> ([^\s:]+)(?:: (.+))?$/

const read = (text: string): Diagram => {
  const arrows = text.split("\n").flatMap((line) => {
    const [, from, to, label = ""] = arrow.exec(line) ?? []
    return from === undefined || to === undefined ? [] : [{ from, to, label }]
  })
  const moves = arrows.filter(({ from, to }) => from !== "[*]" && to !== "[*]")
  return {
    states: [...new Set(arrows.flatMap(({ from, to }) => [from, to]).filter((name) => name !== "[*]"))],
    initial: arrows.find(({ from }) => from === "[*]")?.to ?? "",
    terminal: new Set(arrows.filter(({ to }) => to === "[*]").map(({ from }) => from)),
    moves
  }
}

const size = { column: 148, margin: 20, top: 46, row: 34, box: 120, height: 28, letter: 6.6 } as const

/** A state diagram as SVG. */
export const drawStates = (text: string): string => {
  const { initial, moves, states, terminal } = read(text)
  const centre = (state: string): number => size.margin + states.indexOf(state) * size.column + size.column / 2
  const width = states.length * size.column + 2 * size.margin
  const bottom = size.top + size.height + moves.length * size.row + 24
  const box = (state: string): string => {
    const x = centre(state) - size.box / 2
    const name = `<text x="${centre(state)}" y="${size.top + 18}" class="state">${escaped(state)}</text>`
    const inner = terminal.has(state)
      ? `<rect x="${x + 3}" y="${size.top + 3}" width="${size.box - 6}" height="${size.height - 6}" rx="4"/>`
      : ""
    const start = state === initial
      ? `<circle cx="${centre(state)}" cy="14" r="5" class="dot"/>`
        + `<path d="M${centre(state)} 19V${size.top - 1}" class="arrow"/>`
      : ""
    return `<path d="M${centre(state)} ${size.top + size.height}V${bottom - 8}" class="life"/>${start}`
      + `<rect x="${x}" y="${size.top}" width="${size.box}" height="${size.height}" rx="6"/>${inner}${name}`
  }
  const label = (x: number, y: number, words: string, anchor: string): string => {
    const long = words.length * size.letter
    const left = anchor === "middle" ? x - long / 2 : anchor === "end" ? x - long : x
    const inside = Math.max(4, Math.min(left, width - long - 4))
    return `<text x="${inside}" y="${y}" class="label">${escaped(words)}</text>`
  }
  const line = ({ from, label: words, to }: Move, place: number): string => {
    const y = size.top + size.height + (place + 1) * size.row
    const start = centre(from)
    const end = centre(to)
    if (from === to) {
      return `<path d="M${start} ${y - 5}h22v10h-20" class="arrow"/><circle cx="${start}" cy="${
        y - 5
      }" r="3" class="dot"/>`
        + (start + 28 + words.length * size.letter < width
          ? label(start + 28, y + 4, words, "start")
          : label(start - 10, y + 4, words, "end"))
    }
    const tip = end > start ? end - 2 : end + 2
    return `<circle cx="${start}" cy="${y}" r="3" class="dot"/><path d="M${start} ${y}H${tip}" class="arrow"/>`
      + label((start + end) / 2, y - 6, words, "middle")
  }
  const told = moves.map(({ from, label: words, to }) => `${from} to ${to} on ${words}`).join("; ")
  return `<svg viewBox="0 0 ${width} ${bottom}" width="${width}" height="${bottom}" role="img" aria-label="${
    escaped(`Begins in ${initial}. ${told}.`)
  }"><defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">`
    + `<path d="M0 0 8 4 0 8z" class="dot"/></marker></defs>${states.map(box).join("")}${
      moves.map(line).join("")
    }</svg>`
}
