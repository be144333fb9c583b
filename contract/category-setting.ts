import * as z from 'zod/mini'
import { RequiredSingleLine } from './text.ts'

/** A category of items. Its id is in URLs and never changes. */
export const CategorySetting = z.object({
  id: z
    .string({ error: 'Enter a name with letters or digits' })
    .check(z.maxLength(60), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Enter a name with letters or digits')),
  label: RequiredSingleLine(40, 'Enter a name'),
  /** Whether only creators with Pro may choose it. */
  isPro: z.boolean({ error: 'Choose yes or no' }),
  /** Whether new items can be in it. */
  isOffered: z.boolean({ error: 'Choose yes or no' }),
})
export type CategorySetting = z.infer<typeof CategorySetting>
