import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { updateProfile } from '../../../../contract/accounts.ts'
import { setPhoto } from '../../../../contract/settings.ts'
import { preview, previewImageFixture, solidImage } from '../../../../tests/support/preview-image-fixture.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { contentItems, deliveries, users } from '../../../db/schema/index.ts'
import type { EmailData } from '../../telling/deliveries/deliveries.ts'
import { renderEmail } from '../../telling/email/layout.tsx'
import { purchaseEmails } from '../refunds/purchase-emails.ts'

async function accessEmail(w: TestApp) {
  const [row] = await w.db.select().from(deliveries).where(eq(deliveries.kind, 'purchase_access'))
  if (!row) throw new Error('No email is stored')
  const { id, target: to, createdAt } = row
  const data = row.data as EmailData['purchase_access']
  const email = await purchaseEmails.purchase_access(w.ports, {
    id,
    kind: 'purchase_access',
    to,
    data,
    createdAt,
  })
  return email && renderEmail(email)
}

test('the access email names the creator, the item, the sum and the card, and links to the receipt, the refund form and help', async () => {
  const { w, creator, publish } = await previewImageFixture()
  await creator.call(updateProfile, { body: { firstName: 'Mara', handle: 'mara' } })
  const { body } = await publish(preview('a.png', await sharp(solidImage).png().toBuffer()))
  await w.visitor().purchase(body.id)

  const email = await accessEmail(w)

  expect(email).toMatchObject({ subject: 'Harbour is yours', senderName: 'Mara via Tipdrop' })
  expect(email?.text).toMatch(/Harbour: \$10\.00\nTotal, Visa ••4242: \$10\.00/)
  expect(email?.text).toMatch(/Order \d+ · Mar 1, 2026\nReceipt 2026-000001: http\S+\/receipt\n/)
  expect(email?.text).toMatch(/Open Harbour: http\S+\/access\/[\w-]{43}\n/)
  expect(email?.text).toMatch(/Request a refund: http\S+\/refund\n/)
  expect(email?.text).toMatch(
    /You got this email because you bought Harbour on Tipdrop\. .*\nSomething wrong\?: http\S+\/feedback$/m,
  )
  const [, cover = ''] = /<img src="([^"]+)" alt="Harbour"/.exec(email?.html ?? '') ?? []
  const path = cover.replaceAll('&amp;', '&').slice(w.ports.config.publicUrl.length)
  expect((await w.visitor().send('GET', path)).headers['content-type']).toBe('image/jpeg')
})

test('the note of the creator’s settings is in the access email of an item without one', async () => {
  const { w, publish } = await previewImageFixture()
  const { body } = await publish(preview('a.png', await sharp(solidImage).png().toBuffer()))
  await w.db.update(users).set({ firstName: 'Mara', defaultThankYouNote: 'Made with care.' })
  await w.visitor().purchase(body.id)

  expect((await accessEmail(w))?.text).toContain('A note from Mara\nMade with care.')
})

test('the creator’s note is in the access email, and other sites may show every picture in it', async () => {
  const { w, creator, publish } = await previewImageFixture()
  const picture = await sharp(solidImage).png().toBuffer()
  await creator.form(setPhoto.path, [{ name: 'photo', fileName: 'me.png', bytes: picture }])
  await creator.call(updateProfile, { body: { firstName: 'Mara' } })
  const { body } = await publish(preview('a.png', picture))
  await w.db.update(contentItems).set({ thankYouNote: 'Start with the third one.' })
  await w.visitor().purchase(body.id)

  const email = await accessEmail(w)

  expect(email?.text).toContain('A note from Mara\nStart with the third one.')
  const pictures = [...(email?.html ?? '').matchAll(/<img src="([^"]+)"/g)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&').slice(w.ports.config.publicUrl.length),
  )
  expect(pictures).toHaveLength(2)
  for (const path of pictures) {
    const { headers } = await w.visitor().send('GET', path)
    expect(headers, path).toMatchObject({
      'content-type': expect.stringMatching(/^image\//),
      'cross-origin-resource-policy': 'cross-origin',
    })
  }
})

test('the access email of an item without an image has its pond, which other sites may show', async () => {
  const { w } = await previewImageFixture()
  const item = await (await w.creator()).publishText()
  await w.visitor().purchase(item.id)

  const email = await accessEmail(w)

  const [, pond = ''] = /<img src="([^"]+)"/.exec(email?.html ?? '') ?? []
  expect(pond).toBe(`${w.ports.config.publicUrl}/p/${item.id}/pond.jpg?v=${/v=(.*)/.exec(pond)?.[1]}`)
  expect((await w.visitor().send('GET', `/p/${item.id}/pond.jpg`)).headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cross-origin-resource-policy': 'cross-origin',
  })
  // Mail programs load no files ahead.
  expect(email?.html).not.toContain('<link')
})

test.for([
  ['\u202Etroppu\u200BS', 'troppuS via Tipdrop'],
  ['Tipdrop Support', undefined],
  ['security@example.com', undefined],
])(
  'the sender of an email to the buyer of a creator from before the rule for names, %j, is %j',
  async ([firstName, senderName]) => {
    const w = await createTestApp()
    const item = await (await w.creator()).publishText()
    await w.db.update(users).set({ firstName })
    await w.visitor().purchase(item.id)

    expect((await accessEmail(w))?.senderName).toBe(senderName)
  },
)
