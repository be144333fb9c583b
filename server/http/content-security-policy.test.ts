import { expect, test } from 'vitest'
import { hashSources } from './content-security-policy.ts'

test('an inline script is allowed by its hash', () => {
  // The SHA-256 of `alert(1)`, computed with openssl.
  expect(hashSources(['alert(1)'])).toEqual(["'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"])
})
