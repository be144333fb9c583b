import PdfDocument from 'pdfkit'
import { updateProfile } from '../contract/accounts.ts'
import { buy, payAndLeave, publish, signIn } from './fixtures/actions.ts'
import { silentWav } from './fixtures/media.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()

test('a buyer reads a bought PDF in the page, in a frame without an origin', {
  tag: '@firefox',
}, async () => {
  const creator = await site.newVisitor()
  await signIn(creator.page, { email: 'mara@example.com', name: 'Mara' })
  const file = { name: 'light.pdf', bytes: await threePages() }
  const id = await publish(creator.page, { title: 'Light', price: '5.00', access: 'View', file })
  const { page, pageErrors } = await site.newVisitor({ width: 360 })

  await page.goto(await buy(page, id))

  const reader = page.frameLocator('iframe[title="Light, pages"]')
  await expect(reader.getByText('Page 1 of 3')).toBeVisible()
  await expect(reader.getByText('Chapter 1')).toBeAttached()
  await reader.getByRole('button', { name: 'Next page' }).click()
  await expect(reader.getByText('Chapter 2')).toBeAttached()
  expect(await reader.locator('body').evaluate(() => self.origin)).toBe('null')
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible()
  expect(pageErrors).toEqual([])
})

test('the success page is a ticket to share, and stays when the file’s own address fails', async () => {
  const creator = await site.newVisitor()
  await signIn(creator.page, { email: 'otto@example.com', name: 'Otto' })
  const file = { name: 'loops.zip', bytes: Buffer.from('the very bytes') }
  const id = await publish(creator.page, { title: 'Loops', price: '5.00', file })
  const { page } = await site.newVisitor({ width: 390 })
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'canShare'))
  const access = await buy(page, id)
  await page.route('**/file?as=attachment', (route) => route.fulfill({ status: 500, body: 'broken' }))

  await expect(page.getByRole('heading', { name: 'Payment Successful!', level: 1 })).toBeVisible()
  await expect(page.getByText('$5.00 for Loops.')).toBeVisible()
  const ticket = page.getByRole('region', { name: 'Your ticket' })
  await expect(ticket).toContainText(/You’re number.*1.*behind Loops/)
  await page.getByRole('link', { name: 'Share my ticket' }).click()
  const sheet = page.getByRole('dialog', { name: 'Share my ticket' })
  await expect(sheet.getByRole('img', { name: 'I’m number 1 behind Loops by Otto' })).toBeVisible()
  expect(await sheet.locator('img').evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(1200)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Download' }).first().click()
  await expect(page.getByText('There was an error downloading your file.').first()).toBeVisible()

  await page.goto(access)
  await expect(page.getByRole('heading', { name: 'Loops', level: 1 })).toBeVisible()
  await expect(ticket).toContainText(/You’re number.*1.*behind Loops/)
})

test('a recording that is sold as a download is played on its page, and only opened by that', {
  tag: '@long',
}, async () => {
  const creator = await site.newVisitor()
  await signIn(creator.page, { email: 'ines@example.com', name: 'Ines' })
  const file = { name: 'Slack water.wav', bytes: silentWav(20) }
  const id = await publish(creator.page, { title: 'Slack water', price: '5.00', file })
  const { page, pageErrors } = await site.newVisitor({ width: 390 })
  const access = await buy(page, id)
  const files: Array<string> = []
  page.on('request', (request) => {
    if (request.url().includes('as=inline')) files.push(request.url())
  })

  await page.goto(access)
  await page.waitForLoadState('networkidle')
  expect(files).toEqual([])
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible()
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.poll(() => files.length).toBeGreaterThan(0)
  const position = page.getByRole('slider', { name: 'Position in Slack water' })
  await position.fill('12')
  await expect(position).toHaveAttribute('aria-valuetext', /^0:1\d of 0:20$/)
  expect(pageErrors).toEqual([])
})

test('after paying, a buyer shares the item and follows its creator', { tag: '@long' }, async () => {
  const creator = await site.newVisitor()
  await signIn(creator.page, { email: 'lena@example.com', name: 'Lena' })
  await creator.page.request.patch(updateProfile.path, { data: { firstName: 'Lena', handle: 'lena' } })
  const id = await publish(creator.page, {
    kind: 'Text',
    title: 'Tides',
    price: '5.00',
    text: 'Twice a day.',
  })
  const { page, pageErrors } = await site.newVisitor({ width: 360 })
  const shared: Array<unknown> = []
  await page.exposeFunction('recordShare', (data: unknown) => shared.push(data))
  await page.addInitScript(() => {
    Object.assign(navigator, { share: (data: ShareData) => Reflect.get(self, 'recordShare')(data) })
  })

  await buy(page, id, { email: 'ana@example.com' })
  await page.getByRole('button', { name: 'Share' }).click()

  await expect.poll(() => shared).toEqual([{ title: 'Tides', url: site.url('/@lena/tides') }])
  await expect(page.getByRole('button', { name: /^Buy again for / })).toBeVisible()
  await expect(page.getByText('At ana@example.com. One click ends it.')).toBeVisible()
  await page.getByRole('button', { name: 'Follow Lena by email' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await expect(page).toHaveURL(/\/@lena\?follow=sent/)
  expect(pageErrors).toEqual([])
})

test('where a browser has no share sheet, Share copies the tip link', { tag: '@long' }, async () => {
  const creator = await site.newVisitor()
  await signIn(creator.page, { email: 'nils@example.com', name: 'Nils' })
  const id = await publish(creator.page, {
    kind: 'Text',
    title: 'Tides',
    price: '5.00',
    text: 'Twice a day.',
  })
  const { page, context } = await site.newVisitor()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))

  await page.goto(await buy(page, id))
  await page.getByRole('button', { name: 'Share' }).click()

  await expect(page.getByText('Link copied!').first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(site.url(`/p/${id}`))
})

async function threePages(): Promise<Buffer> {
  const pdf = new PdfDocument({ size: 'A5' })
  for (const chapter of [1, 2, 3]) {
    if (chapter > 1) pdf.addPage()
    pdf.text(`Chapter ${chapter}`, 60, 60)
  }
  pdf.end()
  return Buffer.concat(await pdf.toArray())
}

test('a text is opened from the email by a button, and the paying browser can forget it', async () => {
  const creator = await site.newVisitor()
  await signIn(creator.page, { email: 'mara@example.com', name: 'Mara' })
  const text = 'Salt and flour.'
  const id = await publish(creator.page, { kind: 'Text', title: 'Thaw', price: '5.00', text })
  const { page } = await site.newVisitor({ width: 390 })
  const accessUrl = await payAndLeave(page, id)
  const { page: other } = await site.newVisitor({ width: 390, javaScript: false })

  await other.goto(accessUrl)
  await expect(other.getByText('Your text is ready')).toBeVisible()
  expect(await other.content()).not.toContain('Salt and flour.')
  expect(await other.content()).not.toContain('anna@example.com')
  await other.getByRole('button', { name: 'Show the text' }).click()
  await expect(other.getByText('Salt and flour.')).toBeVisible()
  await expect(other.getByText('Forget my purchases')).toHaveCount(0)

  await page.goto(accessUrl)
  await page.getByRole('button', { name: 'Forget my purchases here' }).click()
  await page.getByRole('heading', { name: 'This browser has forgotten your purchases' }).waitFor()
  await page.goto(`/p/${id}`)
  await expect(page.getByRole('button', { name: /^Pay/ }).first()).toBeVisible()
})
