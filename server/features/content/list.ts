import type { z } from 'zod'
import { Category } from '../../../contract/content.ts'
import type { listContentPage } from '../../../contract/shelf.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { readCursor, writeCursor } from './list-cursor.ts'
import { countByCategory, idsInOrder, keyOf, rowsByIds } from './list-repository.ts'
import { presentOwn } from './present.ts'

type Asked = z.output<typeof listContentPage.query>

/** A page of a creator's items with what there is in all; as quick with ten thousand of them, and at their end. */
export async function listPage({ db }: Ports, viewer: Viewer, asked: Asked) {
  const { q, sort, category, limit } = asked
  const wanted = { creatorId: viewer.id, q, category }
  const after = asked.cursor === undefined ? undefined : readCursor(asked.cursor, sort)
  const found = await idsInOrder(db, wanted, { sort, after, most: limit + 1 })
  const rows = await rowsByIds(
    db,
    found.slice(0, limit).map(({ id }) => id),
  )
  const counts = await countByCategory(db, wanted)

  const last = found.length > limit ? rows.at(-1) : undefined
  const chosen = counts.filter((row) => category === undefined || row.category === category)
  return {
    items: rows.map(presentOwn),
    next: last
      ? writeCursor({ sort, key: keyOf(last, sort), createdAt: last.content.createdAt, id: last.content.id })
      : null,
    total: counts.reduce((sum, { all }) => sum + all, 0),
    matching: chosen.reduce((sum, { matching }) => sum + matching, 0),
    categories: Category.options.filter((name) => counts.some((row) => row.category === name)),
  }
}
