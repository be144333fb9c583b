import * as z from 'zod/mini'
import { defineRoute } from './route.ts'
import { Id } from './schemas.ts'

/** What everyone may see of an item before paying, as much as its creator chose. */
export const Teaser = z.object({
  /** The first words of a text. */
  text: z.nullable(z.string()),
  /** A sample of a recording. */
  audio: z.nullable(z.object({ url: z.string(), seconds: z.int() })),
})
export type Teaser = z.infer<typeof Teaser>

/** The creator's choice as form fields: a number, or empty for none. */
const Amount = z._default(z.string().check(z.trim(), z.regex(/^\d{0,5}$/, 'Enter a number')), '')
export const teaserFields = {
  /** Of a text: how many of its first words. */
  teaserWords: Amount,
  /** Of an MP3 or WAV file: how many seconds, from which second. */
  teaserSeconds: Amount,
  teaserStartSecond: Amount,
}

export const getTeaserPart = defineRoute({
  method: 'GET',
  path: '/api/content/:id/teaser/:partId',
  auth: 'public',
  transport: 'file',
  summary: 'Returns the sample of a published item that its creator gives away.',
  params: z.object({ id: Id, partId: Id }),
})
