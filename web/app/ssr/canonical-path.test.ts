import { expect, test } from 'vitest'
import { locatePage } from './cacheable-pages.ts'

test.each([
  ['/p/12).', '/p/12'],
  ['/p/012', '/p/12'],
  ['/@Mara_Vitale!', '/@mara_vitale'],
])('%s is the page %s', (url, path) => {
  expect(locatePage(url).movedTo).toBe(path)
})

test.each(['/p/', '/@'])('a long path below %s takes no long time', (start) => {
  // A pattern that ends in `+$` would take minutes.
  expect(locatePage(`${start}${'!'.repeat(1_000_000)}a`)).toBeDefined()
})
