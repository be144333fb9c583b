import type { CSSProperties } from 'react'
import type { TipPageBranding } from '../../../contract/branding.ts'
import { accentTokens } from '../../shared/accent-tokens.ts'
import { Logo } from '../../ui/logo.tsx'
import { TextLink } from '../../ui/text-link.tsx'

/** The design tokens in a creator's accent color; undefined for the default color. */
export function brandStyle(brand: TipPageBranding | null): CSSProperties | undefined {
  const accentColor = brand?.accentColor
  // React's CSSProperties type has no custom properties.
  return accentColor ? (accentTokens(accentColor) as CSSProperties | undefined) : undefined
}

/** The logo at the top of a buyer's page: the creator's if there is one, else ours unless it is hidden. */
export function BrandMark({ brand, name }: { brand: TipPageBranding | null; name: string | null }) {
  if (brand?.logoUrl)
    return (
      <img
        src={brand.logoUrl}
        alt={name ?? 'Logo'}
        className="h-10 w-auto max-w-[240px] object-contain object-left"
      />
    )
  if (brand?.hidesPlatformName) return <p className="font-[650] font-display text-xl">{name}</p>
  return (
    <TextLink unstyled href="/" className="grid min-h-11 place-items-center">
      <Logo />
    </TextLink>
  )
}
