import * as z from 'zod/mini'

/** How a Pro creator's pages look; null fields are ours. */
export const TipPageBranding = z.object({
  /** `#0e6b4a`, as it was chosen; domain/brand-palette.ts makes it readable. */
  accentColor: z.nullable(z.string()),
  /** Address of the logo on this site. */
  logoUrl: z.nullable(z.string()),
  /** Our own name is not shown. */
  hidesPlatformName: z.boolean(),
})
export type TipPageBranding = z.infer<typeof TipPageBranding>
