import { z } from 'zod'
import { OwnContent, UploadFields } from './content.ts'
import { limits } from './limits.ts'
import { route } from './route.ts'

const { title, status, description, pricingModel, price, minimumPrice, category, accessType } =
  UploadFields.shape
const { chips, showSupporters } = UploadFields.shape

/** Files that have come already, and what all of them share. */
export const BulkUpload = z.object({
  status,
  description,
  pricingModel,
  price,
  minimumPrice,
  category,
  accessType,
  chips,
  showSupporters,
  items: z
    .array(z.object({ uploadId: z.string().trim().min(1).max(limits.uploadId), title }))
    .min(1, 'Choose at least one file')
    .max(limits.bulkItems, `At most ${limits.bulkItems} files at once`),
})
export type BulkUpload = z.infer<typeof BulkUpload>

/** What became of one file: its item, or why there is none. */
export const BulkOutcome = z.object({
  uploadId: z.string(),
  item: OwnContent.nullable(),
  refused: z
    .object({ code: z.string(), message: z.string(), fields: z.record(z.string(), z.string()) })
    .nullable(),
})
export type BulkOutcome = z.infer<typeof BulkOutcome>

export const publishBulk = route({
  method: 'POST',
  path: '/api/content/bulk',
  access: 'creator',
  summary:
    'For Pro: publishes (or keeps as drafts) files that came by `beginUpload`, each on its own, with what they share. Answers in their order; sent again, it answers the items that are there.',
  body: BulkUpload,
  reply: z.object({ outcomes: z.array(BulkOutcome) }),
})
