import * as z from 'zod/mini'
import {
  Category,
  ContentCursor,
  ContentFormFields,
  ContentStatus,
  CreatorContent,
  contentSortOrders,
} from './content.ts'
import { CopyCounts } from './copies.ts'
import { versionFields } from './item-updates.ts'
import { limits } from './limits.ts'
import { DecimalString } from './money.ts'
import { ContentPart, UploadId } from './parts.ts'
import { ReleaseForEditing } from './releases.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams, list } from './schemas.ts'
import { TeaserState } from './teasers.ts'
import { SearchText } from './text.ts'
import { UpgradeForEditing } from './upgrades.ts'
import { uploadFiles } from './uploads.ts'

/** An item with everything its creator entered, for the edit form. */
export const ContentForEditing = z.extend(CreatorContent, {
  /** In their order, without those removed. */
  parts: list(ContentPart, limits.maxParts),
  linkUrl: z.string(),
  textContent: z.string(),
  /** As typed, `3, 5, 10`; empty for the default amounts. */
  suggestedAmounts: z.string(),
  /** A decimal string; empty for none. */
  suggestedAmount: z.string(),
  showSupporters: z.boolean(),
  showEarnings: z.boolean(),
  asksForEmail: z.boolean(),
  showsFreeCount: z.boolean(),
  /** Whether the checkout asks for a tip on top. */
  offersTip: z.boolean(),
  copies: CopyCounts,
  showsCopiesLeft: z.boolean(),
  upgrade: UpgradeForEditing,
  releaseDay: ReleaseForEditing,
  thankYouNote: z.string(),
  /** A line for each entry. */
  whatsInside: z.string(),
  /** As typed; empty for none. */
  teaserWords: z.string(),
  teaserSeconds: z.string(),
  teaserStartSecond: z.string(),
  teaserPages: z.string(),
  ...TeaserState.shape,
  /** Increases with every change. */
  version: z.int(),
})
export type ContentForEditing = z.infer<typeof ContentForEditing>

export const getContentForEditing = defineRoute({
  method: 'GET',
  path: '/api/content/:id/edit',
  auth: 'creator',
  scope: 'items:read',
  summary: 'Returns the creator’s own item in full, draft or published.',
  params: IdParams,
  response: ContentForEditing,
})

/** The fields of the upload form; omitted fields stay unchanged. The kind cannot change. */
export const ContentUpdateFields = z.extend(ContentFormFields, {
  /** The edited version: rejected when the item was changed since. */
  version: z.optional(z.coerce.number().check(z.int(), z.positive())),
  removePreviewImage: z._default(z.enum(['true', 'false']), 'false'),
  ...versionFields,
})

export const updateContent = defineRoute({
  method: 'PATCH',
  path: '/api/content/:id',
  auth: 'creator',
  scope: 'items:write',
  transport: 'multipart',
  summary:
    'Updates an item, its price, image or file. Existing buyers get the new file too. Payments already in progress keep their price.',
  params: IdParams,
  body: ContentUpdateFields,
  files: uploadFiles,
  response: ContentForEditing,
})

export const setContentStatus = defineRoute({
  method: 'POST',
  path: '/api/content/:id/status',
  auth: 'creator',
  scope: 'items:write',
  summary:
    'Publishes or unpublishes an item. Buyers who paid keep access, and those who wait get it on its release day.',
  params: IdParams,
  body: z.object({ status: ContentStatus }),
  response: ContentForEditing,
})

const { title, status, description, pricingModel, price, minimumPrice, category, accessType } =
  ContentFormFields.shape
const { suggestedAmounts, suggestedAmount, showSupporters, showEarnings, offersTip, thankYouNote } =
  ContentFormFields.shape
const { asksForEmail, showsFreeCount } = ContentFormFields.shape

export const BulkPublishRequest = z.object({
  status,
  description,
  pricingModel,
  price,
  minimumPrice,
  category,
  accessType,
  suggestedAmounts,
  suggestedAmount,
  showSupporters,
  showEarnings,
  asksForEmail,
  showsFreeCount,
  offersTip,
  thankYouNote,
  items: z
    .array(
      z.object({
        uploadId: UploadId.check(z.minLength(1)),
        title,
      }),
    )
    .check(
      z.minLength(1, 'Choose at least one file'),
      z.maxLength(limits.maxBulkItems, `Choose up to ${limits.maxBulkItems} files`),
    ),
})
export type BulkPublishRequest = z.infer<typeof BulkPublishRequest>

/** The result of one file: its item, or an error. */
export const BulkPublishResult = z.object({
  uploadId: z.string(),
  content: z.nullable(CreatorContent),
  error: z.nullable(
    z.object({ code: z.string(), message: z.string(), fields: z.record(z.string(), z.string()) }),
  ),
})
export type BulkPublishResult = z.infer<typeof BulkPublishResult>

export const bulkPublish = defineRoute({
  method: 'POST',
  path: '/api/content/bulk',
  auth: 'creator',
  scope: 'items:write',
  summary:
    'Pro only. Publishes files sent with `createUpload` (or saves them as drafts), one item per file, with shared settings. Responds in the same order. Repeating the call returns the existing items.',
  body: BulkPublishRequest,
  response: z.object({ results: z.array(BulkPublishResult) }),
})

export const ContentSort = z.enum(contentSortOrders)
export type ContentSort = z.infer<typeof ContentSort>

export const listContentPage = defineRoute({
  method: 'GET',
  path: '/api/content/page',
  auth: 'creator',
  scope: 'items:read',
  summary:
    'Returns a page of the creator’s items, including drafts, with search, filters, sorting, counts and what was earned in the last 30 days.',
  query: z.object({
    /** Text in title or description, case-insensitive. */
    q: z._default(SearchText, ''),
    sort: z._default(ContentSort, 'newest'),
    category: z.optional(Category),
    /** The `next` of the previous page; opaque. */
    cursor: z.optional(ContentCursor),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(limits.maxPageSize)), 50),
  }),
  response: z.object({
    items: list(CreatorContent),
    /**
     * What the items with three or more sales in the last 30 UTC days earned on each of them, oldest first: the creator's
     * share of sales, less refunds made on that day.
     */
    recentEarnings: list(z.object({ id: Id, days: list(z.number(), limits.maxListed.analyticsDays) })),
    /** What items are of the bundles that they were sold in, all of them together, as `bundleShares` of an item's stats. */
    bundleShares: list(z.object({ id: Id, amount: DecimalString })),
    /** Null on the last page. */
    next: z.nullable(z.string()),
    /** The number of all items, and of the matching items on all pages. */
    total: z.int(),
    matchingCount: z.int(),
    /** The categories of the creator's items. */
    categories: list(Category, limits.maxCategories),
  }),
})
