import type { getTestPurchasePreview } from '../../../../contract/test-purchases.ts'
import { requestEndpoint } from '../../../api/client.ts'
import { isCreatorDevice } from '../../../shared/creator-device.ts'
import type { PayCardElements } from './pay-card-elements.ts'

/** Offers a test purchase to the item's creator. Only devices with a creator's sign-in send the request. */
export async function offerTestPurchase({ contentId, isTestPurchase }: PayCardElements): Promise<void> {
  const offer = document.querySelector<HTMLElement>('[data-own-item]')
  if (!offer || isTestPurchase || !isCreatorDevice()) return
  const params = { id: contentId }
  const isOwn = await requestEndpoint<typeof getTestPurchasePreview>(
    { method: 'GET', path: '/api/content/:id/test-purchase' },
    { params },
  ).then(
    () => true,
    () => false,
  )
  offer.hidden = !isOwn
}
