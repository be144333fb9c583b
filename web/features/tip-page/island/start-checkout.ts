import type { createPaymentIntent } from '../../../../contract/purchases.ts'
import { ApiError } from '../../../api/api-error.ts'
import { requestEndpoint } from '../../../api/client.ts'
import { normalizeEmail } from '../../../payments/receipt-email.ts'
import { toast } from '../../../ui/toast.ts'
import { payButtonLabel, showAmountError, validatedAmount } from './amount-field.ts'
import { isSubmitting, type PayCardElements, setBusy } from './pay-card-elements.ts'

/** A click on a pay button starts a payment and opens its checkout. */
export function startPaying(card: PayCardElements): void {
  watchPayBarVisibility(card)
  card.form.addEventListener('submit', (event) => {
    if (card.isTestPurchase && validatedAmount(card) !== undefined) return
    event.preventDefault()
    if (card.isTestPurchase) return
    if (!card.payButtons.some(isSubmitting)) void startCheckout(card)
  })
  // A page restored from the back/forward cache must not stay busy.
  addEventListener('pageshow', ({ persisted }) => persisted && resetSubmitting(card))
}

async function startCheckout(card: PayCardElements): Promise<void> {
  card.notice?.replaceChildren()
  const amount = validatedAmount(card)
  if (amount === undefined) return
  for (const button of card.payButtons) {
    setBusy(button, true)
    button.textContent = 'Starting payment…'
  }
  const email = normalizeEmail(new URLSearchParams(location.search).get('email'))
  const customAmount = card.amount ? amount : undefined
  try {
    const started = await requestEndpoint<typeof createPaymentIntent>(
      { method: 'POST', path: '/api/create-payment-intent' },
      { body: { contentId: card.contentId, customAmount, buyerEmail: email, ...supporterNoteFrom(card) } },
    )
    if (started.alreadyOwned && !(await confirmBuyAgain(started.existingAccessUrl)))
      return resetSubmitting(card)
    location.assign(checkoutUrl(card, { secret: started.clientSecret, amount: customAmount, email }))
  } catch (error) {
    resetSubmitting(card)
    const apiError = error instanceof ApiError && error.code !== 'internal_error' ? error : undefined
    const description = apiError?.userMessage ?? 'Failed to start payment process. Please try again.'
    if (apiError?.fields.customAmount) showAmountError(card, apiError.fields.customAmount)
    else card.notice?.replaceChildren(description)
    toast({ title: 'Payment Error', description, tone: 'destructive' })
  }
}

/** The supporter's message and the link's utm parameters in the form. */
function supporterNoteFrom({ form }: PayCardElements) {
  const typed = new FormData(form)
  const text = (name: string) => String(typed.get(name) ?? '')
  return {
    supporterName: text('supporterName'),
    supporterMessage: text('supporterMessage'),
    isSupporterPrivate: typed.has('isSupporterPrivate'),
    source: text('source'),
  }
}

function resetSubmitting(card: PayCardElements): void {
  for (const button of card.payButtons) setBusy(button, false)
  payButtonLabel(card)
}

type CheckoutParams = { secret: string; amount: string | undefined; email: string }

/** The amount and email are in the URL, so that the checkout can be restored. */
function checkoutUrl({ contentId }: PayCardElements, { secret, amount, email }: CheckoutParams): string {
  const query = new URLSearchParams({ payment_intent_client_secret: secret })
  if (amount) query.set('amount', amount)
  if (email) query.set('email', email)
  return `/checkout/${contentId}?${query}`
}

function confirmBuyAgain(existingAccessUrl: string | null): Promise<boolean> {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-buy-again]')
  if (!dialog) return Promise.resolve(true)
  if (existingAccessUrl) dialog.querySelector('[data-owned]')?.setAttribute('href', existingAccessUrl)
  dialog.returnValue = ''
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'again'), { once: true })
  })
}

/** The pay bar's height: a card that is only visible below it counts as hidden. */
const payBarHeightPx = 96

/** Shows the pay bar on phones while the pay card is out of view, so they never overlap. */
function watchPayBarVisibility({ form, payBar }: PayCardElements): void {
  if (!payBar || !('IntersectionObserver' in window)) return
  const looked = ([seen]: Array<IntersectionObserverEntry>) => {
    payBar.hidden = (seen?.isIntersecting ?? true) || payBar.hasAttribute('data-off')
  }
  new IntersectionObserver(looked, { rootMargin: `0px 0px -${payBarHeightPx}px 0px` }).observe(form)
}
