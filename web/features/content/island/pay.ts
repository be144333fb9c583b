import type { createPaymentIntent } from '../../../../contract/purchases.ts'
import { ApiError } from '../../../api/api-error.ts'
import { send } from '../../../api/client.ts'
import { receiptEmail } from '../../../payments/receipt-email.ts'
import { toast } from '../../../ui/toast.ts'
import { chosenAmount, sayPrice, setWrong } from './amount-field.ts'
import { type Card, isBusy, setBusy } from './card.ts'

/** Pressing a pay button starts a payment and goes on to its checkout. */
export function startPaying(card: Card): void {
  watchSight(card)
  card.form.addEventListener('submit', (event) => {
    if (card.isTrial && chosenAmount(card) !== undefined) return
    event.preventDefault()
    if (card.isTrial) return
    if (!card.payButtons.some(isBusy)) void pay(card)
  })
  // Coming back to a page that the browser kept: it must not stay busy.
  addEventListener('pageshow', ({ persisted }) => persisted && rest(card))
}

async function pay(card: Card): Promise<void> {
  card.notice?.replaceChildren()
  const amount = chosenAmount(card)
  if (amount === undefined) return
  for (const button of card.payButtons) {
    setBusy(button, true)
    button.textContent = 'Starting payment…'
  }
  const email = receiptEmail(new URLSearchParams(location.search).get('email'))
  const customAmount = card.amount ? amount : undefined
  try {
    const started = await send<typeof createPaymentIntent>(
      { method: 'POST', path: '/api/create-payment-intent' },
      { body: { contentId: card.contentId, customAmount, buyerEmail: email, ...noteIn(card) } },
    )
    if (started.alreadyOwned && !(await wantsItAgain(started.ownedUrl))) return rest(card)
    location.assign(checkout(card, { secret: started.clientSecret, amount: customAmount, email }))
  } catch (fault) {
    rest(card)
    const known = fault instanceof ApiError && fault.code !== 'internal' ? fault : undefined
    const text = known?.sentence ?? 'Failed to start payment process. Please try again.'
    if (known?.fields.customAmount) setWrong(card, known.fields.customAmount)
    else card.notice?.replaceChildren(text)
    toast({ title: 'Payment Error', text, tone: 'destructive' })
  }
}

/** Words for the creator and the marks of the link, as they stand in the form. */
function noteIn({ form }: Card) {
  const typed = new FormData(form)
  const text = (name: string) => String(typed.get(name) ?? '')
  return {
    supporterName: text('supporterName'),
    supporterMessage: text('supporterMessage'),
    supporterPrivate: typed.has('supporterPrivate'),
    source: text('source'),
  }
}

function rest(card: Card): void {
  for (const button of card.payButtons) setBusy(button, false)
  sayPrice(card)
}

type Started = { secret: string; amount: string | undefined; email: string }

/** Amount and e-mail go along, so that the checkout can set itself up again. */
function checkout({ contentId }: Card, { secret, amount, email }: Started): string {
  const query = new URLSearchParams({ payment_intent_client_secret: secret })
  if (amount) query.set('amount', amount)
  if (email) query.set('email', email)
  return `/checkout/${contentId}?${query}`
}

function wantsItAgain(ownedUrl: string | null): Promise<boolean> {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-buy-again]')
  if (!dialog) return Promise.resolve(true)
  if (ownedUrl) dialog.querySelector('[data-owned]')?.setAttribute('href', ownedUrl)
  dialog.returnValue = ''
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'again'), { once: true })
  })
}

/** Pixels of the bar: a card that only peeps out from under it is not in sight. */
const barHeight = 96

/** The bar at the foot of a phone is there while nothing of the pay card is in sight, so it never lies over it. */
function watchSight({ form, payBar }: Card): void {
  if (!payBar || !('IntersectionObserver' in window)) return
  const looked = ([seen]: Array<IntersectionObserverEntry>) => {
    payBar.hidden = (seen?.isIntersecting ?? true) || payBar.hasAttribute('data-off')
  }
  new IntersectionObserver(looked, { rootMargin: `0px 0px -${barHeight}px 0px` }).observe(form)
}
