import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getFreeLink } from '../../../../contract/free.ts'
import { getAccount } from '../../../../contract/settings.ts'
import { checkLedger } from '../../../../tests/support/check-ledger.ts'
import { freeFixture, openAccess, postForm } from '../../../../tests/support/free-fixture.ts'
import { contentItems, domainEvents } from '../../../db/schema/index.ts'

const hourMs = 3_600_000
const sam = 'sam.ortiz@example.com'

async function askingFixture() {
  const fixture = await freeFixture({ asksForEmail: 'true' })
  const { w, item, mara, inbox } = fixture
  const ask = (email: string) => postForm(w.visitor(), `/p/${item.id}/free-link`, { email })
  const tokens = async (email = sam) =>
    (await inbox(email)).map(({ text }) => /\/free\/(\S+)/.exec(text)?.[1] ?? '')
  return {
    ...fixture,
    ask,
    tokens,
    press: (token: string, who = w.visitor()) => postForm(who, `/free/${token}`),
    followers: async () => (await mara.call(getAccount)).body.followerCount,
  }
}

test('the link comes by email only, and takes nothing before it is pressed', async () => {
  const { w, item, get, ask, tokens, followers } = await askingFixture()

  const direct = await get(w.visitor())
  const asked = await ask(sam)
  const [token = ''] = await tokens()
  const link = await w.visitor().call(getFreeLink, { params: { token } })

  expect([direct.path, direct.query.problem]).toEqual([`/p/${item.id}`, 'free_email'])
  expect([asked.status, asked.path, asked.query]).toEqual([303, `/p/${item.id}/check-email`, { email: sam }])
  expect(link.body).toMatchObject({ title: 'Three dusk presets', contentId: item.id })
  expect(await w.probe.purchases()).toEqual([])
  expect(await followers()).toBe(0)
})

test('a press confirms the address, gives the item, and follows its creator', async () => {
  const { w, ask, tokens, press, followers } = await askingFixture()
  await ask(sam)
  const [token = ''] = await tokens()
  const fan = w.visitor()

  const opened = await press(token, fan)

  expect(opened.path).toMatch(/^\/access\//)
  expect((await openAccess(fan, opened.token)).body.purchase).toMatchObject({ amount: '0.00', email: sam })
  expect(await followers()).toBe(1)
  expect(
    await w.db.select().from(domainEvents).where(eq(domainEvents.type, 'follower.confirmed')),
  ).toHaveLength(1)
  expect(await tokens()).toHaveLength(1)
  expect(await checkLedger(w)).toEqual([])
})

test('presses at once, later ones and other links of the address open the same', async () => {
  const { w, ask, tokens, press } = await askingFixture()
  await ask(sam)
  await ask(sam.toUpperCase())
  const [token = ''] = await tokens()
  const [other = ''] = await tokens(sam.toUpperCase())

  const presses = await Promise.all([press(token), press(token), press(token), press(other || token)])
  w.clock.advance(48 * hourMs)
  const late = await press(token)

  expect(new Set([...presses, late].map(({ path }) => path)).size).toBe(1)
  expect(late.path).toMatch(/^\/access\//)
  expect(await w.probe.purchases()).toHaveLength(1)
})

test('a link that was not pressed ends after 24 hours', async () => {
  const { w, ask, tokens, press } = await askingFixture()
  await ask(sam)
  const [token = ''] = await tokens()

  w.clock.advance(24 * hourMs)

  expect((await w.visitor().call(getFreeLink, { params: { token } })).status).toBe(404)
  expect((await press(token)).query.problem).toBe('not_found')
  expect(await w.probe.purchases()).toEqual([])
})

test.each(['', 'x', 'a.b.c', 'AAAA.BBBB.CCCC', '..', '%00', 'x'.repeat(3_000)])(
  'the link %j opens nothing',
  async (token) => {
    const { w } = await askingFixture()

    const answer = await w.visitor().send('GET', `/api/free-link/${encodeURIComponent(token)}`)

    expect([400, 404, 414]).toContain(answer.statusCode)
    expect(await w.probe.purchases()).toEqual([])
  },
)

test('a link opens nothing of an item that costs money now or is gone', async () => {
  const { w, item, edit, ask, tokens, press } = await askingFixture()
  await ask(sam)
  const [token = ''] = await tokens()

  await edit({ pricingModel: 'fixed', price: '5.00' })
  const paid = await press(token)
  await w.db.update(contentItems).set({ deletedAt: w.clock.now() }).where(eq(contentItems.id, item.id))
  const gone = await press(token)

  expect([paid.query.problem, gone.query.problem]).toEqual(['conflict', 'not_found'])
  expect(await w.probe.purchases()).toEqual([])
})

test.each([
  '',
  'sam',
  'a@b',
  'two@example.com, three@example.com',
  `${'x'.repeat(300)}@example.com`,
  'a b@example.com',
])('the address %j is refused and sent nothing', async (email) => {
  const { w, item, ask } = await askingFixture()
  const before = (await w.mailbox.list()).length

  const answer = await ask(email)
  await w.runJobs()

  expect([answer.path, answer.query.problem]).toEqual([`/p/${item.id}`, 'free_email'])
  expect(await w.mailbox.list()).toHaveLength(before)
})

test('one address gets at most five links an hour', async () => {
  const { ask, tokens } = await askingFixture()

  for (let count = 0; count < 5; count++) await ask(sam)
  const sixth = await ask(sam)

  expect(sixth.query.problem).toBe('rate_limited')
  expect(await tokens()).toHaveLength(5)
})

test('an item that asks for no email sends no link', async () => {
  const { w, item, mara, edit, ask } = await askingFixture()
  await edit({ asksForEmail: 'false' })

  const answer = await ask(sam)

  expect([answer.path, answer.query.problem]).toEqual([`/p/${item.id}`, 'conflict'])
  expect((await mara.call(getAccount)).body.followerCount).toBe(0)
  expect(await w.probe.purchases()).toEqual([])
})
