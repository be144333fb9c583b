import type { Page } from '@playwright/test'
import { axeViolations, horizontalOverflowPx } from './fixtures/accessibility.ts'
import { openAdmin, openCreator } from './fixtures/accounts.ts'
import { publish } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite({ env: { ADMIN_EMAIL: 'admin@example.com', MODERATION: 'first_publish' } })

/** Checks the page on a phone and in the dark theme. */
async function expectAccessible(page: Page, name: string) {
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const [width, colorScheme] of [
    [360, 'light'],
    [360, 'dark'],
    [1280, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await page.waitForLoadState('networkidle')
    expect.soft(await axeViolations(page), `${name} ${width} ${colorScheme}`).toEqual([])
    expect.soft(await horizontalOverflowPx(page), `${name} ${width}`).toBeLessThanOrEqual(0)
    if (process.env.SCREENSHOTS)
      await page.screenshot({
        path: `${process.env.SCREENSHOTS}/${name}-${width}-${colorScheme}.png`,
        fullPage: true,
      })
  }
  await page.setViewportSize(size)
}

test('a first item is rejected, changed, approved and then public', { tag: '@long' }, async () => {
  test.setTimeout(120_000)
  const { page: mara } = await openCreator(site)
  const { page: admin } = await openAdmin(site)
  const { page: fan } = await site.newVisitor()
  await admin.goto('/admin/inbox')
  await admin.getByText('Nothing to decide').first().waitFor()

  await mara.goto('/upload')
  await mara.getByRole('tab', { name: 'Text' }).click()
  await mara.getByLabel('Text', { exact: true }).fill('Salt, flour, water.')
  await mara.getByLabel('Title').fill('Bread recipe')
  await mara.getByLabel('Price', { exact: true }).fill('5.00')
  await mara.getByRole('button', { name: 'Publish & Create Tip Link' }).click()
  await mara
    .getByText('We look at your first item before it goes live. You’ll get an email.')
    .first()
    .waitFor()
  await mara.getByRole('heading', { name: 'Bread recipe In review' }).waitFor()
  await expectAccessible(mara, 'list')

  await admin.goto('/admin')
  await admin.getByRole('link', { name: 'Inbox 1 to decide' }).waitFor()
  await admin.goto('/admin/reviews')
  await expect(admin).toHaveURL(/\/admin\/inbox\?kind=review$/)
  await admin.getByText('Salt, flour, water.').waitFor()
  await expectAccessible(admin, 'queue')
  await admin.getByRole('button', { name: 'Reject' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await dialog.getByText('Enter a reason for the creator').waitFor()
  await expectAccessible(admin, 'reject')
  await dialog.getByLabel('Reason').fill('Say how much of each')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await admin.getByText('Nothing to decide').first().waitFor()
  await admin.goto('/admin')

  await expect(async () => {
    await mara.goto('/')
    await mara.getByRole('heading', { name: 'Bread recipe Not approved' }).waitFor({ timeout: 3_000 })
  }).toPass()
  await mara.getByRole('button', { name: 'More for Bread recipe' }).click()
  await mara.getByRole('link', { name: 'Edit Bread recipe' }).click()
  await mara.getByText('Say how much of each').waitFor()
  await expectAccessible(mara, 'edit-rejected')
  const id = mara.url().split('/').at(-1) ?? ''
  expect((await fan.goto(`/p/${id}`))?.status()).toBe(404)
  await mara.getByLabel('Text', { exact: true }).fill('500 g flour, 10 g salt, 350 g water.')
  await mara.getByRole('button', { name: 'Publish & Create Tip Link' }).click()
  await mara.getByRole('heading', { name: 'Bread recipe In review' }).waitFor()
  await mara.goto(`/edit/${id}`)
  await mara.getByText('You’ll get an email.').first().waitFor()
  await expectAccessible(mara, 'edit-pending')

  await admin.goto('/admin/inbox')
  await admin.getByText('500 g flour, 10 g salt, 350 g water.').waitFor()
  await admin.getByRole('button', { name: 'Approve and publish' }).click()
  await admin.getByText('Nothing to decide').first().waitFor()
  await expectAccessible(admin, 'empty')
  await admin.goto('/admin')
  await expect.poll(async () => (await fan.goto(`/p/${id}`))?.status()).toBe(200)
  await publish(mara, { kind: 'Text', title: 'Second', price: '2.00', text: 'More.' })
  await mara.goto('/')
  await expect(mara.getByText('In review')).toHaveCount(0)
})
