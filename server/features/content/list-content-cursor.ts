import { z } from 'zod'
import { ContentSort } from '../../../contract/content-list.ts'
import { AppError } from '../../../domain/errors.ts'

/** The position after a page: its last item's sort value, creation time and id. */
export type Cursor = { sort: ContentSort; key: number; createdAt: Date; id: number }

const safeInteger = z.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)
/** The encoded cursor; times in milliseconds, limited to what PostgreSQL accepts. */
const CursorTuple = z.tuple([ContentSort, safeInteger, z.number().int().min(0).max(8e13), safeInteger])

export function encodeCursor({ sort, key, createdAt, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, key, createdAt.getTime(), id])).toString('base64url')
}

/** Throws AppError for an invalid cursor, or one of another sort order. */
export function decodeCursor(text: string, sort: ContentSort): Cursor {
  const parsed = CursorTuple.safeParse(safeJsonParse(text))
  if (!parsed.success || parsed.data[0] !== sort) throw new AppError('invalid_input', 'Not a valid page')
  const [, key, createdAt, id] = parsed.data
  return { sort, key, createdAt: new Date(createdAt), id }
}

function safeJsonParse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
