import { tooFewItemsMessage } from '../../../../contract/bundles.ts'
import type { ContentStatus } from '../../../../contract/content.ts'
import { limits } from '../../../../contract/limits.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { selectBundleItems } from './bundle-items.ts'
import { recordItemEvent } from './follower-notice.ts'
import { contentNotFoundError } from './guards.ts'
import { lockContent, updateContentRow } from './repository.ts'
import { needsReview, requestReview } from './review.ts'

/** Publishes a bundle or makes it a draft. Throws AppError while it has too few items. */
export async function setBundleStatus(
  ports: Ports,
  viewer: Viewer,
  { id, status: wanted }: { id: number; status: ContentStatus },
): Promise<void> {
  const now = ports.clock.now()
  await ports.db.transaction(async (tx) => {
    const row = await lockContent(tx, { id, creatorId: viewer.id })
    if (!row) throw contentNotFoundError()
    if (row.content.status === wanted) return
    const items = await selectBundleItems(tx, row)
    if (wanted === 'published' && items.length < limits.bundleItems.min)
      throw new AppError('invalid_input', tooFewItemsMessage, { items: tooFewItemsMessage })
    const waits = wanted === 'published' && (await needsReview(tx, ports, viewer))
    const status = waits ? 'draft' : wanted
    await updateContentRow(tx, id, { status, updatedAt: now })
    if (waits) await requestReview(tx, ports, { contentId: id, notifyFollowers: false })
    if (status !== row.content.status)
      await recordItemEvent(tx, ports, { creatorId: viewer.id, contentId: id, status })
  })
}
