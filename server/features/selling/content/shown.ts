import { type ItemState, itemState, mayBeShown } from '../../../../domain/access.ts'
import type { FileResponse } from '../../../http/file-response.ts'
import type { FindViewer } from '../../../http/request-context.ts'
import { creatorTag } from '../../people/accounts/shown-person.ts'
import { contentNotFoundError } from './guards.ts'
import type { ContentRow } from './repository.ts'

export function stateOf({ content, creator, review }: ContentRow): ItemState {
  return itemState(content, creator, review)
}

/**
 * An item whose images and samples this viewer may see now, and how the answer may be cached. Throws AppError `not_found`. Its
 * creator sees those of a draft, and an admin those of an item that waits for review.
 */
export async function requireShown(
  row: ContentRow | undefined,
  findViewer: FindViewer,
): Promise<{ row: ContentRow; caching: Pick<FileResponse, 'cache' | 'tags'> }> {
  if (!row) throw contentNotFoundError()
  const state = stateOf(row)
  if (mayBeShown(state, 'none')) return { row, caching: { cache: 'minute', tags: tagsOf(row) } }
  const viewer = await findViewer()
  const isOwn = viewer?.id === row.content.creatorId
  const mayDecide = viewer?.isAdmin === true && mayBeShown(state, 'moderation')
  if (!mayDecide && !(isOwn && mayBeShown(state, 'own'))) throw contentNotFoundError()
  return { row, caching: { cache: 'viewer' } }
}

/** The tags by which a CDN removes what it has kept of an item: the item's own and its creator's. */
export function tagsOf({ content, creator }: ContentRow): Array<string> {
  return [`content/${content.id}`, ...creatorTag(creator)]
}
