import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { findOwnContent } from './edit-repository.ts'
import type { ContentRow } from './repository.ts'

/** The same error for a missing item and for another creator's. */
export function contentNotFoundError(): AppError {
  return new AppError('not_found', 'Content Not Found')
}

/** A creator's item that is not deleted. Throws AppError; another creator's item is reported as missing. */
export async function requireOwnContent({ db }: Ports, viewer: Viewer, id: number): Promise<ContentRow> {
  const row = await findOwnContent(db, { id, creatorId: viewer.id })
  if (!row) throw contentNotFoundError()
  return row
}
