/** Where a page of a list ends that begins with the newest: the moment and the id of its last row. */
export type Cursor = { at: Date; id: number }

/** As the contract's `Place` lets it travel. */
export function encodeCursor({ at, id }: Cursor): string {
  return `${at.getTime()}-${id}`
}

export function decodeCursor(text: string): Cursor {
  const [at, id] = text.split('-')
  return { at: new Date(Number(at)), id: Number(id) }
}

/** Of one row more than a page holds: the page, and its last row where another page follows. */
export function paginate<R>(rows: Array<R>, limit: number): { shown: Array<R>; last: R | undefined } {
  const shown = rows.slice(0, limit)
  return { shown, last: rows.length > limit ? shown.at(-1) : undefined }
}

/** Rows of a numbered page. */
export const pageSize = 50
export type LimitOffset = { limit: number; offset: number }

/** The rows of a numbered page; the first page is 1. */
export function limitOffset(page: number): LimitOffset {
  return { limit: pageSize, offset: (page - 1) * pageSize }
}
