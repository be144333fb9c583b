import { expect, test } from 'vitest'
import { updateProfile } from '../contract/accounts.ts'
import { deleteContent, getContent } from '../contract/content.ts'
import { setContentStatus, updateContent } from '../contract/content-editing.ts'
import { buildUrl } from '../contract/route.ts'
import { getOembed } from '../contract/sharing.ts'
import { nameUnnamedItems } from '../server/features/selling/content/name-item.ts'
import { type CreatorClient, createTestApp, type Visitor } from './support/test-app.ts'

// The renderer of these tests shows the address that it is asked for.
async function maraFixture() {
  const w = await createTestApp()
  const mara = await w.creator()
  const called = (handle: string) => mara.call(updateProfile, { body: { firstName: 'Mara', handle } })
  await called('mara')
  const fan = w.visitor()
  return { w, mara, fan, called, ...askAs(fan) }
}

function askAs(visitor: Visitor) {
  return {
    /** What a path shows or where it moves to. */
    async open(path: string) {
      const { statusCode, headers, payload } = await visitor.send('GET', path)
      return statusCode === 301 ? `to ${headers.location}` : payload
    },
    async addressOf(id: number) {
      return (await visitor.call(getContent, { params: { id } })).body.tipAddress
    },
  }
}

async function rename(creator: CreatorClient, id: number, title: string) {
  const path = buildUrl(updateContent, { params: { id } })
  expect((await creator.form(path, [{ name: 'title', value: title }], updateContent.method)).status).toBe(200)
}

test('an item has a readable address, which shows its page; its number does for good', async () => {
  const { mara, open, addressOf } = await maraFixture()
  const { id } = await mara.publishText({ title: 'Night Ferry' })

  expect(await addressOf(id)).toBe('/@mara/night-ferry')
  expect(await open('/@mara/night-ferry?amount=7.50')).toBe(`/p/${id}?amount=7.50`)
  expect(await open(`/p/${id}`)).toBe(`/p/${id}`)
})

test('other spellings move to the address, with their query', async () => {
  const { mara, open } = await maraFixture()
  await mara.publishText({ title: 'Night Ferry' })

  for (const spelling of [
    '/@Mara/night-ferry',
    '/@mara/Night-Ferry',
    '/@mara/night-ferry/',
    '/@mara/night-ferry).',
    '/@mara/n%69ght-ferry',
  ])
    expect(await open(`${spelling}?code=SPRING&x`)).toBe('to /@mara/night-ferry?code=SPRING&x')
})

test('a redirect is kept by nobody, because a name can come back', async () => {
  const { mara, fan } = await maraFixture()
  await mara.publishText({ title: 'Night Ferry' })

  const { headers } = await fan.send('GET', '/@Mara/night-ferry')

  expect(headers['cache-control']).toBe('private, no-store')
})

test('former titles and handles lead to the present address', async () => {
  const { mara, called, open, addressOf } = await maraFixture()
  const { id } = await mara.publishText({ title: 'Night Ferry' })
  await rename(mara, id, 'Dawn Ferry')
  await called('mara_vitale')
  await rename(mara, id, 'Ночной паром')

  expect(await addressOf(id)).toBe('/@mara_vitale/nochnoy-parom')
  for (const path of ['/@mara/night-ferry', '/@mara_vitale/dawn-ferry', '/@mara/nochnoy-parom'])
    expect(await open(path)).toBe('to /@mara_vitale/nochnoy-parom')

  await rename(mara, id, 'Night Ferry')
  expect(await addressOf(id)).toBe('/@mara_vitale/night-ferry')
  expect(await open('/@mara_vitale/night-ferry')).toBe(`/p/${id}`)
})

test('no item takes a name over before its item is deleted', async () => {
  const { mara, fan, open, addressOf } = await maraFixture()
  const first = await mara.publishText({ title: 'Night Ferry' })
  const second = await mara.publishText({ title: 'Night ferry!' })
  await rename(mara, first.id, 'Dawn')
  const third = await mara.publishText({ title: 'Night Ferry' })
  expect(await addressOf(second.id)).toBe('/@mara/night-ferry-2')
  expect(await addressOf(third.id)).toBe('/@mara/night-ferry-3')

  await mara.call(deleteContent, { params: { id: first.id } })
  expect(await open('/@mara/night-ferry')).toBe('/p/0')
  const fourth = await mara.publishText({ title: 'Night Ferry' })

  expect(await addressOf(fourth.id)).toBe('/@mara/night-ferry')
  expect(await open('/@mara/night-ferry')).toBe(`/p/${fourth.id}`)
  expect((await fan.call(getContent, { params: { id: first.id } })).status).toBe(404)
})

test('items of one title published at once have addresses of their own', async () => {
  const { w, mara, addressOf } = await maraFixture()

  const items = await Promise.all(Array.from({ length: 4 }, () => mara.publishText({ title: 'Loop' })))
  const addresses = await Promise.all(items.map(({ id }) => addressOf(id)))

  expect(new Set(addresses).size).toBe(4)
  expect(addresses.toSorted().slice(0, 2)).toEqual(['/@mara/loop', '/@mara/loop-2'])
  const { rows } = await w.ports.pool.query('select count(*)::int as count from item_addresses')
  expect(rows).toEqual([{ count: 4 }])
})

test('a name is a creator’s own, and nothing shows a stranger that there is a draft', async () => {
  const { w, mara, open } = await maraFixture()
  const otto = await w.creator('otto@example.com')
  await otto.call(updateProfile, { body: { firstName: 'Otto', handle: 'otto' } })
  const item = await mara.publishText({ title: 'Night Ferry' })
  const other = await otto.publishText({ title: 'Night Ferry' })
  expect(await open('/@otto/night-ferry')).toBe(`/p/${other.id}`)
  const draft = await mara.publishText({ title: 'Secret', status: 'draft' })
  const openings = ['/@mara/secret', '/@otto/secret', '/@nobody/night-ferry']

  for (const path of openings) expect(await open(path)).toBe('/p/0')
  await rename(mara, draft.id, 'Open secret')
  await mara.call(setContentStatus, { params: { id: draft.id }, body: { status: 'published' } })
  expect(await open('/@mara/open-secret')).toBe(`/p/${draft.id}`)
  expect(await open('/@mara/secret')).toBe('/p/0')

  // Off sale it shows nothing, not even its new name.
  await mara.call(setContentStatus, { params: { id: item.id }, body: { status: 'draft' } })
  await rename(mara, item.id, 'Surprise')
  for (const path of ['/@mara/night-ferry', '/@mara/surprise']) expect(await open(path)).toBe('/p/0')
})

test('without a handle the address is the number, until there is one', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await mara.call(updateProfile, { body: { firstName: 'Mara', handle: '' } })
  const { open, addressOf } = askAs(w.visitor())
  const { id } = await mara.publishText({ title: 'Dusk' })
  expect(await addressOf(id)).toBe(`/p/${id}`)

  await mara.call(updateProfile, { body: { firstName: 'Mara', handle: 'mara' } })

  expect(await open('/@mara/dusk')).toBe(`/p/${id}`)
})

test('what no item can be called is not found, also where links to embed are looked up', async () => {
  const { w, fan, open } = await maraFixture()
  const embeds = (name: string) =>
    fan.call(getOembed, { query: { url: `${w.ports.config.publicUrl}/@mara/${name}`, format: 'json' } })

  for (const name of ['a%25b', '%F0%9F%8E%B6', '..%2F..%2Fetc', 'a'.repeat(400)]) {
    expect(await open(`/@mara/${name}`), name).toBe('/p/0')
    expect((await embeds(name)).status, name).toBe(404)
  }
  for (const name of ['a%00b', '%00', '%', '%ED%A0%80']) {
    expect((await fan.send('GET', `/@mara/${name}`)).statusCode, name).toBeLessThan(500)
    expect((await embeds(name)).status, name).toBe(404)
  }
})

test('reserved names and files below a handle stay free', async () => {
  const { mara, fan, open, addressOf } = await maraFixture()
  const { id } = await mara.publishText({ title: 'Posts' })
  const card = await mara.publishText({ title: 'card.png' })

  expect(await addressOf(id)).toBe('/@mara/posts-2')
  expect(await open('/@mara/posts')).toBe('/p/0')
  expect(await addressOf(card.id)).toBe('/@mara/card-png')
  expect((await fan.send('GET', '/@mara/card.png')).headers['content-type']).toBe('image/png')
})

test('items from before addresses are named by the sweep', async () => {
  const { w, mara, open } = await maraFixture()
  const { id } = await mara.publishText({ title: 'Dusk' })
  await w.ports.pool.query('update content_items set slug = null')
  await w.ports.pool.query('delete from item_addresses')

  await nameUnnamedItems(w.ports)

  expect(await open('/@mara/dusk')).toBe(`/p/${id}`)
})
