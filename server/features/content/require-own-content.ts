import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { findOwnContent } from './edit-repository.ts'
import type { ContentRow } from './repository.ts'

/** The same for an item that is not there and for one that is not theirs who asks. */
export function contentNotFoundError(): AppError {
  return new AppError('not_found', 'Content Not Found')
}

/** A creator's item that is not deleted. Throws AppError: somebody else's answers as one that does not exist. */
export async function requireOwnContent({ db }: Ports, viewer: Viewer, id: number): Promise<ContentRow> {
  const row = await findOwnContent(db, { id, creatorId: viewer.id })
  if (!row) throw contentNotFoundError()
  return row
}
