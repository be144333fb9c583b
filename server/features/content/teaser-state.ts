import { limits } from '../../../contract/limits.ts'
import type { TeaserState } from '../../../contract/teasers.ts'
import { enforceRateLimits } from '../../http/rate-limit.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { lockContent } from './edit-repository.ts'
import { enqueueTeaser } from './make-teaser.ts'
import { contentNotFoundError, requireOwnContent } from './require-own-content.ts'
import { setTeaserState } from './teaser-repository.ts'

/** The state of the teaser of the creator's own item. */
export async function getTeaserState(ports: Ports, viewer: Viewer, id: number): Promise<TeaserState> {
  const { content } = await requireOwnContent(ports, viewer, id)
  return { teaserStatus: content.teaserStatus, teaserError: content.teaserError }
}

/** Makes a failed teaser again. Changes nothing in any other state, so that two requests start one job. */
export async function retryTeaser(ports: Ports, viewer: Viewer, id: number): Promise<TeaserState> {
  await requireOwnContent(ports, viewer, id)
  await enforceRateLimits(ports, [
    { key: `teaser-retry/${viewer.id}`, max: limits.maxTeaserRetriesPerHour, windowMs: 3_600_000 },
  ])
  await ports.db.transaction(async (tx) => {
    const row = await lockContent(tx, { id, creatorId: viewer.id })
    if (!row) throw contentNotFoundError()
    if (row.content.teaserStatus !== 'failed') return
    await setTeaserState(tx, row.content, { teaserStatus: 'pending', teaserError: '' })
    await enqueueTeaser(tx, ports, row.content)
  })
  return getTeaserState(ports, viewer, id)
}
