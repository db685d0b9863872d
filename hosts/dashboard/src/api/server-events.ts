// Server-sent events out of a body that is read piece by piece (WHATWG HTML 9.2.6); EventSource cannot send a header.
export interface ServerEvent {
  readonly name: string
  readonly data: string
}

const eventIn = (block: string): ServerEvent | undefined => {
  let name = "message"
  const data: Array<string> = []
  for (const line of block.split("\n")) {
    const [, field, value = ""] = /^([a-z]+):? ?(.*)$/.exec(line) ?? []
    if (field === "event") name = value
    if (field === "data") data.push(value)
  }
  return data.length === 0 ? undefined : { name, data: data.join("\n") }
}

/** The events of a body, as they come, until it ends. */
export async function* serverEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ""
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value.replaceAll("\r", "")).split("\n\n")
    rest = blocks.pop() ?? ""
    for (const block of blocks) {
      const event = eventIn(block)
      if (event !== undefined) yield event
    }
  }
}
