import { getDiscountOffer } from '../../../../contract/discounts.ts'
import { request } from '../../../api/client.ts'
import type { CheckoutSession } from './use-checkout.ts'

/** What costs nothing has no payment: the page's button gets it. Loaded when it is needed. */
export async function freeSession(
  contentId: string,
  {
    code = '',
    currency,
    alreadyOwned,
  }: { code: string | undefined; currency: string; alreadyOwned: boolean },
): Promise<CheckoutSession> {
  const { offer } = code
    ? await request(getDiscountOffer, { params: { id: contentId }, query: { code } })
    : { offer: null }
  const list = offer?.listAmount ?? '0'
  return {
    checkout: {
      paymentIntentId: '',
      contentId: Number(contentId),
      listAmount: list,
      discount: offer && { code: offer.code, amount: list },
      amount: '0',
      currency,
      state: 'open',
      buyerEmail: '',
      provider: { kind: 'redirect' },
      tip: null,
      terms: null,
    },
    alreadyOwned,
  }
}
