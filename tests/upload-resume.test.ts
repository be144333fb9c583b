import { expect, test } from 'vitest'
import { resumedUpload } from '../bench/upload-resume.ts'

/** `npm run bench:faults -- large 50` does it with 5 GiB. */
test('an upload cut five times, once by kill -9 of the server, ends with the right hash', {
  tags: ['long'],
  timeout: 180_000,
}, async () => {
  const upload = await resumedUpload({ size: 64 * 1024 ** 2, cuts: 5 })

  expect(upload.isSame).toBe(true)
  // A cut loses bytes in transit, not stored ones.
  expect(upload.resentBytes).toBeLessThan(48 * 1024 ** 2)
})
