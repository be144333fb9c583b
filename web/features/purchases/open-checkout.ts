import type { Checkout, createPaymentIntent, getCheckout } from '../../../contract/purchases.ts'
import { ApiError } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { keepCheckout, keepSecret, keptCheckout } from '../../payments/kept.ts'
import { secretHeaders, takeSecret } from '../../payments/secret.ts'

/** A payment ready for its card. Without a secret it is one of this browser that needs no card any more. */
export type Opened = { checkout: Checkout; clientSecret?: string; alreadyOwned: boolean }
type Asked = { amount?: string | undefined; email?: string | undefined }

/**
 * The payment this page is about: the one whose secret came in the address, or else the one this tab had for the same
 * thing, or else a new one. Throws ApiError.
 */
export async function openCheckout(contentId: string, asked: Asked): Promise<Opened> {
  const kept = keptCheckout(contentId)
  const given = takeSecret() ?? (kept.amount === asked.amount ? kept.clientSecret : undefined)
  const email = asked.email ?? kept.email
  const checkout = given && (await known(contentId, given))
  if (given && checkout)
    return keep({ checkout, clientSecret: given, alreadyOwned: false }, { ...asked, email })
  return keep(await start(contentId, { ...asked, email }), { ...asked, email })
}

function keep(opened: Opened, { amount, email }: Asked): Opened {
  const { checkout, clientSecret } = opened
  keepCheckout(String(checkout.contentId), { amount, email, clientSecret })
  if (clientSecret) keepSecret(checkout.paymentIntentId, clientSecret)
  return opened
}

/** Undefined when the secret opens nothing, or a payment that was called off. */
async function known(contentId: string, clientSecret: string): Promise<Checkout | undefined> {
  try {
    const checkout = await read(contentId, clientSecret)
    return checkout.state === 'canceled' ? undefined : checkout
  } catch (fault) {
    if (fault instanceof ApiError && fault.status === 404) return undefined
    throw fault
  }
}

async function start(contentId: string, { amount, email = '' }: Asked): Promise<Opened> {
  try {
    const body = { contentId: Number(contentId), customAmount: amount, buyerEmail: email }
    const { clientSecret, alreadyOwned } = await send<typeof createPaymentIntent>(
      { method: 'POST', path: '/api/create-payment-intent' },
      { body },
    )
    return { checkout: await read(contentId, clientSecret), clientSecret, alreadyOwned }
  } catch (fault) {
    // The last payment is still on its way: that one is shown, and no second one started.
    if (fault instanceof ApiError && fault.code === 'conflict')
      return { checkout: await read(contentId), alreadyOwned: false }
    throw fault
  }
}

function read(id: string, clientSecret?: string): Promise<Checkout> {
  return send<typeof getCheckout>(
    { method: 'GET', path: '/api/content/:id/checkout' },
    { params: { id }, headers: secretHeaders(clientSecret) },
  )
}
