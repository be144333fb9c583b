import type { getTestPurchasePreview } from '../../../../contract/test-purchases.ts'
import { requestEndpoint } from '../../../api/client.ts'
import { isCreatorDevice } from '../../../shared/creator-device.ts'
import type { Card } from './pay-card-elements.ts'

/** Offers a test purchase to the item's creator. Asked only where somebody who sells has been. */
export async function offerTrial({ contentId, isTrial }: Card): Promise<void> {
  const offer = document.querySelector<HTMLElement>('[data-own-item]')
  if (!offer || isTrial || !isCreatorDevice()) return
  const params = { id: contentId }
  const isOwn = await requestEndpoint<typeof getTestPurchasePreview>(
    { method: 'GET', path: '/api/content/:id/trial' },
    { params },
  ).then(
    () => true,
    () => false,
  )
  offer.hidden = !isOwn
}
