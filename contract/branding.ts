import * as z from 'zod/mini'

/** The branding of a Pro creator's pages; null means our default. */
export const TipPageBranding = z.object({
  /** As chosen, `#0e6b4a`; domain/brand-palette.ts makes it readable. */
  accentColor: z.nullable(z.string()),
  /** The logo's URL on this site. */
  logoUrl: z.nullable(z.string()),
  /** Whether our name is hidden. */
  hidesPlatformName: z.boolean(),
})
export type TipPageBranding = z.infer<typeof TipPageBranding>
