import { z } from 'zod'

/** How a Pro creator's pages look; null fields are ours. */
export const Brand = z.object({
  /** `#0e6b4a`, as it was chosen; domain/brand.ts makes it readable. */
  accentColor: z.string().nullable(),
  /** Address of the logo on this site. */
  logo: z.string().nullable(),
  /** Our own name is not shown. */
  hidesName: z.boolean(),
})
export type Brand = z.infer<typeof Brand>
