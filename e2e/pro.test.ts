import { AxeBuilder } from '@axe-core/playwright'
import { beforeAll, expect, test } from 'vitest'
import { journeys, type Person } from './support/journey.ts'
import { cards, goToCheckout, payForPro, payWith, publish, signIn } from './support/people.ts'

const j = journeys({ env: { ADMIN_EMAIL: 'admin@example.com' } })
let admin: Person

beforeAll(async () => {
  admin = await j.creator()
  await signIn(admin.page, { email: 'admin@example.com', name: 'Ada' })
})

async function creator(email: string, screen = {}): Promise<Person> {
  const person = await j.person(screen)
  await signIn(person.page, { email, name: 'Mara' })
  return person
}

async function movesClock(days: number) {
  const answer = await admin.page.request.post('/api/sandbox/clock', { data: { days } })
  expect(answer.status()).toBe(200)
}

test('a creator goes Pro, sells without a fee, cancels and comes back', async () => {
  const { page, faults } = await creator('mara@example.com')
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Go Pro' }).click()
  await page.getByRole('heading', { name: 'Payment Details' }).waitFor()
  await payForPro(page, cards.declined)
  await page.getByText('Your card was declined').first().waitFor()
  await payForPro(page, cards.pays)
  await page.getByText('You are on Pro').first().waitFor()
  expect(new URL(page.url()).search).toBe('')

  const id = await publish(page, { kind: 'Text', title: 'Harbour loops', price: '10.00', text: 'Salt.' })
  const fan = await j.person()
  await goToCheckout(fan.page, id)
  await payWith(fan.page, cards.pays)
  await fan.page.getByText('Salt.').waitFor()
  const stats = await (await page.request.get('/api/analytics/stats')).json()

  await page.goto('/settings')
  await page.getByText('You keep every cent.').waitFor()
  await page.getByRole('button', { name: 'Cancel Pro' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Pro' }).click()
  await page.getByText('Pro is cancelled and stays on until').waitFor()
  await page.getByRole('button', { name: 'Resume Pro' }).click()
  await page.getByText('You keep every cent.').waitFor()
  await page.goto('/subscribe')
  await page.getByRole('heading', { name: 'You are on Pro' }).waitFor()

  expect(stats.totalEarnings).toBe(10)
  expect(faults).toEqual([])
})

test('a renewal that fails leaves Pro on for a while, then it ends, and another card brings it back', async () => {
  const { page, faults } = await creator('jonas@example.com')
  await payForPro(page, '4000 0000 0000 0341')
  await page.getByText('You are on Pro').first().waitFor()

  await movesClock(31)
  const stateNow = async () => (await (await page.request.get('/api/subscription')).json()).state
  await expect.poll(stateNow, { timeout: 15_000 }).toBe('past_due')
  await page.goto('/settings')
  await page.getByText('did not go through').waitFor()
  await movesClock(10)
  await expect.poll(stateNow, { timeout: 15_000 }).toBe('canceled')
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Go Pro' }).waitFor()
  await payForPro(page, cards.pays)
  await page.getByText('You are on Pro').first().waitFor()

  expect(faults).toEqual([])
})

test('who is signed out is asked to sign in, and comes back to Pro', async () => {
  const { page } = await j.person()

  await page.goto('/subscribe')

  await page.waitForURL(/\/sign-in\?returnTo=%2Fsubscribe/)
})

test('a subscription that cannot begin says so and can be tried again', async () => {
  const { page } = await creator('lena@example.com')
  await page.route('**/api/create-subscription', (route) => route.fulfill({ status: 502, json: {} }))
  await page.goto('/subscribe')
  await page.getByRole('heading', { name: 'Setup Error' }).waitFor()
  await page.getByText('Failed to initialize subscription. Please try again.').first().waitFor()
  await page.unroute('**/api/create-subscription')

  await page.getByRole('button', { name: 'Try Again' }).click()

  await page.getByLabel('Card number').waitFor()
})

test.each([
  { width: 360, dark: false },
  { width: 1280, dark: true },
])('Pro is for everybody, at $width px', async (screen) => {
  const { page } = await creator(`axe${screen.width}@example.com`, screen)
  await page.goto('/subscribe')
  await page.getByLabel('Card number').waitFor()

  const { violations } = await new AxeBuilder({ page }).analyze()
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  expect(sideways).toBe(false)
})
