import * as z from 'zod/mini'
import { OwnerClaim } from './bundle-completion.ts'
import { BuyerTerms, SupporterNote } from './checkout.ts'
import { BundleItem, ContentCard, PublicContent } from './content.ts'
import { AppliedDiscount, TypedCode } from './discounts.ts'
import { ContentVersion } from './item-updates.ts'
import { BuyerLicense } from './licenses.ts'
import { limits } from './limits.ts'
import { Messages } from './messages.ts'
import { AmountInput, Currency, DecimalString } from './money.ts'
import { OrderNumber } from './order-number.ts'
import { ContentPart } from './parts.ts'
import { Wait } from './releases.ts'
import { defineRoute } from './route.ts'
import { Email, Id, IdParams, list, Timestamp } from './schemas.ts'
import { Ticket } from './tickets.ts'

/** The header with a payment's client secret, which proves that the caller owns the checkout. */
export const paymentSecretHeader = 'x-payment-secret'

export const PaymentState = z.enum(['open', 'action_required', 'processing', 'paid', 'canceled', 'unknown'])
export type PaymentState = z.infer<typeof PaymentState>

export const PaymentIntentId = z.string().check(z.minLength(1), z.maxLength(128))

/** The settings with which the browser shows the card form. */
export const PaymentFormConfig = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sandbox') }),
  z.object({ kind: z.literal('stripe'), publishableKey: z.string() }),
])
export type PaymentFormConfig = z.infer<typeof PaymentFormConfig>

export const createPaymentIntent = defineRoute({
  method: 'POST',
  path: '/api/create-payment-intent',
  auth: 'public',
  summary:
    'Starts a payment attempt. The server sets the amount. Calling again from the same browser returns the same open attempt.',
  body: z.object({
    contentId: z
      .number({ error: 'Not a valid id' })
      .check(z.int('Not a valid id'), z.positive('Not a valid id')),
    customAmount: z.optional(AmountInput),
    buyerEmail: z._default(z.union([Email, z.literal('')]), ''),
    /** A discount code. The price is not charged when it does not work: the call is refused with the reason. */
    code: z._default(TypedCode, ''),
    /**
     * Pays what an owner pays: for the items of a bundle that this browser does not have, or for an upgrade. No code and no tip
     * apply then. A text is the proof of a link.
     */
    paysAsOwner: z._default(z.union([z.boolean(), OwnerClaim]), false),
    /** A tip on top of a fixed price. Ignored by an item that doesn’t ask for one. */
    tip: z.optional(AmountInput),
    ...SupporterNote.shape,
  }),
  response: z.object({
    clientSecret: z.string(),
    paymentIntentId: z.string(),
    amount: DecimalString,
    currency: Currency,
    /** Whether this browser has bought the item before; the page then warns before a second payment. */
    alreadyOwned: z.boolean(),
    /** The earlier purchase. */
    existingAccessUrl: z.nullable(z.string()),
  }),
})

const FormField = z._default(z.string().check(z.maxLength(2_000)), '')

export const startCheckoutFromForm = defineRoute({
  method: 'POST',
  path: '/p/:id',
  auth: 'public',
  transport: 'urlencoded',
  summary:
    'The same, for the tip page’s own form. Redirects to checkout, or back to the page with what was entered.',
  params: IdParams,
  body: z.object({
    amount: FormField,
    /** The selected suggestion, when no amount was typed. */
    suggestedAmount: FormField,
    email: FormField,
    /** Not empty when the buyer confirmed that they buy the item again. */
    confirmDuplicate: FormField,
    supporterName: FormField,
    supporterMessage: FormField,
    /** Not empty when checked. */
    isSupporterPrivate: FormField,
    source: FormField,
    code: FormField,
    /** Not empty to pay what an owner pays: `yes`, or the proof of a link. */
    paysAsOwner: FormField,
  }),
})

/** A tip on top of the price: the chosen one, `0.00` for none, and those that are offered. */
export const CheckoutTip = z.object({ amount: DecimalString, suggestions: list(DecimalString, 2) })
export type CheckoutTip = z.infer<typeof CheckoutTip>

export const Checkout = z.object({
  paymentIntentId: z.string(),
  contentId: Id,
  /** Without discount and tip, what the code took off, and the tip on top. They make up the amount. */
  listAmount: DecimalString,
  discount: z.nullable(AppliedDiscount),
  /** Null for an item that asks for none. */
  tip: z.nullable(CheckoutTip),
  /** What an owner pays, for the rest of a bundle or an upgrade, so there is no code. */
  isOwnerPrice: z.boolean(),
  /** The day that this payment promises; null for an item that is delivered at once. */
  release: z.nullable(z.pick(Wait, { day: true, shortDay: true, full: true, refundDay: true })),
  amount: DecimalString,
  currency: Currency,
  state: PaymentState,
  buyerEmail: z.string(),
  provider: PaymentFormConfig,
  /** What is asked besides email and card; null when nothing is. */
  terms: z.nullable(BuyerTerms),
})
export type Checkout = z.infer<typeof Checkout>

export const getCheckout = defineRoute({
  method: 'GET',
  path: '/api/content/:id/checkout',
  auth: 'buyer',
  summary:
    'Returns the attempt for a client secret (header x-payment-secret): its fixed amount, state, and which card form to show.',
  params: IdParams,
  response: Checkout,
})

/** The result of settling. `purchaseId` is the order number once paid. */
export const SettlementResult = z.object({
  state: z.union([PaymentState, z.literal('quarantined')]),
  purchaseId: z.nullable(OrderNumber),
})
export type SettlementResult = z.infer<typeof SettlementResult>

export const completePayment = defineRoute({
  method: 'POST',
  path: '/api/payments/:paymentIntentId/complete',
  auth: 'buyer',
  summary: 'Checks the payment with the provider and records the result. Safe to call repeatedly.',
  params: z.object({ paymentIntentId: PaymentIntentId }),
  response: SettlementResult,
})

export const processRecentPurchase = defineRoute({
  method: 'POST',
  path: '/api/content/:id/process-recent-purchase',
  auth: 'buyer',
  summary: 'Settles this browser’s newest payment attempt for this item.',
  params: IdParams,
  response: SettlementResult,
})

export const downloadContent = defineRoute({
  method: 'POST',
  path: '/api/content/:id/download',
  auth: 'buyer',
  transport: 'file',
  summary: 'Streams a purchased file. 402 while the payment is still processing, 403 once refunded.',
  params: IdParams,
})

export const PurchaseState = z.enum(['paid', 'refunded', 'partially_refunded'])

/** `requested` waits for the creator, `in_review` for the site’s admin. */
export const RefundStatus = z.enum([
  'available',
  'requested',
  'in_review',
  'processing',
  'rejected',
  'unavailable',
])
export type RefundStatus = z.infer<typeof RefundStatus>

/** A bundle on the page of an item that is in it. */
export const BundleSet = z.object({
  title: z.string(),
  itemCount: z.int(),
  /** What the rest costs; null when the set is complete. */
  offer: z.nullable(
    z.object({
      ownedCount: z.int(),
      price: DecimalString,
      currency: Currency,
      /** The bundle's page, with a proof of ownership for a browser that has none. */
      url: z.string(),
      /** The first of the missing items. */
      covers: list(
        z.pick(BundleItem, { title: true, previewImage: true, previewFocus: true, pond: true }),
        limits.maxListed.setCovers,
      ),
    }),
  ),
  /** Of a complete set: the page with all of it, for the browser that paid for it; null for others, and on that page itself. */
  accessUrl: z.nullable(z.string()),
  /** Whether this page has all of it. */
  isHere: z.boolean(),
})
export type BundleSet = z.infer<typeof BundleSet>

export const PurchaseAccess = z.object({
  content: z.extend(PublicContent, {
    /** What this purchase gets: the item's parts, and those removed after it was paid. */
    parts: list(ContentPart, limits.maxBundleParts),
    /**
     * A new signed URL of the file (valid for 10 minutes), as attachment or inline by its access type. Null unless it
     * is a file. As all that follow, it is that of the first part.
     */
    fileUrl: z.nullable(z.string()),
    fileType: z.nullable(z.string()),
    /** SHA-256 of the file in hex, for verification. */
    fileSha256: z.nullable(z.string()),
    /** Null also while `isWithheld`. */
    linkUrl: z.nullable(z.string()),
    textContent: z.nullable(z.string()),
  }),
  /**
   * The links and texts are not in this response: nobody has opened them yet, and a mail scanner that visits the access link
   * must not count as the buyer. `openPurchase` opens them.
   */
  isWithheld: z.boolean(),
  /** What the buyer waits for; null for what is out. Until then nothing of the parts but their names is in this response. */
  wait: z.nullable(Wait),
  /** Whether this is the browser that paid. Others get the email address masked. */
  isPayingBrowser: z.boolean(),
  purchase: z.object({
    id: OrderNumber,
    amount: DecimalString,
    /** What the amount is made of: the price, less a discount, with a tip on top. */
    listAmount: DecimalString,
    discountAmount: DecimalString,
    tipAmount: DecimalString,
    currency: Currency,
    /** The card that paid: `Visa ••4242`; null where the provider does not report it. */
    card: z.nullable(z.string()),
    state: PurchaseState,
    paidAt: Timestamp,
    email: z.string(),
    /** Whether this browser may correct the address: it paid, and the address was not corrected before. */
    canCorrectEmail: z.boolean(),
    paymentIntentId: z.string(),
    /** Whether a refund may be requested, or the state of the request; `unavailable` after 30 days, or with nothing left. */
    refundStatus: RefundStatus,
    /** Whether the law gives the buyer a withdrawal button, which is the refund request. */
    hasWithdrawalRight: z.boolean(),
    /** Until when a refund may be requested; null unless it is `available`. */
    refundableUntil: z.nullable(Timestamp),
    /** A creator's test purchase of their own item: no card, no money. */
    isTest: z.boolean(),
  }),
  accessUrl: z.string(),
  ticket: Ticket,
  /** How loud recordings are, as `domain/waveform.ts` writes it, by the id of the part. Those that are measured. */
  waveforms: list(z.object({ part: Id, peaks: z.string() }), limits.maxBundleParts),
  /**
   * What `?part=all` downloads: the number of files, and the bytes of the archive, in which links and texts are small files. It
   * is not to be had when it is larger than this instance sends. Null for a single part, and where no part is a file.
   */
  archive: z.nullable(z.object({ fileCount: z.int(), size: z.int(), isTooLarge: z.boolean() })),
  licenses: list(BuyerLicense, limits.maxKeptBundleItems),
  /** What the creator says about changes of the item, newest first. */
  versions: list(ContentVersion, limits.maxListed.contentVersions),
  /** The creator's words to buyers of this item; empty when there are none. */
  thankYouNote: z.string(),
  /** What the creator and the buyer wrote to each other about this purchase. */
  messages: Messages,
  /** Not about something free, and not to a creator who is suspended or closed the account. */
  canWriteToCreator: z.boolean(),
  /** Up to three other items of this creator, newest first. */
  moreFromCreator: list(ContentCard, limits.maxListed.moreItems),
  /** A bundle with this item, for who may complete it or has. */
  set: z.nullable(BundleSet),
  /** Of a bundle, whose items are the sections of its parts; null for what is none. */
  bundle: z.nullable(
    z.object({
      itemCount: z.int(),
      /** Items that were taken down since. `share` is their part of what was paid; null for those that were no part of it. */
      takenDown: list(
        z.object({
          id: Id,
          title: z.string(),
          share: z.nullable(DecimalString),
          /** What it gives back when asked for, until `refundableUntil`; null when it can’t be asked for. */
          refundable: z.nullable(DecimalString),
          refundableUntil: z.nullable(Timestamp),
          /** Whether it was given back, and how far that is. */
          refund: z.nullable(z.enum(['processing', 'refunded', 'failed'])),
        }),
        limits.maxKeptBundleItems,
      ),
    }),
  ),
})
export type PurchaseAccess = z.infer<typeof PurchaseAccess>

export const verifyPurchase = defineRoute({
  method: 'GET',
  path: '/api/purchase/verify',
  auth: 'buyer',
  summary: 'Returns the purchased item, if this browser (or the client secret) paid for it.',
  query: z.object({ payment_intent: PaymentIntentId, content_id: Id }),
  response: PurchaseAccess,
})

export const sendAccessEmail = defineRoute({
  method: 'POST',
  path: '/api/purchase/send-access-email',
  auth: 'buyer',
  summary: 'Resends the access link, only to the email address on the purchase.',
  body: z.object({ paymentIntentId: PaymentIntentId, contentId: Id }),
  response: z.object({ sent: z.literal(true) }),
})

/** 32 random bytes in base64url. */
export const AccessToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

export const getAccess = defineRoute({
  method: 'GET',
  path: '/api/access/:token',
  auth: 'buyer',
  summary: 'Returns the buyer’s purchase, like verify, from the access token alone.',
  params: z.object({ token: AccessToken }),
  response: PurchaseAccess,
})

/** The id of a part, or all parts as a ZIP archive. */
const PartOrAll = z.union([z.literal('all'), Id])

export const redirectToFile = defineRoute({
  method: 'GET',
  path: '/access/:token/file',
  auth: 'buyer',
  transport: 'redirect',
  summary:
    'Redirects to a new signed URL for the file, or for the part with this id: `?as=attachment` downloads it, otherwise the access type decides. `?part=all` downloads all parts as a ZIP archive.',
  params: z.object({ token: AccessToken }),
  query: z.object({ as: z.optional(z.enum(['attachment', 'inline'])), part: z.optional(PartOrAll) }),
})

export const SignedFileParams = z.object({
  orderNumber: OrderNumber,
  part: PartOrAll,
  fileName: z.string().check(z.maxLength(1_024)),
})
export const SignedFileQuery = z.object({
  as: z.enum(['attachment', 'inline']),
  expires: z.coerce.number().check(z.int()),
  signature: z.string().check(z.maxLength(128)),
})

export const getFile = defineRoute({
  method: 'GET',
  path: '/files/:orderNumber/:part/:fileName',
  auth: 'buyer',
  transport: 'file',
  summary: 'Serves the file behind a signed URL, with Range, If-Range and ETag. Refused once refunded.',
  params: SignedFileParams,
  query: SignedFileQuery,
})

export const correctPurchaseEmail = defineRoute({
  method: 'POST',
  path: '/api/purchase/correct-email',
  auth: 'buyer',
  summary:
    'Corrects the mistyped email address of a purchase, once. Earlier access links stop working. The new address gets a new one, the old address a notice without it.',
  body: z.object({ paymentIntentId: PaymentIntentId, contentId: Id, email: Email }),
  response: z.object({ email: z.string(), accessUrl: z.string() }),
})

/** An item's newest purchase by this browser that still gives access. */
export const OwnedPurchase = z.object({
  accessUrl: z.string(),
  amount: DecimalString,
  currency: Currency,
  paidAt: Timestamp,
  /** `Dec 4`, while it waits for its release; null for what is out. */
  comesOn: z.nullable(z.string()),
  /** Of its only file, or of the archive of its parts; null where its own page has more to choose. */
  downloadUrl: z.nullable(z.string()),
  ticketNumber: z.nullable(z.int()),
  /** Until when a refund may be requested; null when it can’t be. */
  refundableUntil: z.nullable(Timestamp),
})
export type OwnedPurchase = z.infer<typeof OwnedPurchase>

export const getOwnedPurchase = defineRoute({
  method: 'GET',
  path: '/api/content/:id/owned',
  auth: 'public',
  summary:
    'Returns this browser’s newest purchase of an item (buyer cookie), or null. It says nothing about other browsers.',
  params: IdParams,
  response: z.object({ purchase: z.nullable(OwnedPurchase) }),
})
