import * as z from 'zod/mini'
import { ContentFormFields, CreatorContent } from './content.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'

const { title, status, description, pricingModel, price, minimumPrice, category, accessType } =
  ContentFormFields.shape
const { suggestedAmounts, suggestedAmount, showSupporters, showEarnings, thankYouNote } =
  ContentFormFields.shape

/** Completed uploads and their shared fields. */
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
  thankYouNote,
  items: z
    .array(
      z.object({
        uploadId: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.maxUploadIdLength)),
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
  summary:
    'Pro only. Publishes files sent with `createUpload` (or saves them as drafts), one item per file, with shared settings. Responds in the same order. Repeating the call returns the existing items.',
  body: BulkPublishRequest,
  response: z.object({ results: z.array(BulkPublishResult) }),
})
