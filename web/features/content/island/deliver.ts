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

/** Saves the bought file. While the payment is processing, the page says so and asks again automatically. */
export async function deliver(card: Card, held: Held): Promise<void> {
  await goTo(card, { button: card.download, held, addressOf: downloadAddress })
}

/** Opens the buyer's own page, where the file can be viewed or played. */
export async function openPurchase(card: Card, held: Held, button: HTMLButtonElement): Promise<void> {
  await goTo(card, { button, held, addressOf: ({ accessUrl }) => accessUrl })
}

type Way = { button: HTMLButtonElement; held: Held; addressOf: (unlocked: Unlocked) => string }

async function goTo(card: Card, { button, held, addressOf }: Way): Promise<void> {
  if (isBusy(button)) return
  setBusy(button, true)
  try {
    location.assign(addressOf(await bought(card, held)))
  } catch (fault) {
    refuse(card, fault)
  }
  setBusy(button, false)
}

async function bought(card: Card, held: Held): Promise<Unlocked> {
  for (let look = 0; ; look++) {
    try {
      return await verified(card.contentId, held)
    } catch (fault) {
      const isProcessing = isPending(fault)
      if (!(isProcessing || isAway(fault)) || look === looks) throw fault
      card.status.textContent = isAway(fault)
        ? fault.sentence
        : 'Your payment is still processing. We ask again by ourselves.'
      if (isProcessing && look === 0) sayProcessing()
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

function downloadAddress({ accessUrl, content }: Unlocked): string {
  return content.kind === 'file' ? `${accessUrl}/file?as=attachment` : accessUrl
}

function refuse(card: Card, fault: unknown): void {
  if (isPending(fault)) {
    sayProcessing()
    return
  }
  // Nobody here bought it: what the page said on their return was not so.
  if (hasStatus(fault, 404)) showPaid(card, false)
  toast({
    title: 'Download Error',
    text: isAway(fault) ? fault.sentence : 'Failed to download content. Please contact support.',
    tone: 'destructive',
  })
}

function sayProcessing(): void {
  toast({ title: 'Processing Payment...', text: 'Payment successful! Processing your purchase...' })
}

/** A part that the server needs does not answer; the sentence says which. */
function isAway(fault: unknown): fault is ApiError {
  return hasStatus(fault, 503)
}

function isPending(fault: unknown): boolean {
  return hasStatus(fault, 402)
}

function hasStatus(fault: unknown, status: number): fault is ApiError {
  return fault instanceof ApiError && fault.status === status
}
