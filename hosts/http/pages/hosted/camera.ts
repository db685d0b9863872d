// Films a person in front of the camera, in the browser. It is sent as text, so the function names nothing from outside
// itself. What is filmed never leaves the browser: here is only told whether somebody, or something, was in the picture.

export interface Film {
  /** Turns the camera on; fails when it is denied or there is none. */
  readonly start: () => Promise<void>
  /** Whether the picture is bright enough and moves. */
  readonly isLive: () => Promise<boolean>
  readonly stop: () => void
}

/** The camera behind a video element. */
export const film = (video: HTMLVideoElement): Film => {
  const side = 48
  const frame = (): ReadonlyArray<number> => {
    const canvas = document.createElement("canvas")
    canvas.width = side
    canvas.height = side
    const context = canvas.getContext("2d", { willReadFrequently: true })
    if (context === null) return []
    context.drawImage(video, 0, 0, side, side)
    const { data } = context.getImageData(0, 0, side, side)
    return Array.from({ length: side * side }, (_, pixel) => (data[4 * pixel] ?? 0) + (data[4 * pixel + 1] ?? 0))
  }
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  return {
    start: async () => {
      const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "user" }, audio: false })
      video.srcObject = stream
      await video.play()
    },
    isLive: async () => {
      const first = frame()
      const isDark = first.reduce((sum, value) => sum + value, 0) < first.length * 16
      for (let turn = 0; turn < 8 && !isDark; turn += 1) {
        await pause(150)
        const next = frame()
        if (next.some((value, pixel) => Math.abs(value - (first[pixel] ?? 0)) > 8)) return true
      }
      return false
    },
    stop: () => {
      const stream = video.srcObject
      if (stream instanceof MediaStream) { for (const track of stream.getTracks()) track.stop() }
      video.srcObject = null
    }
  }
}
