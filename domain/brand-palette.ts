/** A palette of one color for light and dark mode: `on` is for text on the color, `soft` for tints behind it. */
export type Palette = Record<'light' | 'dark', { brand: string; strong: string; soft: string; on: string }>

type Rgb = readonly [number, number, number]

/** WCAG 2.2 AA for text. */
const minContrastRatio = 4.5
const white: Rgb = [255, 255, 255]
/** The background tokens of web/ui/tokens.css with the least contrast, light and dark. */
const sunkenSurfaces = { light: rgbOf('#f3f0e8'), dark: rgbOf('#26231c') }
const darkInk = rgbOf('#14130f')

/** True for `#` and six hex digits, such as `#0e6b4a`. */
export function isHexColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/**
 * Darkens (on light) or lightens (on dark) a creator's color until text in it and on it is readable. Throws for an
 * invalid color.
 */
export function paletteOf(color: string): Palette {
  if (!isHexColor(color)) throw new Error(`${color} is not a hex color`)
  const chosen = rgbOf(color)
  const dark = adjustUntil(brightened(chosen), white, (candidate) =>
    isReadable(candidate, sunkenSurfaces.dark, softOnDark(candidate)),
  )
  const light = adjustUntil(chosen, [0, 0, 0], (candidate) =>
    isReadable(candidate, sunkenSurfaces.light, white, softOnLight(candidate)),
  )
  return {
    light: {
      brand: hexOf(light),
      strong: hexOf(mix(light, [0, 0, 0], 0.22)),
      soft: hexOf(softOnLight(light)),
      on: '#ffffff',
    },
    dark: {
      brand: hexOf(dark),
      strong: hexOf(mix(dark, white, 0.3)),
      soft: hexOf(softOnDark(dark)),
      on: hexOf(contrast(dark, darkInk) >= minContrastRatio ? darkInk : [0, 0, 0]),
    },
  }
}

/** The contrast ratio of two colors, 1 to 21 (WCAG 2.2). */
export function contrast(first: Rgb, second: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The channels of a hex color, 0 to 255. */
export function rgbOf(hex: string): Rgb {
  const part = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16)
  return [part(1), part(3), part(5)]
}

/** Whether text of the color is readable on every background. */
function isReadable(color: Rgb, ...backgrounds: Array<Rgb>): boolean {
  return backgrounds.every((background) => contrast(color, background) >= minContrastRatio)
}

function softOnLight(color: Rgb): Rgb {
  return mix(color, white, 0.88)
}

function softOnDark(color: Rgb): Rgb {
  return mix(color, sunkenSurfaces.dark, 0.82)
}

/** The same hue at its full strength for two fifths: mixed with white alone, a deep color turns gray. */
function brightened(color: Rgb): Rgb {
  const factor = 255 / Math.max(...color, 1)
  const part = (channel: 0 | 1 | 2) => color[channel] * factor
  return mix(color, [part(0), part(1), part(2)], 0.4)
}

/** Mixes more and more of the target into the color until it is accepted. */
function adjustUntil(from: Rgb, target: Rgb, isAccepted: (candidate: Rgb) => boolean): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(from, target, share)
    if (isAccepted(candidate)) return candidate
  }
  return target
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (channel: 0 | 1 | 2) => Math.round(from[channel] + (to[channel] - from[channel]) * share)
  return [part(0), part(1), part(2)]
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}
