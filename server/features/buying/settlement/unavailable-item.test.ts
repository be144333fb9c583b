import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createBundle } from '../../../../contract/bundles.ts'
import { getContent } from '../../../../contract/content.ts'
import { createPaymentIntent } from '../../../../contract/purchases.ts'
import { partsFixture } from '../../../../tests/support/parts-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { contentParts, files } from '../../../db/schema/index.ts'

/** An album of two tracks and a recipe, in a bundle with a text. The file of the first track can be lost. */
async function albumInBundle() {
  const { w, mara, file, create, sells } = await partsFixture()
  const parts = [await file('Dusk.wav'), await file('Dawn.wav'), { kind: 'text' as const, text: 'Salt.' }]
  const { body: album } = await create(parts)
  const book = await mara.publishText({ title: 'The little book', price: '9.00' })
  const { body: bundle } = await mara.call(createBundle, {
    body: {
      status: 'published',
      title: 'Both',
      description: '',
      pricingModel: 'fixed',
      price: '15.00',
      items: [album.id, book.id],
      offersCompletion: true,
    },
  })
  await w.runPeriodicTasks()
  const [row] = await w.db
    .select({ key: files.key })
    .from(contentParts)
    .innerJoin(files, eq(files.id, contentParts.fileId))
    .where(and(eq(contentParts.contentId, album.id), isNotNull(contentParts.position)))
    .orderBy(contentParts.position)
  const key = row?.key ?? ''
  const shown = async (id: number) => (await w.visitor().call(getContent, { params: { id } })).body
  return {
    w,
    album,
    bundle,
    shown,
    sells,
    lose: () => rm(join(w.dataDir, 'files', key)),
    putBack: () =>
      w.ports.fileStore.put(key, Readable.from([Buffer.from('bytes of Dusk.wav')]), { maxBytes: 1_000 }),
    async sweeps() {
      for (let round = 0; round < 3; round++) {
        await w.runPeriodicTasks()
        w.clock.advance(30_000)
      }
    },
  }
}

test('a part that is missing is in no list or count, and neither its item nor a bundle of it can be bought', async () => {
  const { w, album, bundle, shown, sells, lose, putBack, sweeps } = await albumInBundle()
  await sells(album.id)
  const whole = await shown(album.id)
  await lose()

  await sweeps()
  await sweeps()

  expect(whole).toMatchObject({ isUnavailable: false, partCounts: { file: 2, text: 1 } })
  const missing = await shown(album.id)
  expect(missing).toMatchObject({ isUnavailable: true, partCounts: { file: 1, text: 1 } })
  expect(missing.parts.map(({ name }) => name)).toEqual(['Dawn.wav', ''])
  expect(missing.totalSize).toBe(whole.totalSize - 'bytes of Dusk.wav'.length)
  expect(await shown(bundle.id)).toMatchObject({ isUnavailable: true })
  for (const contentId of [album.id, bundle.id])
    expect((await w.visitor().call(createPaymentIntent, { body: { contentId } })).status).toBe(503)
  const told = (await sentEmailsTo(w, 'mara@example.com')).map(({ subject }) => subject)
  expect(told.filter((subject) => subject.includes('is missing'))).toHaveLength(1)
  expect((await w.probe.openAlerts()).filter((kind) => kind === 'file-missing')).toHaveLength(1)

  await putBack()
  w.clock.advance(61 * 60_000)
  await sweeps()

  expect(await shown(album.id)).toEqual(expect.objectContaining({ isUnavailable: false, parts: whole.parts }))
  expect(await shown(bundle.id)).toMatchObject({ isUnavailable: false })
  expect((await w.visitor().starts(bundle.id)).amount).toBe('15.00')
})

test('an item whose only part is missing keeps what its page says of it', async () => {
  const { w, album, shown, sells, lose, sweeps } = await albumInBundle()
  await w.db
    .delete(contentParts)
    .where(and(eq(contentParts.contentId, album.id), eq(contentParts.kind, 'text')))
  await w.db
    .delete(contentParts)
    .where(and(eq(contentParts.contentId, album.id), eq(contentParts.position, 2)))
  const whole = await shown(album.id)
  await sells(album.id)
  await lose()

  await sweeps()

  expect(await shown(album.id)).toMatchObject({ isUnavailable: true, parts: whole.parts })
})
