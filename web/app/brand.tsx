import type { CSSProperties } from 'react'
import type { Brand } from '../../contract/brand.ts'
import { isColour, paletteOf } from '../../domain/brand.ts'
import { Logo } from '../ui/logo.tsx'
import { TextLink } from '../ui/text-link.tsx'

/** Our tokens in a creator's colour; nothing for a page in ours. */
export function brandStyle(brand: Brand | null): CSSProperties | undefined {
  const colour = brand?.accentColor
  if (!colour || !isColour(colour)) return undefined
  const { light, dark } = paletteOf(colour)
  const both = (name: keyof typeof light) => `light-dark(${light[name]}, ${dark[name]})`
  const tokens = {
    '--brand': both('brand'),
    '--brand-strong': both('strong'),
    '--brand-soft': both('soft'),
    '--on-brand': both('on'),
    '--ring': `color-mix(in srgb, ${both('brand')} 45%, transparent)`,
  }
  // Custom properties are no part of React's type of a style.
  return tokens as CSSProperties
}

/** The mark at the top of a page that buyers see: the creator's logo where there is one, ours unless it is hidden. */
export function Mark({ brand, name }: { brand: Brand | null; name: string | null }) {
  if (brand?.logo)
    return (
      <img
        src={brand.logo}
        alt={name ?? 'Logo'}
        className="h-10 w-auto max-w-[240px] object-contain object-left"
      />
    )
  if (brand?.hidesName) return <p className="font-[650] font-display text-xl">{name}</p>
  return (
    <TextLink plain href="/" className="grid min-h-11 place-items-center">
      <Logo />
    </TextLink>
  )
}
