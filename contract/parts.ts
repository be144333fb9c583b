import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { Id, Timestamp } from './schemas.ts'
import { SingleLine, toLineFeeds } from './text.ts'

/** What a part of an item is. `domain/part-kinds.ts` has the rules of each kind. After a change: `npm run schema -- plain_name`. */
export const partKinds = ['file', 'link', 'text'] as const
export const PartKind = z.enum(partKinds)
export const AccessType = z.enum(['download', 'view', 'stream', 'link'])
export type PartKind = z.infer<typeof PartKind>
export type AccessType = z.infer<typeof AccessType>

const partFields = {
  /** A file's own name, or the one its creator gave it, with its extension. Other parts may have none. */
  name: z.string(),
  section: z.string(),
  access: AccessType,
}

/** A part of an item as everyone sees it. Never an address or a text. */
export const PublicPart = z.object({
  kind: PartKind,
  ...partFields,
  /** Of a file, in bytes. */
  size: z.nullable(z.int()),
  /** How long a recording is, once it is measured. */
  seconds: z.nullable(z.int()),
  /** Whether the item’s free preview was cut from it. */
  isPreviewed: z.boolean(),
})
export type PublicPart = z.infer<typeof PublicPart>

/** How many parts of each kind an item has. */
export const PartCounts = z.record(PartKind, z.int())
export type PartCounts = z.infer<typeof PartCounts>

const boughtFields = {
  id: Id,
  /** From 1, in the creator's order; null for a part that was removed after this purchase. */
  position: z.nullable(z.int()),
  ...partFields,
}

const fileFields = {
  ...boughtFields,
  /** In bytes. Null, as all about the file, while a draft has no file. */
  size: z.nullable(z.int()),
  type: z.nullable(z.string()),
  /** How long a recording is, once it is measured. */
  seconds: z.nullable(z.int()),
  /** In hex, for verification. */
  sha256: z.nullable(z.string()),
  /** A new signed URL, valid for 10 minutes. Null for the creator, who has bought nothing, and for a missing file. */
  url: z.nullable(z.string()),
  /** Of a file that the store has lost. Its creator is asked for it again. */
  missingSince: z.nullable(Timestamp),
}

const FilePart = z.object({ kind: z.literal('file'), ...fileFields })
/** Without its address while the purchase is withheld. */
const LinkPart = z.object({ kind: z.literal('link'), ...boughtFields, url: z.nullable(z.string()) })
/** Without its text while the purchase is withheld. */
const TextPart = z.object({ kind: z.literal('text'), ...boughtFields, text: z.nullable(z.string()) })

/** A part of an item with what its buyers get. */
export const ContentPart = z.discriminatedUnion('kind', [FilePart, LinkPart, TextPart])
export type ContentPart = z.infer<typeof ContentPart>

export const LinkUrl = z
  .string()
  .check(z.trim(), z.maxLength(limits.maxLinkUrlLength, `Use ${limits.maxLinkUrlLength} characters or fewer`))

/** Delivered as typed. */
export const TextContent = z
  .string()
  .check(
    z.overwrite(toLineFeeds),
    z.maxLength(limits.maxTextContentLength, `Use ${limits.maxTextContentLength} characters or fewer`),
  )

/** The id of a completed upload by `createUpload`. */
export const UploadId = z.string().check(z.trim(), z.maxLength(limits.maxUploadIdLength))

/** A part as its creator sends it: a new one, or with an `id` the new values of that part. */
export const PartInput = z.object({
  id: z.optional(Id),
  kind: PartKind,
  name: z._default(SingleLine(limits.maxFileNameLength), ''),
  section: z._default(SingleLine(limits.maxSectionLength), ''),
  access: z.optional(AccessType),
  /** A file to add, or to put in the place of the stored one. */
  uploadId: z._default(UploadId, ''),
  url: z._default(LinkUrl, ''),
  text: z._default(TextContent, ''),
})
export type PartInput = z.infer<typeof PartInput>

const countMessage = `An item has 1 to ${limits.maxParts} parts`
export const PartInputs = z
  .array(PartInput)
  .check(z.minLength(1, countMessage), z.maxLength(limits.maxParts, countMessage))
