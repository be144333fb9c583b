/** Gradient colors from light to dark. */
const palettes = [
  ['#f7c59f', '#e8793a', '#9c3d2a', '#2a1f2d'],
  ['#d9efd8', '#4fae83', '#0e6b4a', '#10261f'],
  ['#fbe3a6', '#e0a030', '#8a4a12', '#2b1a12'],
  ['#cfe3f2', '#5d93bd', '#2a4f7c', '#14202f'],
  ['#f6d0d6', '#d1657c', '#7d2b4c', '#26142a'],
  ['#e3d8f3', '#9276c2', '#4c3a86', '#1b1833'],
  ['#e9e2cf', '#b19a6b', '#65583c', '#211d16'],
  ['#c9eeea', '#38a3a0', '#1a6169', '#11242b'],
] as const
const origins = ['12% 10%', '88% 12%', '40% -6%', '4% 46%'] as const

/**
 * The cover of an item without an image, as a CSS gradient. The seed is the item's title, which the upload form knows
 * before the item has an id; a creator's is the handle. The same seed always gets the same cover.
 */
export function coverGradient(seed: string): string {
  const number = hash(seed)
  const [light = '', middle = '', deep = '', dark = ''] = palettes[number % palettes.length] ?? []
  const origin = origins[Math.floor(number / palettes.length) % origins.length]
  return `radial-gradient(120% 120% at ${origin}, ${light}, ${middle} 33%, ${deep} 64%, ${dark})`
}

/** FNV-1a, so that similar titles get different covers. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return (value ^ (value >>> 15)) >>> 0
}
