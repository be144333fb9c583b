import * as z from 'zod/mini'
import { ContentFormFields, ContentStatus, CreatorContent, uploadFiles } from './content.ts'
import { defineRoute } from './route.ts'
import { IdParams } from './schemas.ts'
import { TeaserState } from './teasers.ts'

/** An item with everything its creator entered, for the edit form. */
export const ContentForEditing = z.extend(CreatorContent, {
  linkUrl: z.string(),
  textContent: z.string(),
  /** As typed, `3, 5, 10`; empty for the default amounts. */
  suggestedAmounts: z.string(),
  /** A decimal string; empty for none. */
  suggestedAmount: z.string(),
  showSupporters: z.boolean(),
  showEarnings: z.boolean(),
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
  /** SHA-256 of the file in hex, if there is one. */
  fileSha256: z.nullable(z.string()),
})
export type ContentForEditing = z.infer<typeof ContentForEditing>

export const getContentForEditing = defineRoute({
  method: 'GET',
  path: '/api/content/:id/edit',
  auth: 'creator',
  summary: 'Returns the creator’s own item in full, draft or published.',
  params: IdParams,
  response: ContentForEditing,
})

/** The fields of the upload form; omitted fields stay unchanged. The kind cannot change. */
export const ContentUpdateFields = z.extend(ContentFormFields, {
  /** The edited version: rejected when the item was changed since. */
  version: z.optional(z.coerce.number().check(z.int(), z.positive())),
  removePreviewImage: z._default(z.enum(['true', 'false']), 'false'),
})

export const updateContent = defineRoute({
  method: 'PATCH',
  path: '/api/content/:id',
  auth: 'creator',
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
  summary: 'Publishes or unpublishes an item. Buyers who paid keep access.',
  params: IdParams,
  body: z.object({ status: ContentStatus }),
  response: ContentForEditing,
})
