import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cropRegion } from './crop-region.ts'

test('an image with the frame’s aspect ratio is not cropped', () => {
  expect(cropRegion({ width: 960, height: 1260 }, { width: 480, height: 630 }, { x: 10, y: 90 })).toEqual({
    left: 0,
    top: 0,
    width: 960,
    height: 1260,
  })
})

test('a wide image is cropped around the focal point', () => {
  const crop = (x: number) =>
    cropRegion({ width: 1000, height: 400 }, { width: 400, height: 400 }, { x, y: 0 })

  expect(crop(0)).toEqual({ left: 0, top: 0, width: 400, height: 400 })
  expect(crop(50).left).toBe(300)
  expect(crop(100).left).toBe(600)
})

test('the region is inside the image and contains the focal point, for any sizes', () => {
  const size = fc.record({
    width: fc.integer({ min: 1, max: 4000 }),
    height: fc.integer({ min: 1, max: 4000 }),
  })
  const percent = fc.integer({ min: 0, max: 100 })
  fc.assert(
    fc.property(size, size, percent, percent, (image, frame, x, y) => {
      const { left, top, width, height } = cropRegion(image, frame, { x, y })
      const point = { x: (image.width * x) / 100, y: (image.height * y) / 100 }

      expect(left).toBeGreaterThanOrEqual(0)
      expect(top).toBeGreaterThanOrEqual(0)
      expect(left + width).toBeLessThanOrEqual(image.width)
      expect(top + height).toBeLessThanOrEqual(image.height)
      expect(point.x).toBeGreaterThanOrEqual(left - 1)
      expect(point.x).toBeLessThanOrEqual(left + width + 1)
      expect(point.y).toBeGreaterThanOrEqual(top - 1)
      expect(point.y).toBeLessThanOrEqual(top + height + 1)
    }),
  )
})
