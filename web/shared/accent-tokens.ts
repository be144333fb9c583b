import { isHexColor, paletteOf } from '../../domain/brand-palette.ts'

/** The design tokens of an accent color, with its readable shades in both themes; undefined for an invalid color. */
export function accentTokens(color: string): Record<string, string> | undefined {
  if (!isHexColor(color)) return undefined
  const { light, dark } = paletteOf(color)
  const lightDark = (name: keyof typeof light) => `light-dark(${light[name]}, ${dark[name]})`
  return {
    '--brand': lightDark('brand'),
    '--brand-strong': lightDark('strong'),
    '--brand-soft': lightDark('soft'),
    '--on-brand': lightDark('on'),
    '--ring': `color-mix(in srgb, ${lightDark('brand')} 45%, transparent)`,
  }
}
