import { useEffect, useState } from 'react'
import { checkoutUrl } from '../../../../contract/checkout.ts'
import { createPaymentIntent, getOwnedPurchase, type OwnedPurchase } from '../../../../contract/purchases.ts'
import { ApiError, request } from '../../../api/client.ts'
import { normalizeEmail } from '../../../payments/buyer-email.ts'
import { toast } from '../../../ui/toast.ts'
import { hostOf } from './link-parameters.ts'

type StartCheckoutOptions = {
  contentId: number
  /** If false, a browser that owns the item shows the owned item and does not start a payment. */
  isBuyingAgain: boolean
  onAlreadyOwned: (purchase: OwnedPurchase) => void
  onAmountError: (message: string) => void
  /** The code of the link does not work any more. */
  /** Returns what the page says of it. */
  onCodeError: (message: string) => string
}

export function useStartCheckout({
  contentId,
  isBuyingAgain,
  onAlreadyOwned,
  onAmountError,
  onCodeError,
}: StartCheckoutOptions) {
  const [isStarting, setIsStarting] = useState(false)
  const [error, setError] = useState<string>()

  // A page restored from the back/forward cache must not stay in the starting state.
  useEffect(() => {
    const reset = ({ persisted }: PageTransitionEvent) => persisted && setIsStarting(false)
    window.addEventListener('pageshow', reset)
    return () => window.removeEventListener('pageshow', reset)
  }, [])

  async function start(form: FormData, amount: string | undefined) {
    if (isStarting) return
    setIsStarting(true)
    setError(undefined)
    const email = normalizeEmail(new URLSearchParams(location.search).get('email'))
    try {
      const body = { contentId, customAmount: amount, buyerEmail: email, ...formFieldsFrom(form) }
      const { clientSecret, alreadyOwned } = await request(createPaymentIntent, { body })
      const purchase =
        alreadyOwned && !isBuyingAgain
          ? (await request(getOwnedPurchase, { params: { id: contentId } })).purchase
          : null
      if (!purchase) {
        const { code, paysAsOwner: owner } = body
        return location.assign(checkoutUrl(contentId, { clientSecret, amount, email, code, owner }))
      }
      setIsStarting(false)
      onAlreadyOwned(purchase)
    } catch (failure) {
      setIsStarting(false)
      showError(failure)
    }
  }

  function showError(failure: unknown) {
    const apiError = failure instanceof ApiError && failure.code !== 'internal_error' ? failure : undefined
    const description = apiError?.userMessage ?? 'Failed to start payment process. Please try again.'
    if (apiError?.fields.code) return setError(onCodeError(apiError.fields.code))
    if (apiError?.fields.customAmount) onAmountError(apiError.fields.customAmount)
    else setError(description)
    toast({ title: 'Payment Error', description, tone: 'destructive' })
  }
  return { start, isStarting, error }
}

/** The referrer of the buyer, for a sale whose link has no source. */
function referrerParameter(): string {
  const host = hostOf(document.referrer)
  return host === '' || host === location.host ? '' : String(new URLSearchParams({ referrer: host }))
}

function formFieldsFrom(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '')
  return {
    code: text('code'),
    paysAsOwner: text('paysAsOwner'),
    supporterName: text('supporterName'),
    supporterMessage: text('supporterMessage'),
    isSupporterPrivate: form.has('isSupporterPrivate'),
    source: [text('source'), referrerParameter()].filter(Boolean).join('&'),
  }
}
