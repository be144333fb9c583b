import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, isHexColor, paletteOf, rgbOf } from './brand-palette.ts'

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

test('the contrast of black on white is 21', () => {
  expect(contrast(rgbOf('#000000'), rgbOf('#ffffff'))).toBe(21)
})

test('text in the color of any palette, and text on it, is readable', () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      const { light, dark } = paletteOf(color)
      expect(contrast(rgbOf(light.brand), rgbOf(light.on))).toBeGreaterThanOrEqual(4.5)
      expect(contrast(rgbOf(light.brand), rgbOf('#f3f0e8'))).toBeGreaterThanOrEqual(4.5)
      expect(contrast(rgbOf(dark.brand), rgbOf(dark.on))).toBeGreaterThanOrEqual(4.5)
      expect(contrast(rgbOf(dark.brand), rgbOf('#26231c'))).toBeGreaterThanOrEqual(4.5)
      expect(contrast(rgbOf(light.brand), rgbOf(light.soft))).toBeGreaterThanOrEqual(4.5)
      expect(contrast(rgbOf(dark.brand), rgbOf(dark.soft))).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('a readable color stays as it is', () => {
  expect(paletteOf('#0e6b4a').light.brand).toBe('#0e6b4a')
})

test.each(['', 'red', '#fff', '#12345g', 'url(x)', '#0e6b4a;'])('%s is not a hex color', (text) => {
  expect(isHexColor(text)).toBe(false)
})
