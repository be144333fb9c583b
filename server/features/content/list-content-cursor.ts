import { z } from 'zod'
import { ContentSort } from '../../../contract/content-list.ts'
import { AppError } from '../../../domain/errors.ts'

/** Where a page ends: the last item's value of what is sorted by, its moment, and its id. */
export type Cursor = { sort: ContentSort; key: number; createdAt: Date; id: number }

const safeInteger = z.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)
/** As it travels; moments in milliseconds, none that PostgreSQL would not know. */
const CursorTuple = z.tuple([ContentSort, safeInteger, z.number().int().min(0).max(8e13), safeInteger])

export function encodeCursor({ sort, key, createdAt, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, key, createdAt.getTime(), id])).toString('base64url')
}

/** Throws AppError for what is no cursor of ours, or one of another order. */
export function decodeCursor(text: string, sort: ContentSort): Cursor {
  const written = CursorTuple.safeParse(safeJsonParse(text))
  if (!written.success || written.data[0] !== sort) throw new AppError('invalid_input', 'Not a valid page')
  const [, key, createdAt, id] = written.data
  return { sort, key, createdAt: new Date(createdAt), id }
}

function safeJsonParse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
