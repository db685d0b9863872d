// Lists that come in pages, as async iterators: `for await` over the rows, or over the pages for their cursors.

/** Rows of all pages, read as they are needed; a read that fails ends it with its error. */
export interface Rows<Row, Page> extends AsyncIterable<Row> {
  /** The pages themselves, each as it was answered. */
  readonly pages: () => AsyncIterable<Page>
}

export interface Paging<Row, Page> {
  readonly read: (cursor: string | undefined) => Promise<Page>
  readonly rowsOf: (page: Page) => ReadonlyArray<Row>
  /** The cursor of the page after this one; null after the last. */
  readonly after: (page: Page) => string | null
}

/** Goes through all pages from a cursor on. */
export const rows = <Row, Page>(
  { after, read, rowsOf }: Paging<Row, Page>,
  from: string | undefined
): Rows<Row, Page> => {
  const pages = async function*(): AsyncGenerator<Page, void> {
    for (let cursor = from ?? null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
      const page = await read(cursor ?? undefined)
      yield page
      cursor = after(page)
    }
  }
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* rowsOf(page)
    }
  }
}
