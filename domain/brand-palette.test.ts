import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, isHexColor, paletteOf, rgbOf } from './brand-palette.ts'

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

test('black on white is as different as it gets', () => {
  expect(contrast(rgbOf('#000000'), rgbOf('#ffffff'))).toBe(21)
})

test('whatever colour a creator likes, what is written in it and on it can be read', () => {
  fc.assert(
    fc.property(anyColour, (colour) => {
      const { light, dark } = paletteOf(colour)
      expect(contrast(rgbOf(light.brand), rgbOf(light.on))).toBeGreaterThanOrEqual(4.5)
      expect(contrast(rgbOf(light.brand), rgbOf('#f3f0e8'))).toBeGreaterThanOrEqual(4.5)
      expect(contrast(rgbOf(dark.brand), rgbOf(dark.on))).toBeGreaterThanOrEqual(4.5)
      expect(contrast(rgbOf(dark.brand), rgbOf('#26231c'))).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('a colour that can be read already stays as it is', () => {
  expect(paletteOf('#0e6b4a').light.brand).toBe('#0e6b4a')
})

test.each(['', 'red', '#fff', '#12345g', 'url(x)', '#0e6b4a;'])('%s is no colour', (text) => {
  expect(isHexColor(text)).toBe(false)
})
