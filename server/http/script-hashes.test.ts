import { expect, test } from 'vitest'
import { withScriptHashes } from './script-hashes.ts'

const nonce = 'a+b/c=='
/** The SHA-256 of `alert(1)`, computed with openssl. */
const hash = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"

test('an inline script with the rendering’s nonce is allowed by its hash, and the nonce is removed', () => {
  const { html, sources } = withScriptHashes(
    `<script nonce="${nonce}">alert(1)</script><script type="module" nonce="${nonce}" src="/a.js"></script>`,
    nonce,
  )

  expect(html).toBe('<script>alert(1)</script><script type="module" src="/a.js"></script>')
  expect(sources).toEqual([hash])
})

test('a script without the nonce, or with another one, is not allowed', () => {
  const html = '<script>alert(2)</script><script nonce="x">alert(3)</script>'

  expect(withScriptHashes(html, nonce)).toEqual({ html, sources: [] })
})
