import * as z from 'zod/mini'
import { PreviewImageQuery } from './content.ts'
import { limits } from './limits.ts'
import { Currency, DecimalString } from './money.ts'
import { OrderNumber } from './order-number.ts'
import { AccessToken, RefundStatus } from './purchases.ts'
import { defineRoute } from './route.ts'
import { Email, Id, Reason } from './schemas.ts'

export const sendAccessLinks = defineRoute({
  method: 'POST',
  path: '/api/purchase/access-links',
  auth: 'public',
  summary:
    'Emails all of an address’s access links to that address. The response is the same whether or not the address is known.',
  body: z.object({ email: Email }),
  response: z.object({ sent: z.literal(true) }),
})

/** A text field of a form without scripts. The use case validates it, so that an error can redirect to the form. */
const FormField = z._default(z.string().check(z.maxLength(limits.maxMessageLength)), '')

export const sendAccessLinksForm = defineRoute({
  method: 'POST',
  path: '/lost-link',
  auth: 'public',
  transport: 'urlencoded',
  summary: 'The same, for the page’s own form. Redirects back to the page.',
  body: z.object({ email: FormField }),
})

const TokenParams = z.object({ token: AccessToken })

export const openPurchase = defineRoute({
  method: 'POST',
  path: '/access/:token/open',
  auth: 'buyer',
  transport: 'urlencoded',
  summary:
    'Opens a link or text for the first time, which ends the instant refund. Redirects to the access page.',
  params: TokenParams,
})

export const dismissSetOffer = defineRoute({
  method: 'POST',
  path: '/access/:token/dismiss-set',
  auth: 'buyer',
  transport: 'urlencoded',
  summary: 'Ends the offer to complete a bundle on the page of a purchase. Redirects back to it.',
  params: TokenParams,
})

export const refundShare = defineRoute({
  method: 'POST',
  path: '/access/:token/refund-share/:id',
  auth: 'buyer',
  transport: 'urlencoded',
  summary:
    'Refunds the part of an item that was taken down from a purchased bundle. Redirects back to the access page.',
  params: z.extend(TokenParams, { id: Id }),
})

export const sendOwnAccessLinks = defineRoute({
  method: 'POST',
  path: '/access/:token/links',
  auth: 'buyer',
  transport: 'urlencoded',
  summary: 'Emails all access links of the purchase’s address to that address.',
  params: TokenParams,
})

export const emailFreeAccess = defineRoute({
  method: 'POST',
  path: '/access/:token/email',
  auth: 'buyer',
  transport: 'urlencoded',
  summary:
    'Emails the access link of something free to an address, once and for nothing else. Redirects back to the access page.',
  params: TokenParams,
  body: z.object({ email: FormField }),
})

export const sendMessageToCreator = defineRoute({
  method: 'POST',
  path: '/access/:token/messages',
  auth: 'buyer',
  transport: 'urlencoded',
  summary: 'Writes to the creator of a purchase, at most 20 times a day. Redirects back to the access page.',
  params: TokenParams,
  body: z.object({ text: FormField }),
})

export const forgetDevice = defineRoute({
  method: 'POST',
  path: '/forget-device',
  auth: 'public',
  transport: 'urlencoded',
  summary:
    'Makes this browser forget what it bought, for example a shared computer. Access links still work.',
})

/** The result that a refund request would have now. Reading it does not count as access. */
export const RefundEligibility = z.object({
  title: z.string(),
  /** The refundable or refunded amount. */
  amount: DecimalString,
  currency: Currency,
  status: z.union([RefundStatus, z.literal('refunded')]),
  /** Whether the refund needs no decision: before the first access, or with the unconditional policy. */
  isInstant: z.boolean(),
  /** Whether the buyer still waits for it, and may change their mind. */
  isBeforeRelease: z.boolean(),
  purchaseId: OrderNumber,
})
export type RefundEligibility = z.infer<typeof RefundEligibility>

export const getRefundEligibility = defineRoute({
  method: 'GET',
  path: '/api/access/:token/refund',
  auth: 'buyer',
  summary: 'Shows whether the purchase can be refunded under the 30-day guarantee, and who decides.',
  params: TokenParams,
  response: RefundEligibility,
})

export const requestRefund = defineRoute({
  method: 'POST',
  path: '/api/access/:token/refund',
  auth: 'buyer',
  summary:
    'Requests a refund within 30 days: automatic if nothing was opened or the site’s policy is unconditional. Otherwise the creator has 72 hours to refund or object, the admin decides about objections, and no answer refunds.',
  params: TokenParams,
  body: z.object({
    reason: Reason,
  }),
  response: z.object({ state: z.enum(['refunded', 'processing', 'requested', 'in_review']) }),
})

export const requestRefundForm = defineRoute({
  method: 'POST',
  path: '/access/:token/refund',
  auth: 'buyer',
  transport: 'urlencoded',
  summary: 'The same, for the page’s own form. Redirects back to the page, which shows the outcome.',
  params: TokenParams,
  body: z.object({ reason: FormField }),
})

export const getPurchasedImage = defineRoute({
  method: 'GET',
  path: '/access/:token/preview-image',
  auth: 'buyer',
  transport: 'file',
  summary: 'Returns the preview image of a purchased item, also when it is no longer published.',
  params: TokenParams,
  query: PreviewImageQuery,
})

export const getThumbnail = defineRoute({
  method: 'GET',
  path: '/access/:token/thumbnail',
  auth: 'buyer',
  transport: 'file',
  summary: 'Returns a small square of a purchased image, for the gallery of the access page.',
  params: TokenParams,
  query: z.object({ part: Id }),
})
