import * as z from 'zod/mini'
import { imageFormats, imageWidths } from './image-variants.ts'
import { defineRoute } from './route.ts'
import { IdParams } from './schemas.ts'

export const getPreviewImage = defineRoute({
  method: 'GET',
  path: '/api/content/:id/preview-image',
  auth: 'public',
  transport: 'file',
  summary:
    'Returns the preview image, re-encoded to a width and format the pages use. `v` is its version, so it can be cached indefinitely.',
  params: IdParams,
  query: z.object({
    v: z.optional(z.string().check(z.maxLength(64))),
    w: z.optional(z.enum(imageWidths)),
    as: z.optional(z.enum(imageFormats)),
  }),
})
