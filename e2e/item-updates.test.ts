import { openCreator } from './fixtures/accounts.ts'
import { buy, publish } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
let mara: Visitor

test.beforeAll(async () => {
  mara = await openCreator(site)
})

test('a creator tells buyers what is new, by their page and one email, which one of them stops', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = mara
  const file = { name: 'booklet.bin', bytes: Buffer.from('first edition') }
  const id = await publish(page, { title: 'Night Ferry', price: '5.00', file })
  const fan = await site.newVisitor({ width: 390 })
  const link = await buy(fan.page, id, { email: 'priya@example.com' })
  await buy((await site.newVisitor()).page, id, { email: 'sam@example.com' })

  await page.goto(`/edit/${id}`)
  await page.getByLabel('Title').fill('Night Ferry, six songs')
  await expect(page.getByLabel('What’s new?')).toHaveCount(0)
  const second = { name: 'booklet.bin', mimeType: 'application/octet-stream', buffer: Buffer.from('second') }
  await page.locator('input[type=file]').first().setInputFiles(second)
  await page.getByLabel('What’s new?').fill('The booklet has the lyrics now.')
  const box = page.getByRole('checkbox', { name: 'Email the 2 people who bought this' })
  await expect(box).not.toBeChecked()
  await box.check()
  await page.getByRole('button', { name: 'Save and email 2' }).click()
  await page.getByText('Changes saved').first().waitFor()

  await fan.page.goto(link)
  const news = fan.page.getByRole('region', { name: 'What’s new' })
  await expect(news).toContainText('The booklet has the lyrics now.')
  await expect(news.getByText('All changes')).toHaveCount(0)

  const mail = page.getByRole('link', { name: /What’s new in Night Ferry, six songs.*priya@example\.com/ })
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(mail).toHaveCount(1, { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await mail.click()
  await expect(page.getByText('The booklet has the lyrics now.').first()).toBeVisible()
  const stop = await page.getByRole('link', { name: /^Stop updates of/ }).getAttribute('href')

  await fan.page.goto(stop ?? '')
  await expect(
    fan.page.getByRole('heading', { name: 'Stop updates of Night Ferry, six songs?' }),
  ).toBeVisible()
  await fan.page.getByRole('button', { name: 'Stop updates' }).click()
  await expect(fan.page.getByRole('heading', { name: 'You’ve stopped these updates' })).toBeVisible()
  await expect(fan.page.getByRole('button', { name: 'Get updates again' })).toBeVisible()

  await page.goto(`/edit/${id}`)
  await page.locator('input[type=file]').first().setInputFiles(second)
  await expect(page.getByRole('checkbox', { name: 'Email the person who bought this' })).toBeDisabled()
  await expect(
    page.getByText(/^You emailed them today\. The next update can go out tomorrow at /),
  ).toBeVisible()
  await page.getByLabel('What’s new?').fill('And the chords.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Changes saved').first().waitFor()
  await fan.page.goto(link)
  await expect(news.getByRole('listitem')).toHaveText([
    /And the chords\./,
    /The booklet has the lyrics now\./,
  ])
  expect([...pageErrors, ...fan.pageErrors]).toEqual([])
})

test('with four notes the newest three are shown, and all at a press, without a script', {
  tag: '@long',
}, async () => {
  const id = await publish(mara.page, { kind: 'Text', title: 'Tides', price: '5.00', text: 'Salt.' })
  const fan = await site.newVisitor()
  const link = await buy(fan.page, id)
  for (const notes of ['First', 'Second', 'Third', 'Fourth'])
    await mara.page.request.post(`/api/content/${id}/versions`, { data: { notes } })
  const { page } = await site.newVisitor({ javaScript: false })

  await page.goto(link)

  const news = page.getByRole('region', { name: 'What’s new' })
  await expect(news.getByText('First')).toBeHidden()
  for (const notes of ['Second', 'Third', 'Fourth']) await expect(news.getByText(notes)).toBeVisible()
  await news.getByText('All changes').click()
  await expect(news.getByText('First')).toBeVisible()
})
