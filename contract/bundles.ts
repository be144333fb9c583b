import * as z from 'zod/mini'
import { BundleItem, ContentStatus, CreatorContent } from './content.ts'
import { versionFields } from './item-updates.ts'
import { limits } from './limits.ts'
import { AmountInput, DecimalString } from './money.ts'
import { Title } from './names.ts'
import { PondSeed } from './ponds.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams, list } from './schemas.ts'
import { MultiLine, SearchText } from './text.ts'

export const tooFewItemsMessage = `A bundle needs at least ${limits.bundleItems.min} items.`
export const tooManyItemsMessage = `A bundle has at most ${limits.bundleItems.max} items.`

const Percent = z.int('Use a number from 0 to 100').check(z.gte(0), z.lte(100))

export const BundleInput = z.object({
  status: z._default(ContentStatus, 'published'),
  title: z._default(Title, ''),
  description: z._default(MultiLine(limits.maxDescriptionLength), ''),
  pricingModel: z._default(z.enum(['fixed', 'pay_what_you_want']), 'fixed'),
  /** The price, or the minimum with pay what you want. */
  price: z._default(z.union([AmountInput, z.literal('')]), ''),
  /** The own items in it, in their order. */
  items: z._default(z.array(Id).check(z.maxLength(limits.bundleItems.max, tooManyItemsMessage)), []),
  /** Whether who owns some of it may pay for the rest only. */
  offersCompletion: z._default(z.boolean(), true),
  /** What stays visible where the cover is cropped, in percent. */
  previewFocus: z._default(z.object({ x: Percent, y: Percent }), { x: 50, y: 50 }),
  /** The look of the drawn cover; left out, it is by the bundle's id, or stays. */
  pondSeed: z.optional(PondSeed),
})
export type BundleInput = z.infer<typeof BundleInput>

export const BundleForEditing = z.extend(CreatorContent, {
  /** In their order. One that was taken down is not among them. */
  items: list(BundleItem, limits.bundleItems.max),
  /** Those that were taken down: hidden, and in it again when they come back. `share` is their part of the price. */
  takenDown: list(z.object({ title: z.string(), share: DecimalString }), limits.bundleItems.max),
  singly: DecimalString,
  offersCompletion: z.boolean(),
  /** Increases with every change. */
  version: z.int(),
})
export type BundleForEditing = z.infer<typeof BundleForEditing>

export const createBundle = defineRoute({
  method: 'POST',
  path: '/api/bundles',
  auth: 'creator',
  scope: 'items:write',
  summary: 'Publishes a bundle of 2 to 50 own items at one price, or saves it as a draft.',
  body: BundleInput,
  response: BundleForEditing,
})

export const getBundle = defineRoute({
  method: 'GET',
  path: '/api/bundles/:id',
  auth: 'creator',
  scope: 'items:read',
  summary: 'Returns the creator’s own bundle, for its form.',
  params: IdParams,
  response: BundleForEditing,
})

export const updateBundle = defineRoute({
  method: 'PATCH',
  path: '/api/bundles/:id',
  auth: 'creator',
  scope: 'items:write',
  summary:
    'Changes a bundle. Buyers get the items that are added and keep those that are removed. With `versionNotes` they are told what is new.',
  params: IdParams,
  body: z.extend(BundleInput, {
    /** The edited version: rejected when the bundle was changed since. */
    version: z.optional(z.int().check(z.positive())),
    ...versionFields,
  }),
  response: BundleForEditing,
})

export const setBundleCover = defineRoute({
  method: 'POST',
  path: '/api/bundles/:id/cover',
  auth: 'creator',
  scope: 'items:write',
  transport: 'multipart',
  summary: 'Sets the preview image of a bundle. It is re-encoded and its metadata removed.',
  params: IdParams,
  files: { previewImage: { maxBytes: limits.maxPreviewBytes } },
  response: BundleForEditing,
})

export const removeBundleCover = defineRoute({
  method: 'DELETE',
  path: '/api/bundles/:id/cover',
  auth: 'creator',
  scope: 'items:write',
  summary: 'Removes the preview image of a bundle.',
  params: IdParams,
  response: BundleForEditing,
})

export const findBundleItems = defineRoute({
  method: 'GET',
  path: '/api/bundle-items',
  auth: 'creator',
  scope: 'items:read',
  summary:
    'Finds published items of the creator that can be added to a bundle, by their titles, newest first.',
  query: z.object({ q: z._default(SearchText, '') }),
  response: z.object({
    items: list(BundleItem, limits.maxListed.bundleChoices),
    /** How many there are in all. */
    total: z.int(),
  }),
})
