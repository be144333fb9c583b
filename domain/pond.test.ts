import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { contrast, rgbOf } from './brand-palette.ts'
import {
  maxPondSeed,
  maxRings,
  type PondOptions,
  pond,
  ringCount,
  seedOf,
  tintOf,
  tints,
  withTint,
} from './pond.ts'

const seeds = Array.from({ length: 40 }, (_, index) => (index * 1_637) % maxPondSeed)

test('sales add rings, on a scale that ends at 26', () => {
  expect([0, 1, 4, 36, 300, 5_000, 900_000].map(ringCount)).toEqual([0, 1, 5, 11, 18, 26, 26])
})

test('the same seed and rings are the same bytes, and another ring is another picture', () => {
  const drawn = { seed: 4_711, rings: 11, detail: 'cover' } as const

  expect(pond(drawn)).toBe(pond({ ...drawn }))
  expect(pond({ ...drawn, rings: 12 })).not.toBe(pond(drawn))
})

test('neighboring ids have different ponds', () => {
  const ponds = Array.from({ length: 100 }, (_, index) =>
    pond({ seed: seedOf(String(318_046_275_509_117 + index)), rings: 0, detail: 'cover' }),
  )

  expect(new Set(ponds).size).toBeGreaterThan(90)
})

test('each seed has a tint, and another tint leaves the drop where it falls', () => {
  for (const seed of [0, 7, maxPondSeed]) {
    for (const [index, tint] of tints.entries()) {
      const chosen = withTint(seed, index)

      expect(tintOf(chosen)).toBe(tint)
      expect(placeOf(pond({ seed: chosen, rings: 3, detail: 'cover' }))).toBe(
        placeOf(pond({ seed, rings: 3, detail: 'cover' })),
      )
    }
  }
})

test('a pond is at most 0.8 KB in a compressed page, with any number of rings', () => {
  for (const seed of seeds)
    for (const rings of [0, 11, maxRings])
      expect(gzipSync(pond({ seed, rings, detail: 'cover' })).length).toBeLessThanOrEqual(820)
})

test('the drop hangs over still water, and a thumbnail has at most four rings', () => {
  const count = (options: PondOptions) => pond(options).match(/<circle /g)?.length ?? 0

  expect(pond({ seed: 3, rings: 0, detail: 'cover' })).not.toContain('<circle')
  expect(count({ seed: 3, rings: 14, detail: 'cover' })).toBe(14)
  // From about a hundred sales the rings come back from one shore, from about a thousand from both.
  expect(count({ seed: 3, rings: 15, detail: 'cover' })).toBe(15 + 9)
  expect(count({ seed: 3, rings: maxRings, detail: 'cover' })).toBe(maxRings + 18)
  expect(count({ seed: 3, rings: maxRings, detail: 'thumb' })).toBe(4)
})

test('white words have 7:1 where the water is darkened for them, whatever is drawn below', () => {
  const white = [255, 255, 255] as const
  for (const { deep, dark, ring, glow } of tints) {
    // The veil is at its thinnest at 48 % of its way; below it is at worst a ring on the brightest water.
    for (const below of [glow, ring]) {
      expect(contrast(white, over(deep, 0.88, below))).toBeGreaterThanOrEqual(5)
      expect(contrast(white, over(dark, 0.96, below))).toBeGreaterThanOrEqual(7)
    }
  }
})

function placeOf(svg: string): string | undefined {
  return /cx="([\d.]+)" cy="([\d.]+)" r=/.exec(svg)?.[0]
}

function over(color: string, alpha: number, below: string): [number, number, number] {
  const [top, bottom] = [rgbOf(color), rgbOf(below)]
  const mix = (channel: 0 | 1 | 2) => top[channel] * alpha + bottom[channel] * (1 - alpha)
  return [mix(0), mix(1), mix(2)]
}
