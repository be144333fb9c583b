import * as z from 'zod/mini'
import { imageFormats, imageWidths } from './image-variants.ts'
import { defineRoute } from './route.ts'
import { IdParams } from './schemas.ts'

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
