import type { Page } from '@playwright/test'
import { axeViolations, horizontalOverflowPx } from './fixtures/accessibility.ts'
import { openAdmin, openCreator } from './fixtures/accounts.ts'
import { buy, publish } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite({ env: { ADMIN_EMAIL: 'admin@example.com' } })
let admin: Visitor

test.beforeAll(async () => {
  const mara = await openCreator(site)
  const id = await publish(mara.page, { kind: 'Text', title: 'Loops', price: '5.00', text: 'Salt.' })
  admin = await openAdmin(site)
  const fan = await site.newVisitor()
  for (const email of ['fan@example.com', 'fan@example.com'])
    await buy((await site.newVisitor()).page, id, { email })
  for (const subject of ['First', 'Second', 'Third'])
    await fan.page.request.post(site.url('/api/feedback'), {
      data: { type: 'bug', subject, message: `About ${subject}`, email: 'fan@example.com' },
    })
  await fan.page.goto(`/report/${id}`)
  await fan.page.getByLabel('What’s wrong').selectOption({ label: 'It’s someone else’s work' })
  await fan.page.getByLabel(/Tell us more/).fill('My own recording.')
  await fan.page.getByRole('button', { name: 'Send report' }).click()
  await fan.page.getByRole('heading', { name: 'Thank you for telling us' }).waitFor()
})

const rows = (page: Page) => page.getByRole('list', { name: 'To decide' }).getByRole('link')
const decision = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

test('the inbox has every kind, is walked by keyboard, decides, and takes a decision back', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = admin
  await page.goto('/admin/inbox')
  await expect(rows(page)).toHaveCount(5)
  await expect(rows(page).first()).toContainText('An item was reported')
  await expect(rows(page).nth(1)).toContainText('Paid twice for one item')
  await page.getByRole('link', { name: 'Inbox 5 to decide' }).waitFor()
  await expect(page.getByText('All clear')).toHaveCount(0)
  expect(await axeViolations(page)).toEqual([])

  await decision(page, 'Take down Loops?').waitFor()
  await page.keyboard.press('j')
  await decision(page, 'Was the second purchase meant?').waitFor()
  await page.keyboard.press('j')
  await decision(page, 'First').waitFor()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(decision(page, 'Was the second purchase meant?')).toBeFocused()

  await page.getByRole('button', { name: 'It was meant' }).click()
  await decision(page, 'First').waitFor()
  await expect(rows(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Undo' }).click()
  await decision(page, 'Was the second purchase meant?').waitFor()
  await expect(rows(page)).toHaveCount(5)

  await page.getByRole('link', { name: /^Feedback 3/ }).click()
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await decision(page, 'Second').waitFor()
  // The next decision sends the one before.
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await decision(page, 'Third').waitFor()
  await expect
    .poll(async () => (await (await page.request.get('/api/admin/overview')).json()).counts.feedback)
    .toBe(2)
  await page.goto('/admin/health')
  await expect
    .poll(async () => (await (await page.request.get('/api/admin/overview')).json()).counts.feedback)
    .toBe(1)
  expect(pageErrors).toEqual([])
})

test('on a phone a decision is a page of its own, and the tabs are there on both', {
  tag: '@long',
}, async () => {
  const { page, context, pageErrors } = await site.newVisitor({ width: 390, dark: true })
  await context.addCookies(await admin.context.cookies())
  await page.goto('/admin/inbox')
  await expect(decision(page, 'Take down Loops?')).toBeHidden()
  await rows(page).first().click()
  await decision(page, 'Take down Loops?').waitFor()
  await expect(rows(page).first()).toBeHidden()
  expect(await axeViolations(page)).toEqual([])
  expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
  await page.getByRole('link', { name: 'Inbox', exact: true }).last().click()
  await rows(page).first().waitFor()
  expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Payouts' }).waitFor()
  expect(pageErrors).toEqual([])
})
