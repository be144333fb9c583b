import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  exportLicenseKeys,
  getLicenseSettings,
  listSaleLicenses,
  replaceLicense,
  revokeLicense,
  setLicenseSettings,
} from '../../../../contract/licenses.ts'
import { getAccess } from '../../../../contract/purchases.ts'
import { bundleFixture } from '../../../../tests/support/bundle-fixture.ts'
import { postForm } from '../../../../tests/support/free-fixture.ts'
import { licenseFixture } from '../../../../tests/support/license-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { checkouts, licenseActivations, licenses } from '../../../db/schema/index.ts'
import { eraseAddress } from '../../operating/privacy/repository.ts'

const dayMs = 24 * 3_600_000
const settings = { isOn: true, mode: 'made' as const, prefix: 'TIDE', maxDevices: 3, validDays: null }

test('a key is on the page and in the email of its sale, and valid at once', async () => {
  const f = await licenseFixture()
  const sale = await f.buys()

  const [email] = (await sentEmailsTo(f.w, 'fan@example.com')).filter(({ text }) => text.includes(sale.token))

  expect(await sale.cards()).toMatchObject([
    {
      itemId: f.item.id,
      title: 'Tidewater',
      state: 'active',
      key: sale.key,
      deviceCount: 0,
      canReplace: true,
    },
  ])
  expect(email?.text).toContain(sale.key)
  expect((await f.validate(sale.key)).body.valid).toBe(true)
})

test('a plain item has no keys and its checkout no extras', async () => {
  const f = await licenseFixture()
  const plain = await f.mara.publishFile({ title: 'Karst', price: '5.00' })
  const sale = await f.buys(f.w.visitor(), plain.id)

  const rows = await f.w.db.select().from(checkouts).where(eq(checkouts.contentId, plain.id))

  expect(await sale.cards()).toEqual([])
  expect(rows).toMatchObject([{ hasExtras: false }])
})

test('who bought before keys were turned on gets one by the button', async () => {
  const f = await licenseFixture()
  await f.mara.call(setLicenseSettings, { params: { id: f.item.id }, body: { ...settings, isOn: false } })
  const sale = await f.buys()
  const none = await sale.cards()

  await f.turnOn()
  const offered = await sale.cards()
  const answers = await Promise.all([sale.newKey(), sale.newKey()])
  const [card] = await sale.cards()

  expect(none).toEqual([])
  expect(offered).toMatchObject([{ state: 'none', key: null }])
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  expect(card).toMatchObject({ state: 'active', key: expect.stringMatching(/^TIDE-/) })
  expect((await f.validate(card?.key ?? '')).body.valid).toBe(true)
})

test('keys of buyers go on working when they are turned off', async () => {
  const f = await licenseFixture()
  const { key, cards } = await f.buys()

  await f.mara.call(setLicenseSettings, { params: { id: f.item.id }, body: { ...settings, isOn: false } })

  expect((await f.validate(key)).body.valid).toBe(true)
  expect(await cards()).toMatchObject([{ key }])
})

test('a new key ends the old one at the next call, keeps the devices, and comes once a day', async () => {
  const f = await licenseFixture()
  const sale = await f.buys()
  await f.activate(sale.key, 'mac')

  const first = await sale.newKey()
  const [card] = await sale.cards()
  const tooSoon = await sale.newKey()
  f.w.clock.advance(dayMs)
  const nextDay = await sale.newKey()

  expect(first).toMatchObject({ path: `/access/${sale.token}`, query: { license: 'new' } })
  expect((await f.validate(sale.key)).status).toBe(404)
  expect(card).toMatchObject({ deviceCount: 1, canReplace: false })
  expect(card?.key).not.toBe(sale.key)
  expect(tooSoon.query).toEqual({ license: 'rate_limited' })
  expect(nextDay.query).toEqual({ license: 'new' })
  const [last] = await sale.cards()
  expect((await f.validate(last?.key ?? '', { fingerprint: 'mac' })).body.valid).toBe(true)
})

test('a buyer releases a device, only their own', async () => {
  const f = await licenseFixture()
  const [sale, other] = [await f.buys(), await f.buys()]
  await f.activate(sale.key, 'mac')
  const [card] = await sale.cards()
  const device = card?.devices[0]?.id ?? 0

  const stranger = await other.releases(device)
  const stillThere = await sale.cards()
  const owner = await sale.releases(device)

  expect(card?.devices).toMatchObject([{ label: 'Device mac' }])
  expect(stranger.query).toEqual({ license: 'conflict' })
  expect(stillThere).toMatchObject([{ deviceCount: 1 }])
  expect(owner.query).toEqual({ license: 'released' })
  expect(await sale.cards()).toMatchObject([{ deviceCount: 0, releasesLeft: 9 }])
})

test('a creator revokes a key and gives a new one, and the buyer is told why', async () => {
  const f = await licenseFixture()
  const sale = await f.buys()
  const jonas = await f.w.creator('jonas@example.com')
  const {
    body: [sold],
  } = await f.mara.call(listSaleLicenses, { params: { id: sale.orderNumber } })
  const params = { id: sold?.id ?? 0 }

  const foreign = await jonas.call(revokeLicense, { params, body: { reason: 'x' } })
  const revoked = await f.mara.call(revokeLicense, { params, body: { reason: 'It was posted in a forum.' } })
  const dead = await f.validate(sale.key)
  const cards = await sale.cards()
  const refused = await sale.newKey()
  const ended = await sentEmailsTo(f.w, 'fan@example.com')
  const replaced = await f.mara.call(replaceLicense, {
    params,
    body: { reason: 'Sorry, that was a mistake.' },
  })
  const key = replaced.body[0]?.key ?? ''

  expect([foreign.status, sold?.key]).toEqual([404, sale.key])
  expect(revoked.body).toMatchObject([{ revocationReason: 'It was posted in a forum.' }])
  expect(dead.status).toBe(404)
  expect(cards).toMatchObject([
    { state: 'revoked', key: null, revocationReason: 'It was posted in a forum.' },
  ])
  expect(refused.query).toEqual({ license: 'conflict' })
  const mails = await sentEmailsTo(f.w, 'fan@example.com')
  expect(ended.some(({ text }) => text.includes('It was posted in a forum.'))).toBe(true)
  expect(mails.some(({ text }) => text.includes(key) && text.includes('Sorry, that was a mistake.'))).toBe(
    true,
  )
  expect((await f.validate(key)).body.valid).toBe(true)
})

test('a bundle gives the key of each of its items that has keys', async () => {
  const { w, mara, ferry, bundle } = await bundleFixture()
  const f = { w, mara }
  const call = { params: { id: ferry.id }, body: settings }
  await f.mara.call(setLicenseSettings, call)
  const fan = w.visitor()
  await fan.purchase(bundle.id, { email: 'fan@example.com' })
  const [email] = await sentEmailsTo(w, 'fan@example.com')
  const token = /\/access\/([\w-]{43})/.exec(email?.text ?? '')?.[1] ?? ''

  const { body } = await fan.call(getAccess, { params: { token } })
  const refused = await mara.call(setLicenseSettings, { params: { id: bundle.id }, body: settings })

  expect(body.licenses).toMatchObject([{ itemId: ferry.id, title: 'Night Ferry', state: 'active' }])
  expect(email?.text).toContain(body.licenses[0]?.key)
  expect(refused.status).toBe(409)
})

test('who gets an item free gets its key too', async () => {
  const f = await licenseFixture()
  const gift = await f.mara.publishText({ title: 'Presets', pricingModel: 'free', price: '' })
  await f.turnOn(gift.id)
  const fan = f.w.visitor()

  const { token } = await postForm(fan, `/p/${gift.id}`)
  const { body } = await fan.call(getAccess, { params: { token } })

  expect(body.licenses).toMatchObject([{ state: 'active' }])
  expect((await f.validate(body.licenses[0]?.key ?? '', { itemId: gift.id })).body.valid).toBe(true)
})

test('the number of devices counts for keys that buyers have', async () => {
  const f = await licenseFixture({ keys: { maxDevices: 1 } })
  const { key } = await f.buys()
  await f.activate(key, 'mac')

  await f.turnOn(f.item.id, { maxDevices: 2 })
  const second = await f.activate(key, 'pc')
  const { body } = await f.mara.call(getLicenseSettings, { params: { id: f.item.id } })

  expect(second.body.activations).toEqual({ used: 2, max: 2 })
  expect(body.counts).toEqual({ issued: 1, devices: 2, revoked: 0 })
})

test('the keys of an item are exported as CSV', async () => {
  const f = await licenseFixture()
  const { key, orderNumber } = await f.buys()

  const { body } = await f.mara.call(exportLicenseKeys, { params: { id: f.item.id } })

  expect(body).toContain(`${key},${orderNumber},`)
})

test('the erasure of a buyer forgets their devices and leaves the key', async () => {
  const f = await licenseFixture()
  const { key } = await f.buys()
  await f.activate(key, 'mac')

  await f.w.db.transaction((tx) => eraseAddress(tx, 'fan@example.com', new Date(0)))

  expect(await f.w.db.$count(licenseActivations)).toBe(0)
  expect(await f.w.db.$count(licenses)).toBe(1)
  expect((await f.validate(key)).body.valid).toBe(true)
})

test('released devices are deleted after 30 days', async () => {
  const f = await licenseFixture()
  const { key } = await f.buys()
  await f.activate(key, 'mac')
  await f.release(key, 'mac')

  f.w.clock.advance(31 * dayMs)
  await f.w.runPeriodicTasks()

  expect(await f.w.db.$count(licenseActivations)).toBe(0)
})
