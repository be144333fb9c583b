/** The end of a page in a list sorted by newest: the time and id of its last row. */
export type Cursor = { at: Date; id: number }

/** Encodes the cursor as `<milliseconds>-<id>`. */
export function encodeCursor({ at, id }: Cursor): string {
  return `${at.getTime()}-${id}`
}

/** Decodes a cursor that the contract has validated. */
export function decodeCursor(text: string): Cursor {
  const [at, id] = text.split('-')
  return { at: new Date(Number(at)), id: Number(id) }
}

/**
 * Splits rows, of which there may be one more than the limit, into the page and its last row; `last` is undefined on
 * the last page.
 */
export function paginate<R>(rows: Array<R>, limit: number): { page: Array<R>; last: R | undefined } {
  const page = rows.slice(0, limit)
  return { page, last: rows.length > limit ? page.at(-1) : undefined }
}

/** Rows of a numbered page. */
export const pageSize = 50
export type LimitOffset = { limit: number; offset: number }

/** Limit and offset of a numbered page; the first page is 1. */
export function limitOffset(page: number): LimitOffset {
  return { limit: pageSize, offset: (page - 1) * pageSize }
}
