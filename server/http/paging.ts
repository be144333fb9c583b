/** Where a page of a list ends that begins with the newest: the moment and the id of its last row. */
export type Place = { at: Date; id: number }

/** As the contract's `Place` lets it travel. */
export function writePlace({ at, id }: Place): string {
  return `${at.getTime()}-${id}`
}

export function readPlace(text: string): Place {
  const [at, id] = text.split('-')
  return { at: new Date(Number(at)), id: Number(id) }
}

/** Of one row more than a page holds: the page, and its last row where another page follows. */
export function cutPage<R>(rows: Array<R>, most: number): { shown: Array<R>; last: R | undefined } {
  const shown = rows.slice(0, most)
  return { shown, last: rows.length > most ? shown.at(-1) : undefined }
}

/** Rows of a numbered page. */
export const pageRows = 50
export type Part = { most: number; skip: number }

/** The rows of a numbered page; the first page is 1. */
export function partOf(page: number): Part {
  return { most: pageRows, skip: (page - 1) * pageRows }
}
