import * as z from 'zod/mini'
import { Copies, copiesFields } from './copies.ts'
import { imageFormats, imageWidths } from './image-variants.ts'
import { limits } from './limits.ts'
import { AmountInput, Currency, DecimalString } from './money.ts'
import { Title } from './names.ts'
import { AccessType, LinkUrl, PartCounts, PartKind, PublicPart, TextContent, UploadId } from './parts.ts'
import { Pond, PondSeedField } from './ponds.ts'
import { Branding } from './pro.ts'
import { Release, releaseFields } from './releases.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams, list, Timestamp } from './schemas.ts'
import { Teaser, TeaserState, teaserFields } from './teasers.ts'
import { MultiLine } from './text.ts'
import { upgradeFields } from './upgrades.ts'
import { uploadFiles } from './uploads.ts'

/** The point of a preview image that stays visible where it is cropped: percent from the left and from the top. */
export const PreviewFocus = z.object({ x: z.int(), y: z.int() })
export type PreviewFocus = z.infer<typeof PreviewFocus>

const Percent = z._default(
  z.coerce.number().check(z.int('Use a number from 0 to 100'), z.gte(0), z.lte(100)),
  50,
)
/** The focal point as form fields; the center when left out. */
export const previewFocusFields = { previewFocusX: Percent, previewFocusY: Percent }

/** `v` is the image's version: each has a URL of its own. */
export const PreviewImageQuery = z.object({
  v: z.optional(z.string().check(z.maxLength(64))),
  w: z.optional(z.enum(imageWidths)),
  as: z.optional(z.enum(imageFormats)),
})

export const getPreviewImage = defineRoute({
  method: 'GET',
  path: '/api/content/:id/preview-image',
  auth: 'public',
  transport: 'file',
  summary:
    'Returns the preview image of a published item, re-encoded to a width and format the pages use. Its creator gets that of a draft, too.',
  params: IdParams,
  query: PreviewImageQuery,
})

/** The fields of the upload form for what fans, buyers and followers see. */
const promotionFields = {
  /** Private unless the creator shows it, as in the upload form. */
  showEarnings: z._default(z.enum(['true', 'false']), 'false'),
  /** Asks for a tip on top at the checkout. Of a fixed price only. */
  offersTip: z._default(z.enum(['true', 'false']), 'false'),
  /** Shown to buyers; empty for the creator's default note. */
  thankYouNote: z._default(MultiLine(limits.maxThankYouNoteLength), ''),
  /** The lines of the “What’s inside” list. */
  whatsInside: z._default(MultiLine(limits.maxWhatsInsideLength), ''),
  /** Emails the creator's followers about the item when it is published. */
  notifyFollowers: z._default(z.enum(['true', 'false']), 'false'),
}

export const pricingModels = ['fixed', 'pay_what_you_want', 'free'] as const
export const PricingModel = z.enum(pricingModels)
/** The id of a category of the instance settings. */
export const Category = z
  .string({ error: 'Choose a category' })
  .check(z.maxLength(60, 'Choose a category'), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Choose a category'))
export const ContentStatus = z.enum(['published', 'draft'])
export type PricingModel = z.infer<typeof PricingModel>
export type Category = z.infer<typeof Category>
export type ContentStatus = z.infer<typeof ContentStatus>

/** `kind`, `accessType`, `fileName` and `fileSize` are those of the first part. */
const sharedContentFields = {
  id: Id,
  /** The path of its tip page: `/@mara/night-ferry`, or `/p/7`, which leads there for good. */
  tipAddress: z.string(),
  kind: PartKind,
  title: z.string(),
  description: z.string(),
  pricingModel: PricingModel,
  category: Category,
  accessType: AccessType,
  currency: Currency,
  fileName: z.nullable(z.string()),
  /** In bytes. */
  fileSize: z.nullable(z.int()),
  partCounts: PartCounts,
  /** Of all files, in bytes. */
  totalSize: z.int(),
  /** The number of items of a bundle, which has no parts; null for what is no bundle. */
  itemCount: z.nullable(z.int()),
  /** The URL of the re-encoded preview image on this site. */
  previewImage: z.nullable(z.string()),
  previewFocus: PreviewFocus,
  /** The cover without a preview image. */
  pond: Pond,
  createdAt: Timestamp,
  /** Paid purchases that are not fully refunded. */
  tipCount: z.int(),
}

/** A buyer who did not choose to stay private. */
export const Supporter = z.object({ name: z.string(), message: z.string(), paidAt: Timestamp })
export type Supporter = z.infer<typeof Supporter>

/** An item of a bundle. One that is no longer on sale by itself stays in it. */
export const BundleItem = z.extend(
  z.pick(z.object(sharedContentFields), {
    id: true,
    tipAddress: true,
    kind: true,
    title: true,
    category: true,
    accessType: true,
    currency: true,
    fileName: true,
    fileSize: true,
    partCounts: true,
    totalSize: true,
    previewImage: true,
    previewFocus: true,
    pond: true,
  }),
  {
    /** What it costs alone: its price or its minimum. */
    price: DecimalString,
    isOnSale: z.boolean(),
  },
)
export type BundleItem = z.infer<typeof BundleItem>

export const Bundle = z.object({
  /** In the creator's order. */
  items: list(BundleItem, limits.bundleItems.max),
  /** What they cost one by one. */
  singly: DecimalString,
})
export type Bundle = z.infer<typeof Bundle>

/** The public data of an item. Never fileUrl, linkUrl or textContent (product.md). */
export const PublicContent = z.object({
  ...sharedContentFields,
  /** In the creator's order. */
  parts: list(PublicPart, limits.maxParts),
  /** What is in a bundle; null for what is none. */
  bundle: z.nullable(Bundle),
  /** Whether owners of other items may pay less: of some of a bundle, or of what this is an upgrade from. */
  hasOwnerPrice: z.boolean(),
  /** The fixed price, or the minimum with pay what you want. */
  price: DecimalString,
  minimumPrice: z.nullable(DecimalString),
  /** The minimum a buyer pays: the item's price or the provider's minimum charge, whichever is higher. */
  minimumChargeAmount: DecimalString,
  /** The creator's share so far, after fee and refunds; null when the creator hides it. */
  totalEarnings: z.nullable(DecimalString),
  /** The lines of the “What’s inside” list. */
  whatsInside: list(z.string(), limits.maxWhatsInsideLines),
  /** What everyone may see before paying; null for nothing. */
  teaser: z.nullable(Teaser),
  /** With pay what you want: the creator’s amounts, or else some from what people pay. */
  suggestedAmounts: list(DecimalString, 10),
  /** The amount that prefills the field; null leaves it empty. */
  suggestedAmount: z.nullable(DecimalString),
  /** How many people have it free; null when the creator hides it, or when nobody has. */
  freeCount: z.nullable(z.int()),
  /** Whether a free item asks for an email address, to which its link is sent. */
  asksForEmail: z.boolean(),
  /** Whether a free item is given to nobody for some minutes. */
  isFreePaused: z.boolean(),
  /** The median of the newest sales with pay what you want; null until there are five. */
  typicalAmount: z.nullable(DecimalString),
  /** Whether more than half of those buyers paid exactly that. */
  isPaidByMost: z.boolean(),
  /** The newest supporters who did not choose to stay private; null when the creator shows none. */
  supporters: z.nullable(list(Supporter, limits.maxSupportersShown)),
  /** Whether a part is missing right now, so that it can’t be bought. Such a part is in no list or count. */
  isUnavailable: z.boolean(),
  /** Null when there is no limit. */
  copies: z.nullable(Copies),
  /** When it comes, while it is sold before that day; null otherwise. */
  release: z.nullable(Release),
  /** The URL of the image for link previews. */
  shareImageUrl: z.string(),
  /** The branding of a Pro creator's pages; null means our default. */
  brand: z.nullable(Branding),
  user: z.object({
    firstName: z.nullable(z.string()),
    email: z.nullable(z.string()),
    /** Without the @. */
    handle: z.nullable(z.string()),
    /** The photo's URL on this site. */
    photoUrl: z.nullable(z.string()),
    bio: z.string(),
  }),
})
export type PublicContent = z.infer<typeof PublicContent>

const CardFields = z.pick(PublicContent, {
  id: true,
  tipAddress: true,
  kind: true,
  title: true,
  category: true,
  accessType: true,
  pricingModel: true,
  minimumChargeAmount: true,
  currency: true,
  fileName: true,
  fileSize: true,
  partCounts: true,
  totalSize: true,
  itemCount: true,
  previewImage: true,
  previewFocus: true,
  pond: true,
  release: true,
})
export const ContentCard = z.extend(CardFields, { isSoldOut: z.boolean() })
export type ContentCard = z.infer<typeof ContentCard>

/** An item in its creator's list; amounts are numbers here, as spec.md section 3 says. */
export const CreatorContent = z.object({
  ...sharedContentFields,
  status: ContentStatus,
  /** Why the admin took it down, shown to its creator; null when it is not taken down. */
  takedownReason: z.nullable(z.string()),
  /** The review before the first publication, while the item waits for it or after it was rejected, with the reason. */
  review: z.nullable(z.object({ state: z.enum(['pending', 'rejected']), reason: z.string() })),
  /** When it comes, while it is sold before that day; null otherwise. */
  release: z.nullable(Release),
  price: z.number(),
  minimumPrice: z.nullable(z.number()),
  unlockCount: z.int(),
  /** How many people have it free. They are no unlocks. */
  freeCount: z.int(),
  teaserStatus: TeaserState.shape.teaserStatus,
  /** SHA-256 of the file in hex. */
  fileSha256: z.nullable(z.string()),
  /** Visitors of the tip page, each counted once a day. */
  views: z.int(),
  totalEarnings: z.number(),
})
export type CreatorContent = z.infer<typeof CreatorContent>

/** The cursor of the next page in a creator's list; opaque to clients. */
export const ContentCursor = z.string().check(z.maxLength(300, 'Not a valid page'))

export const getContent = defineRoute({
  method: 'GET',
  path: '/api/content/:id',
  auth: 'public',
  summary: 'Returns a published item, for the tip and checkout pages.',
  params: IdParams,
  response: PublicContent,
})

export const listContent = defineRoute({
  method: 'GET',
  path: '/api/content',
  auth: 'creator',
  scope: 'items:read',
  summary:
    'Lists the creator’s items, newest first, including drafts: at most 100, with the next page in the `Link` header and the number of all items in `X-Total-Count`. Long descriptions are cut.',
  query: z.object({ cursor: z.optional(ContentCursor) }),
  response: list(CreatorContent),
})

/** The text fields of the upload form. In the multipart body they precede the file. */
export const ContentFormFields = z.object({
  kind: z._default(PartKind, 'file'),
  status: z._default(ContentStatus, 'published'),
  title: z._default(Title, ''),
  description: z._default(MultiLine(limits.maxDescriptionLength), ''),
  pricingModel: z._default(PricingModel, 'fixed'),
  price: z._default(z.union([AmountInput, z.literal('')]), ''),
  minimumPrice: z._default(z.union([AmountInput, z.literal('')]), ''),
  category: z._default(Category, 'other'),
  accessType: z._default(AccessType, 'download'),
  linkUrl: z._default(LinkUrl, ''),
  textContent: z._default(TextContent, ''),
  /** The amount that prefills the field with pay what you want; empty leaves it empty. */
  suggestedAmount: z._default(z.union([AmountInput, z.literal('')]), ''),
  /** Three suggested amounts, `3, 5, 10`; empty for the default amounts. */
  suggestedAmounts: z._default(
    z.string().check(z.trim(), z.maxLength(100, 'Use 100 characters or fewer')),
    '',
  ),
  showSupporters: z._default(z.enum(['true', 'false']), 'false'),
  /** Of a free item: whether it asks for an email address first, and whether its page says how many people have it. */
  asksForEmail: z._default(z.enum(['true', 'false']), 'false'),
  showsFreeCount: z._default(z.enum(['true', 'false']), 'true'),
  ...promotionFields,
  ...copiesFields,
  ...upgradeFields,
  ...releaseFields,
  ...previewFocusFields,
  pondSeed: z._default(PondSeedField, ''),
  ...teaserFields,
  /** The id of a completed upload by `createUpload`, instead of `file`. */
  uploadId: z._default(UploadId, ''),
  /**
   * All parts as a JSON list of `PartInput`, in their order, instead of `kind`, `accessType`, `linkUrl`, `textContent` and
   * the file, which are those of the first part. A part that is no longer in the list is removed.
   */
  parts: z._default(z.string().check(z.maxLength(limits.maxPartsFieldLength)), ''),
})
export type ContentFormFields = z.infer<typeof ContentFormFields>

export const createContent = defineRoute({
  method: 'POST',
  path: '/api/content',
  auth: 'creator',
  scope: 'items:write',
  transport: 'multipart',
  summary:
    'Publishes a file, link or text, or saves it as a draft. Send fields first, then `previewImage`, then `file`, which is streamed.',
  body: ContentFormFields,
  files: uploadFiles,
  response: CreatorContent,
})

export const deleteContent = defineRoute({
  method: 'DELETE',
  path: '/api/content/:id',
  auth: 'creator',
  scope: 'items:write',
  summary: 'Deletes the item. Buyers who paid keep access; those who wait for its release day are refunded.',
  params: IdParams,
  response: z.object({ deleted: z.literal(true) }),
})

/** Values for forms and URLs. Without schemas, because every creator page loads this file. */

/** The categories of a new site, in the order of the select field. */
export const defaultCategories: Array<{ id: string; label: string; isPro: boolean; isOffered: boolean }> = [
  { id: 'digital-art', label: 'Digital Art', isPro: false, isOffered: true },
  { id: 'video-course', label: 'Video Course', isPro: false, isOffered: true },
  { id: 'template', label: 'Template', isPro: false, isOffered: true },
  { id: 'music', label: 'Music', isPro: false, isOffered: true },
  { id: 'photography', label: 'Photography', isPro: false, isOffered: true },
  { id: 'document', label: 'Document', isPro: false, isOffered: true },
  { id: 'other', label: 'Other', isPro: false, isOffered: true },
  { id: 'masterclass', label: 'Masterclass', isPro: true, isOffered: true },
  { id: 'sample-pack', label: 'Sample Pack', isPro: true, isOffered: true },
  { id: 'preset-pack', label: 'Preset Pack', isPro: true, isOffered: true },
  { id: 'ebook', label: 'Ebook', isPro: true, isOffered: true },
]

/** Sort orders of a creator's public page; the first is the default. `popular` is by number of sales. */
export const creatorPageSorts = ['newest', 'popular', 'price-low'] as const
export type CreatorPageSort = (typeof creatorPageSorts)[number]

/** Sort orders of the creator's list. `tips` is by number of tips; ties are sorted newest first. */
export const contentSortOrders = ['newest', 'oldest', 'price-high', 'price-low', 'tips', 'earnings'] as const
