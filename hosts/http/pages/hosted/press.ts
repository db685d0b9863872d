// Work that may move what is on a page waits for the end of a press. It is sent as text, so the function names nothing from
// outside itself.

/** Does the work at once, or, while a pointer is down, after its click: a button that moves under it would not be pressed. */
export const betweenPresses = (): (work: () => void) => void => {
  let isDown = false
  let waiting: ReadonlyArray<() => void> = []
  const release = () => {
    isDown = false
    const works = waiting
    waiting = []
    for (const work of works) work()
  }
  // A finger's mouse events come after its pointer events, so both count.
  for (const down of ["pointerdown", "mousedown"]) addEventListener(down, () => isDown = true, true)
  for (const up of ["pointerup", "pointercancel", "mouseup", "dragend"]) {
    addEventListener(up, () => void setTimeout(release), true)
  }
  return (work) => {
    if (isDown) waiting = [...waiting, work]
    else work()
  }
}
