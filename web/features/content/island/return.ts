import { limits } from '../../../../contract/limits.ts'
import type { completePayment, processRecentPurchase, Settled } from '../../../../contract/purchases.ts'
import { ApiError } from '../../../api/api-error.ts'
import { send } from '../../../api/client.ts'
import { secretHeaders, secretIn } from '../../../payments/secret.ts'
import { toast } from '../../../ui/toast.ts'
import { type Card, setBusy, showPaid } from './card.ts'
import { deliver, type Held, openPurchase } from './deliver.ts'

export type Outcome = 'paid' | 'processing' | 'unpaid'

/** Somebody comes back from paying: settles it and shows what is theirs. */
export function comeBack(card: Card): void {
  const query = new URLSearchParams(location.search)
  if (query.get('success') !== 'true') return
  setTimeout(() => history.replaceState(null, '', location.pathname), limits.tipUrlCleanupDelay)
  const held: Held = { paymentId: query.get('payment_intent') ?? undefined, secret: secretIn(query) }
  for (const button of card.payButtons) setBusy(button, true)
  void settle(card.contentId, held).then((outcome) => {
    for (const button of card.payButtons) setBusy(button, false)
    if (outcome !== 'unpaid') unlock(card, held, outcome)
  })
}

function unlock(card: Card, held: Held, outcome: Outcome): void {
  showPaid(card, true)
  const { download, open } = card
  download.addEventListener('click', () => void deliver(card, held))
  open?.addEventListener('click', () => void openPurchase(card, held, open))
  if (outcome === 'processing') {
    card.status.textContent = 'Processing your purchase...'
    toast({ title: 'Processing Payment...', text: 'Payment successful! Processing your purchase...' })
  }
}

/**
 * The page may say paid when the completion call fails (spec.md section 4): the bytes still need a purchase. Whoever comes
 * without a payment and is not known to this instance bought nothing.
 */
async function settle(contentId: number, { paymentId, secret }: Held): Promise<Outcome> {
  try {
    const { state } = paymentId
      ? await send<typeof completePayment>(
          { method: 'POST', path: '/api/payments/:paymentIntentId/complete' },
          { params: { paymentIntentId: paymentId }, headers: secretHeaders(secret) },
        )
      : await send<typeof processRecentPurchase>(
          { method: 'POST', path: '/api/content/:id/process-recent-purchase' },
          { params: { id: contentId } },
        )
    return outcomeOf(state)
  } catch (fault) {
    const unknown = fault instanceof ApiError && fault.status === 404
    return unknown && !paymentId ? 'unpaid' : 'processing'
  }
}

/** What the provider's word means to the page. */
export function outcomeOf(state: Settled['state']): Outcome {
  if (state === 'paid') return 'paid'
  return state === 'open' || state === 'action_required' || state === 'canceled' ? 'unpaid' : 'processing'
}
