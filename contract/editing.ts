import { z } from 'zod'
import { ContentStatus, OwnContent, UploadFields, uploadFiles } from './content.ts'
import { route } from './route.ts'
import { IdParams } from './shapes.ts'

/** An item with all that its creator typed: what the form shows again. */
export const EditableContent = OwnContent.extend({
  linkUrl: z.string(),
  textContent: z.string(),
  /** As typed, `3, 5, 10`; empty for the default ones. */
  chips: z.string(),
  showSupporters: z.boolean(),
  /** Grows with every change. */
  version: z.number().int(),
  /** Hex; of the file, when there is one. */
  sha256: z.string().nullable(),
})
export type EditableContent = z.infer<typeof EditableContent>

export const getOwnContent = route({
  method: 'GET',
  path: '/api/content/:id/edit',
  access: 'creator',
  summary: "The creator's own item with everything in it, draft or published.",
  params: IdParams,
  reply: EditableContent,
})

/** The fields of the upload form; what is not sent stays as it is. The kind of an item stays in any case. */
export const EditFields = UploadFields.extend({
  /** The version that was changed: refused when somebody changed the item since. */
  version: z.coerce.number().int().positive().optional(),
  removePreview: z.enum(['true', 'false']).default('false'),
})

export const editContent = route({
  method: 'PATCH',
  path: '/api/content/:id',
  access: 'creator',
  transport: 'upload',
  summary:
    'Changes an item, its price, its picture or its file. Buyers of before get the new file too; a payment that has begun keeps its price.',
  params: IdParams,
  body: EditFields,
  files: uploadFiles,
  reply: EditableContent,
})

export const setContentStatus = route({
  method: 'POST',
  path: '/api/content/:id/status',
  access: 'creator',
  summary: 'Takes an item off sale, or puts it on. Buyers who paid keep access.',
  params: IdParams,
  body: z.object({ status: ContentStatus }),
  reply: EditableContent,
})
