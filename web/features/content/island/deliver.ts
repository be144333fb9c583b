import type { getCheckout, Unlocked, verifyPurchase } from '../../../../contract/purchases.ts'
import { ApiError } from '../../../api/api-error.ts'
import { send } from '../../../api/client.ts'
import { patience, pause } from '../../../payments/patience.ts'
import { secretHeaders } from '../../../payments/secret.ts'
import { toast } from '../../../ui/toast.ts'
import { type Card, isBusy, setBusy, showPaid } from './card.ts'

/** What this page knows of the payment. */
export type Held = { paymentId: string | undefined; secret: string | undefined }

const looks = 6

/** Goes to what was bought. While the payment is on its way it says so and asks again by itself. */
export async function deliver(card: Card, held: Held): Promise<void> {
  const { download } = card
  if (isBusy(download)) return
  setBusy(download, true)
  try {
    location.assign(placeOf(await bought(card, held)))
  } catch (fault) {
    refuse(card, fault)
  }
  setBusy(download, false)
}

async function bought(card: Card, held: Held): Promise<Unlocked> {
  for (let look = 0; ; look++) {
    try {
      return await verified(card.contentId, held)
    } catch (fault) {
      if (!isPending(fault) || look === looks) throw fault
      card.status.textContent = 'Your payment is still processing. We ask again by ourselves.'
      if (look === 0) sayProcessing()
      await pause(patience(look))
    }
  }
}

async function verified(contentId: number, { paymentId, secret }: Held): Promise<Unlocked> {
  const headers = secretHeaders(secret)
  const payment_intent = paymentId ?? (await newestPayment(contentId))
  return send<typeof verifyPurchase>(
    { method: 'GET', path: '/api/purchase/verify' },
    { query: { payment_intent, content_id: contentId }, headers },
  )
}

/** The payment behind this browser's newest attempt, for a return that lost its id. */
async function newestPayment(contentId: number): Promise<string> {
  const { paymentIntentId } = await send<typeof getCheckout>(
    { method: 'GET', path: '/api/content/:id/checkout' },
    { params: { id: contentId } },
  )
  return paymentIntentId
}

function placeOf({ accessUrl, content }: Unlocked): string {
  return content.kind === 'file' ? `${accessUrl}/file` : accessUrl
}

function refuse(card: Card, fault: unknown): void {
  if (isPending(fault)) {
    sayProcessing()
    return
  }
  // Nobody here bought it: what the page said on their return was not so.
  if (fault instanceof ApiError && fault.status === 404) showPaid(card, false)
  toast({
    title: 'Download Error',
    text: 'Failed to download content. Please contact support.',
    tone: 'destructive',
  })
}

function sayProcessing(): void {
  toast({ title: 'Processing Payment...', text: 'Payment successful! Processing your purchase...' })
}

function isPending(fault: unknown): boolean {
  return fault instanceof ApiError && fault.status === 402
}
