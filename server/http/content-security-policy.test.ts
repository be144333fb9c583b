import { expect, test } from 'vitest'
import { verifyPurchase } from '../../contract/purchases.ts'
import { createTestApp } from '../../tests/support/test-app.ts'
import { hashSources } from './content-security-policy.ts'

test('an inline script is allowed by its hash', () => {
  // The SHA-256 of `alert(1)`, computed with openssl.
  expect(hashSources(['alert(1)'])).toEqual(["'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"])
})

test.each(['notes.pdf', 'film.mp4', 'song.mp3', 'light.png', 'notes.txt', 'loops.zip'])(
  'no policy names itself where it takes the origin of a document: %s and the PDF reader',
  async (name) => {
    const w = await createTestApp({
      env: { PUBLIC_URL: 'http://tips.localhost:4000' },
    })
    const item = await (await w.creator()).publishes(
      { accessType: 'view' },
      { name, bytes: Buffer.from('bytes') },
    )
    const fan = w.visitor()
    const { paymentIntentId } = await fan.purchase(item.id)
    const query = { payment_intent: paymentIntentId, content_id: item.id }
    const { body } = await fan.call(verifyPurchase, { query })

    const sent = [await fan.send('GET', String(body.content.fileUrl)), await fan.send('GET', '/pdf-reader')]

    for (const { headers } of sent) {
      const policy = String(headers['content-security-policy'])
      expect(policy).toMatch(/^sandbox\b/)
      expect(policy).not.toContain("'self'")
      expect(policy).toContain('http://tips.localhost:4000')
    }
  },
)
