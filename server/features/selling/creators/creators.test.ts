import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { updateProfile } from '../../../../contract/accounts.ts'
import { type CreatorPageSort, getContent } from '../../../../contract/content.ts'
import { getCreator, getCreatorShareCard, listMoreFromCreator } from '../../../../contract/creators.ts'
import { creatorFixture } from '../../../../tests/support/creator-page-fixture.ts'
import { numberedWav } from '../../../../tests/support/wav.ts'

test('a creator’s page has the profile and the published items, newest first', async () => {
  const { w, creator, visitor } = await creatorFixture()
  await creator.publishText({ title: 'First' })
  w.clock.advance(1_000)
  await creator.publishText({ title: 'Second' })
  await creator.publishText({ title: 'Draft', status: 'draft' })

  const { status, body } = await visitor.call(getCreator, { params: { handle: 'MARA' } })

  expect(status).toBe(200)
  expect(body).toMatchObject({
    handle: 'mara',
    name: 'Mara',
    bio: 'Slow music.',
    links: ['https://mara.example', 'https://www.instagram.com/mara'],
  })
  expect(body.items.map(({ title }) => title)).toEqual(['Second', 'First'])
  expect(JSON.stringify(body)).not.toContain('mara@example.com')
})

test('an item with a sample of a recording has it on the creator’s page, others have none', async () => {
  const { w, creator, visitor } = await creatorFixture()
  await creator.publishText({ title: 'Letters', textContent: 'Salt, flour, water.', teaserWords: '2' })
  w.clock.advance(1_000)
  const fields = { kind: 'file', accessType: 'stream', teaserSeconds: '2', teaserStartSecond: '3' }
  const { id } = await creator.publishes(fields, { name: 'song.wav', bytes: numberedWav(20) })
  await w.runTeaserJobs()

  const { body } = await visitor.call(getCreator, { params: { handle: 'mara' } })

  const tipPage = (await visitor.call(getContent, { params: { id } })).body
  expect(body.items.map(({ sample }) => sample)).toEqual([{ kind: 'audio', ...tipPage.teaser?.audio }, null])
})

test('a former handle redirects to its creator and cannot be taken by another', async () => {
  const { w, creator, visitor } = await creatorFixture()
  await creator.call(updateProfile, { body: { firstName: 'Mara', handle: 'mara_v' } })
  const other = await w.creator('otto@example.com')

  const page = await visitor.call(getCreator, { params: { handle: 'mara' } })
  const taken = await other.call(updateProfile, { body: { firstName: 'Otto', handle: 'mara' } })
  const restored = await creator.call(updateProfile, { body: { firstName: 'Mara', handle: 'mara' } })

  expect(page.body.handle).toBe('mara_v')
  expect(taken.status).toBe(409)
  expect(restored.status).toBe(200)
  expect((await visitor.call(getCreator, { params: { handle: 'mara_v' } })).body.handle).toBe('mara')
})

test('an unknown handle and a suspended creator’s get 404', async () => {
  const { w, creator, visitor } = await creatorFixture()
  await w.probe.updateUser(creator.id, { suspendedAt: w.clock.now() })

  expect((await visitor.call(getCreator, { params: { handle: 'mara' } })).status).toBe(404)
  expect((await visitor.call(getCreator, { params: { handle: 'nobody' } })).status).toBe(404)
})

test('a link that is not a web address is rejected at its field', async () => {
  const { creator } = await creatorFixture()

  const { status, body } = await creator.call(updateProfile, {
    body: { firstName: 'Mara', links: 'javascript:alert(1)' },
  })

  expect(status).toBe(400)
  expect(body).toMatchObject({ fields: { links: expect.stringContaining('https://') } })
})

test('an item shows up to three others of its creator', async () => {
  const { creator, visitor } = await creatorFixture()
  const [first] = await Promise.all([creator.publishText({ title: 'One' })])
  await creator.publishText({ title: 'Two' })

  const { body } = await visitor.call(listMoreFromCreator, { params: { id: first.id } })

  expect(body.items.map(({ title }) => title)).toEqual(['Two'])
})

test('a creator’s page is sorted by sales or by price', async () => {
  const { w, creator, visitor } = await creatorFixture()
  for (const [title, price] of [
    ['Cheap', '1.00'],
    ['Expensive', '30.00'],
    ['Middle', '5.00'],
  ] as const) {
    const item = await creator.publishText({ title, price })
    if (title === 'Expensive') await w.visitor().purchase(item.id)
    w.clock.advance(1_000)
  }
  const titles = async (sort?: CreatorPageSort) => {
    const { body } = await visitor.call(getCreator, { params: { handle: 'mara' }, query: { sort } })
    return body.items.map(({ title }) => title)
  }

  expect(await titles()).toEqual(['Middle', 'Expensive', 'Cheap'])
  expect(await titles('popular')).toEqual(['Expensive', 'Middle', 'Cheap'])
  expect(await titles('price-low')).toEqual(['Cheap', 'Middle', 'Expensive'])
})

test('the share image of a creator’s page is rendered once until something on it changes', async () => {
  const { w, creator, visitor } = await creatorFixture()
  const render = vi.spyOn(w.ports.documents, 'creatorCardPng')
  const shareImageUrl = async () =>
    (await visitor.call(getCreator, { params: { handle: 'mara' } })).body.shareImageUrl
  const first = await shareImageUrl()

  const image = await visitor.send('GET', first)
  await visitor.send('GET', first)
  await creator.publishText()
  const second = await shareImageUrl()
  await visitor.send('GET', second)

  expect(image.headers).toMatchObject({
    'content-type': 'image/png',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(await sharp(image.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
  expect(second).not.toBe(first)
  expect(render.mock.calls.map(([card]) => card.itemCount)).toEqual([0, 1])
})

test.each(['mara_vitale', 'm__v', '_mara_'])('the page of @%s has a share image', async (handle) => {
  const { creator, visitor } = await creatorFixture()
  await creator.call(updateProfile, { body: { firstName: 'Mara', handle } })

  const image = await visitor.call(getCreatorShareCard, { params: { handle } })

  expect(image.status).toBe(200)
  expect((await sharp(image.bytes).metadata()).format).toBe('png')
})
