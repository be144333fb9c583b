import type { Page } from '@playwright/test'
import { startPushService } from '../tests/support/push-service.ts'
import { buy, publish, signIn } from './fixtures/actions.ts'
import { deliverPush, recordNotifications, replacePushManager } from './fixtures/push-manager.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const env: Record<string, string> = {}
let service: Awaited<ReturnType<typeof startPushService>>

test.beforeAll(async () => {
  service = await startPushService()
  env.ALLOWED_INSIDE_ORIGINS = service.origin
})
test.afterAll(() => service.close())

const site = openSite({ env })

async function openSettings({ isBlocked = false } = {}) {
  const visitor = await site.newVisitor()
  const { page, context } = visitor
  await replacePushManager(context, service, { isBlocked })
  await signIn(page, { email: 'mara@example.com', name: 'Mara' })
  const id = await publish(page, { kind: 'Text', title: 'Night Ferry', price: '12.00', text: 'Salt.' })
  const section = page.getByRole('region', { name: 'Notifications on this device' })
  return {
    ...visitor,
    id,
    section,
    turnOn: section.getByRole('button', { name: 'Turn on notifications' }),
  }
}

function countWorkers(page: Page): Promise<number> {
  return page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
}

test('notifications are turned on, tried, shown at a sale and turned off', { tag: '@long' }, async () => {
  const { page, context, id, section, turnOn, pageErrors } = await openSettings()
  await page.goto('/settings/emails')
  await expect(section.getByText('Off on this device.')).toBeVisible()
  expect(await countWorkers(page)).toBe(0)

  await turnOn.click()
  await expect(section.getByText('This device', { exact: true })).toBeVisible()
  await section.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('It shows up in a moment.').first()).toBeVisible()
  const { page: fan } = await site.newVisitor()
  await buy(fan, id)
  await expect.poll(() => service.received.length).toBe(2)
  expect(service.refused).toEqual([])

  const worker = context.serviceWorkers()[0]
  if (!worker) throw new Error('No worker was registered')
  const shown = await recordNotifications(worker)
  for (const { message } of service.received) await deliverPush(page, message)
  await expect.poll(shown).toMatchObject([
    {
      title: 'Notifications are on',
      body: 'Your next sale shows up like this.',
      data: { path: '/settings/emails' },
    },
    {
      title: 'Someone paid $12.00 for Night Ferry',
      body: 'You earned $9.60.',
      tag: expect.stringMatching(/^sale-\d+$/),
      data: { path: expect.stringMatching(/^\/sales\/\d+$/) },
    },
  ])
  const [{ icon } = { icon: '' }] = await shown()
  expect((await page.request.get(icon)).headers()['content-type']).toBe('image/png')

  await page.reload()
  await expect(section.getByText('This device', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  await section.getByRole('button', { name: 'Turn off' }).press('Enter')
  await expect(turnOn).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(turnOn).toBeFocused()
  expect(await countWorkers(page)).toBe(0)
  expect(pageErrors).toEqual([])
})

test('a browser that blocks them says so, and another device is turned off from here', {
  tag: '@long',
}, async () => {
  const phone = await openSettings()
  await phone.page.goto('/settings/emails')
  await phone.turnOn.click()
  await expect(phone.section.getByText('This device', { exact: true })).toBeVisible()

  const { page, section, turnOn } = await openSettings({ isBlocked: true })
  await page.goto('/settings/emails')
  await expect(section.getByText('Your browser blocks notifications')).toBeVisible()
  await expect(turnOn).toHaveCount(0)
  await section.getByRole('button', { name: 'Turn off on Chrome' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(0)
})
