/** The colors of the water, from glow to depth. `drop` and `shine` are the drop's: paper on warm water, else apricot. */
type Tint = Record<'name' | 'glow' | 'mid' | 'deep' | 'dark' | 'ring' | 'drop' | 'shine', string>

const apricotDrop = { drop: '#f0965f', shine: '#fff' }
const paperDrop = { drop: '#fff6ea', shine: '#e8793a' }

/** Both themes show the same water: a cover brings its own ground. Stored seeds point into this list, so none is moved. */
export const tints: ReadonlyArray<Tint> = [
  {
    name: 'Apricot',
    glow: '#f6b586',
    mid: '#d8683a',
    deep: '#8c3527',
    dark: '#35171a',
    ring: '#ffe9d6',
    ...paperDrop,
  },
  {
    name: 'Emerald',
    glow: '#9fdcb9',
    mid: '#2f9069',
    deep: '#0b5a40',
    dark: '#07291f',
    ring: '#e0f7ea',
    ...apricotDrop,
  },
  {
    name: 'Honey',
    glow: '#f6d488',
    mid: '#cf8c22',
    deep: '#85480f',
    dark: '#321a0b',
    ring: '#fff3d4',
    ...paperDrop,
  },
  {
    name: 'Harbor',
    glow: '#a9cdea',
    mid: '#4682b4',
    deep: '#234b78',
    dark: '#0f2038',
    ring: '#e3f1fd',
    ...apricotDrop,
  },
  {
    name: 'Rose',
    glow: '#f2b3bf',
    mid: '#c4556f',
    deep: '#78284a',
    dark: '#2c1226',
    ring: '#ffe6ea',
    ...paperDrop,
  },
  {
    name: 'Dusk',
    glow: '#cdbdf0',
    mid: '#7f63b8',
    deep: '#45347c',
    dark: '#1b1536',
    ring: '#f0e9ff',
    ...apricotDrop,
  },
  {
    name: 'Slate',
    glow: '#c3cbd6',
    mid: '#66768c',
    deep: '#364457',
    dark: '#151c27',
    ring: '#eef2f7',
    ...apricotDrop,
  },
  {
    name: 'Lagoon',
    glow: '#a5e3dc',
    mid: '#2b918f',
    deep: '#135a62',
    dark: '#0a262d',
    ring: '#dcf8f4',
    ...apricotDrop,
  },
]

export const maxPondSeed = 0xffff
export const maxRings = 26

/** No ring before the first sale, then 1 → 1, 4 → 5, 36 → 11, 300 → 18, 5,000 → 26. */
export function ringCount(sales: number): number {
  return sales < 1 ? 0 : Math.min(maxRings, 1 + Math.round(Math.log2(sales) * 2.03))
}

/** Ring counts that about 100 and 1,000 sales have: from there the rings come back from one shore, then from both. */
const ringsOfOneShore = 15
const ringsOfBothShores = 22

/** The seed of an item whose form chose none, by its id, and of a creator, by the handle. FNV-1a, so that neighbors differ. */
export function seedOf(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return (value ^ (value >>> 16)) & maxPondSeed
}

export function tintOf(seed: number): Tint {
  const tint = tints[seed % tints.length]
  if (!tint) throw new Error(`${seed} is no seed of a pond`)
  return tint
}

/** The same pond with other water; the drop falls at the same place. */
export function withTint(seed: number, tint: number): number {
  return seed - (seed % tints.length) + tint
}

export type PondOptions = {
  seed: number
  /** By `ringCount`. */
  rings: number
  /**
   * `cover`, 16:10. `thumb`, a square of up to 72 pixels: at most four wide rings, the drop twice as large. `foot`: a cover
   * with white words at its foot. `card`: 1200 by 630 with words on the left. `water`: without drop and rings.
   */
  detail: 'cover' | 'thumb' | 'foot' | 'card' | 'water'
}

const sizes = {
  cover: { width: 160, height: 100 },
  thumb: { width: 52, height: 52 },
  foot: { width: 160, height: 100 },
  card: { width: 1200, height: 630 },
  water: { width: 160, height: 100 },
}

/**
 * The cover of an item without a picture, as SVG: a drop over water, and rings for its sales. The same seed and rings are
 * always the same bytes.
 */
export function pond({ seed, rings, detail }: PondOptions): string {
  const { width, height } = sizes[detail]
  const tint = tintOf(seed)
  const drop = dropPlace({ seed, detail })
  const at = { x: round(width * drop.x), y: round(height * drop.y) }
  const box = `width="${width}" height="${height}"`
  const veil = veils[detail]
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice">`,
    waterGradient(tint, { ...at, width }),
    veil && veilGradient(tint, veil),
    `<rect ${box} fill="${tint.mid}"/><rect ${box} fill="url(#w)"/>`,
    detail === 'water' ? '' : ringsAround({ seed, rings, detail }, at),
    veil && `<rect ${box} fill="url(#v)"/>`,
    detail === 'water'
      ? ''
      : fallingDrop(tint, { ...at, unit: height / 100, isThumb: detail === 'thumb', isOver: rings === 0 }),
    '</svg>',
  ]
  return parts.join('')
}

/** Where the drop falls, in parts of the picture: by the seed, except where words need the room. */
function dropPlace({ seed, detail }: Pick<PondOptions, 'seed' | 'detail'>): { x: number; y: number } {
  const place = seed >>> 3
  const x = 0.36 + (place % 29) / 100
  const y = 0.46 + (Math.floor(place / 29) % 9) / 100
  if (detail === 'thumb') return { x: 0.5, y: 0.56 }
  if (detail === 'water') return { x: 0.5, y: 0.5 }
  if (detail === 'foot') return { x, y: 0.36 }
  return detail === 'card' ? { x: 0.74, y: 0.52 } : { x, y }
}

/** The direction in which the water is darkened for words, as attributes of a gradient. */
const veils = { cover: '', thumb: '', water: '', foot: 'x2="0" y1="1" y2=".3"', card: 'x1="0" x2=".82"' }

function waterGradient(
  { glow, mid, deep, dark }: Tint,
  { x, y, width }: { x: number; y: number; width: number },
): string {
  return (
    `<radialGradient id="w" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${round(width * 0.78)}" gradientTransform="translate(0 ${round(y * 0.28)}) scale(1 .72)">` +
    `<stop stop-color="${glow}"/><stop offset=".1" stop-color="${glow}" stop-opacity=".92"/><stop offset=".36" stop-color="${mid}"/>` +
    `<stop offset=".72" stop-color="${deep}"/><stop offset="1" stop-color="${dark}"/></radialGradient>`
  )
}

function veilGradient({ deep, dark }: Tint, direction: string): string {
  return (
    `<linearGradient id="v" ${direction}><stop stop-color="${dark}" stop-opacity=".96"/>` +
    `<stop offset=".48" stop-color="${deep}" stop-opacity=".88"/><stop offset="1" stop-color="${deep}" stop-opacity="0"/></linearGradient>`
  )
}

/** More sales: more rings, closer together and further out. */
function ringsAround({ seed, rings, detail }: PondOptions, at: { x: number; y: number }): string {
  const { width, height } = sizes[detail]
  const isThumb = detail === 'thumb'
  const shown = isThumb ? Math.min(4, Math.ceil(rings / 4)) : rings
  const spacing = isThumb ? 11 : 8.6 - (shown / maxRings) * 3.4
  const circles = Array.from({ length: shown }, (_, index) => {
    const opacity = Math.max(0.12, 0.9 - index * (0.72 / Math.max(shown, 5)))
    return `<circle r="${round(8.5 + index * spacing)}" opacity="${round(opacity)}"/>`
  })
  const scale = `scale(${round((height / 100) * 1.32)} ${round((height / 100) * 0.62)})`
  const group = (x: number, y: number, opacity: number, content: string) =>
    `<g transform="translate(${round(x)} ${round(y)}) ${scale}" fill="none" stroke="${tintOf(seed).ring}" stroke-width="${isThumb ? 2.2 : 0.85}" opacity="${opacity}">${content}</g>`
  const shores = isThumb || rings < ringsOfOneShore ? 0 : rings < ringsOfBothShores ? 1 : 2
  const echo = Array.from({ length: 9 }, (_, index) => `<circle r="${14 + index * 9}"/>`).join('')
  const echoes = Array.from({ length: shores }, (_, shore) => {
    const side = (seed >>> 15) % 2 === shore ? -0.12 : 1.12
    return group(width * side, height * (0.3 + 0.4 * shore), 0.22, echo)
  })
  return [...echoes, shown > 0 ? group(at.x, at.y, 1, circles.join('')) : ''].join('')
}

/** The outline of the drop, its tip 18.5 above the point where it touches the water. */
export const dropPath = 'M0-18.5C3.6-14.1 6.5-10.8 6.5-6.9A6.5 6.5 0 0 1-6.5-6.9C-6.5-10.8-3.6-14.1 0-18.5Z'

type Drop = { x: number; y: number; unit: number; isThumb: boolean; isOver: boolean }

/** It hangs over still water and touches it from the first sale. */
function fallingDrop({ drop, shine, dark }: Tint, { x, y, unit, isThumb, isOver }: Drop): string {
  const lift = isOver ? 7 * unit : 0
  return (
    `<ellipse cx="${x}" cy="${round(y + unit)}" rx="${round(7.5 * unit)}" ry="${round(2.6 * unit)}" fill="${dark}" opacity=".35"/>` +
    `<g transform="translate(${x} ${round(y - lift)}) scale(${round(unit * (isThumb ? 2.1 : 0.92))})"><path d="${dropPath}" fill="${drop}"/>` +
    `<path d="M-3.2-6.7c.1 2 1.4 3.4 3.3 3.7" fill="none" stroke="${shine}" stroke-width="1.5" stroke-linecap="round"/></g>`
  )
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
