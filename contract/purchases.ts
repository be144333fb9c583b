import { z } from 'zod'
import { PublicContent } from './content.ts'
import { limits } from './limits.ts'
import { Currency, MoneyInput, MoneyText } from './money.ts'
import { route } from './route.ts'
import { Email, Id, IdParams, Timestamp } from './shapes.ts'

/** The header that carries a payment's client secret, which proves the caller holds the attempt. */
export const paymentSecretHeader = 'x-payment-secret'

export const PaymentState = z.enum(['open', 'action_required', 'processing', 'paid', 'canceled', 'unknown'])
export type PaymentState = z.infer<typeof PaymentState>

const PaymentIntentId = z.string().min(1).max(128)

/** How the browser shows the card form. */
export const ProviderClient = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sandbox') }),
  z.object({ kind: z.literal('stripe'), publishableKey: z.string() }),
  z.object({ kind: z.literal('redirect') }),
])
export type ProviderClient = z.infer<typeof ProviderClient>

/** One line, and what is never typed by hand left out. */
const OneLine = (most: number) =>
  z
    .string()
    .transform((text) => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim())
    .pipe(z.string().max(most, `At most ${most} characters`))
    .default('')

/** What may go along with a payment: words for the creator, and the `utm_*` of the link it came by. */
export const PurchaseNote = z.object({
  supporterName: OneLine(limits.supporterName),
  supporterMessage: OneLine(limits.supporterMessage),
  /** Only the creator sees it. */
  supporterPrivate: z.boolean().default(false),
  source: z
    .string()
    .transform((text) =>
      text
        .split('&')
        .filter((part) => /^utm_[a-z]+=./.test(part))
        .join('&')
        .slice(0, limits.source),
    )
    .default(''),
})
export type PurchaseNote = z.infer<typeof PurchaseNote>

export const createPaymentIntent = route({
  method: 'POST',
  path: '/api/create-payment-intent',
  access: 'anyone',
  summary:
    "Starts an attempt to pay. The amount is the server's to say; the same browser asking again gets the same open attempt.",
  body: z.object({
    contentId: z.number({ error: 'Not a valid id' }).int('Not a valid id').positive('Not a valid id'),
    customAmount: MoneyInput.optional(),
    buyerEmail: Email.or(z.literal('')).default(''),
    ...PurchaseNote.shape,
  }),
  reply: z.object({
    clientSecret: z.string(),
    paymentIntentId: z.string(),
    amount: MoneyText,
    currency: Currency,
    /** This browser has bought this item before: say so before it pays again. */
    alreadyOwned: z.boolean(),
    /** What it bought, so that it need not pay again. */
    ownedUrl: z.string().nullable(),
  }),
})

const FormText = z.string().max(2_000).default('')

export const startCheckoutForm = route({
  method: 'POST',
  path: '/p/:id',
  access: 'anyone',
  transport: 'form',
  summary: "The same from the tip page's own form: leads to the checkout, or back with what was typed.",
  params: IdParams,
  body: z.object({
    amount: FormText,
    /** A suggested amount, when none was typed. */
    suggested: FormText,
    email: FormText,
    /** Not empty: they know that they own it. */
    again: FormText,
    supporterName: FormText,
    supporterMessage: FormText,
    /** Not empty: private. */
    supporterPrivate: FormText,
    source: FormText,
  }),
})

/** An attempt as its own buyer may see it. */
export const Checkout = z.object({
  paymentIntentId: z.string(),
  contentId: Id,
  amount: MoneyText,
  currency: Currency,
  state: PaymentState,
  buyerEmail: z.string(),
  provider: ProviderClient,
})
export type Checkout = z.infer<typeof Checkout>

export const getCheckout = route({
  method: 'GET',
  path: '/api/content/:id/checkout',
  access: 'buyer',
  summary:
    'The attempt behind the client secret (header x-payment-secret): frozen amount, state, and which card form to show.',
  params: IdParams,
  reply: Checkout,
})

/** What settling found. `purchaseId` is the order number once paid. */
export const Settled = z.object({ state: PaymentState.or(z.literal('mismatch')), purchaseId: Id.nullable() })
export type Settled = z.infer<typeof Settled>

export const completePayment = route({
  method: 'POST',
  path: '/api/payments/:paymentIntentId/complete',
  access: 'buyer',
  summary: 'Asks the provider and records what it says. May be called any number of times.',
  params: z.object({ paymentIntentId: PaymentIntentId }),
  reply: Settled,
})

export const processRecentPurchase = route({
  method: 'POST',
  path: '/api/content/:id/process-recent-purchase',
  access: 'buyer',
  summary: "Settles this browser's newest attempt for this item.",
  params: IdParams,
  reply: Settled,
})

export const downloadContent = route({
  method: 'POST',
  path: '/api/content/:id/download',
  access: 'buyer',
  transport: 'file',
  summary:
    'The bytes of a bought file, streamed. 402 while the payment is still processing, 403 once refunded.',
  params: IdParams,
})

export const PurchaseState = z.enum(['paid', 'refunded', 'partially_refunded'])

export const RefundStanding = z.enum(['possible', 'asked', 'refunding', 'refused', 'over'])
export type RefundStanding = z.infer<typeof RefundStanding>

/** A bought item: its content with what was paid for, the order, and the buyer's own page for good. */
export const Unlocked = z.object({
  content: PublicContent.extend({
    /** A fresh signed address of the bytes (10 minutes), as the access type says: attachment or inline. Null unless a file. */
    fileUrl: z.string().nullable(),
    fileType: z.string().nullable(),
    /** Of the file's bytes, in hex, for whoever wants to compare. */
    fileSha256: z.string().nullable(),
    linkUrl: z.string().nullable(),
    textContent: z.string().nullable(),
  }),
  purchase: z.object({
    id: Id,
    amount: MoneyText,
    currency: Currency,
    state: PurchaseState,
    paidAt: Timestamp,
    email: z.string(),
    paymentIntentId: z.string(),
    /** Whether money can be asked back, or what became of asking. `over` after 30 days, or when none is left. */
    refund: RefundStanding,
    /** A creator's test of their own item: no card, no money. */
    isTest: z.boolean(),
  }),
  accessUrl: z.string(),
})
export type Unlocked = z.infer<typeof Unlocked>

export const verifyPurchase = route({
  method: 'GET',
  path: '/api/purchase/verify',
  access: 'buyer',
  summary: 'The bought item, when this browser (or the client secret) paid for it.',
  query: z.object({ payment_intent: PaymentIntentId, content_id: Id }),
  reply: Unlocked,
})

export const sendAccessEmail = route({
  method: 'POST',
  path: '/api/purchase/send-access-email',
  access: 'buyer',
  summary: 'Mails the access link again, to the address on the purchase only.',
  body: z.object({ paymentIntentId: PaymentIntentId, contentId: Id }),
  reply: z.object({ sent: z.literal(true) }),
})

/** 32 random bytes in base64url. */
export const AccessToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

export const getAccess = route({
  method: 'GET',
  path: '/api/access/:token',
  access: 'buyer',
  summary: "The buyer's own page: the same answer as verify, by the access token alone.",
  params: z.object({ token: AccessToken }),
  reply: Unlocked,
})

export const openAccessFile = route({
  method: 'GET',
  path: '/access/:token/file',
  access: 'buyer',
  transport: 'redirect',
  summary:
    'Goes to a fresh signed address of the file: `?as=attachment` to save it, otherwise as the access type says.',
  params: z.object({ token: AccessToken }),
  query: z.object({ as: z.enum(['attachment', 'inline']).optional() }),
})

export const FileAddressParams = z.object({ purchaseId: Id, fileName: z.string().max(1_024) })
export const FileAddressQuery = z.object({
  as: z.enum(['attachment', 'inline']),
  expires: z.coerce.number().int(),
  signature: z.string().max(128),
})

export const getFile = route({
  method: 'GET',
  path: '/files/:purchaseId/:fileName',
  access: 'buyer',
  transport: 'file',
  summary: 'The bytes behind a signed address: Range, If-Range and ETag; refused once refunded.',
  params: FileAddressParams,
  query: FileAddressQuery,
})
