import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { journeys } from './support/journey.ts'
import { mailedCode, signIn } from './support/people.ts'

// A provider that is set and does not answer: its button is there, and the mailed code still works.
const j = journeys({
  env: { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'tips', OIDC_CLIENT_SECRET: 'a secret' },
})

/** Chromium's own virtual device: it has a screen lock, and its owner is there unless told otherwise. */
async function device(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

async function addPasskey(page: Page, name: string) {
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Make the passkey' }).click()
}

test('by keyboard alone: an address, a slip in the code, the code, a name', async () => {
  const { page, faults } = await j.person({ width: 360 })
  await page.goto('/api/login?returnTo=/upload')

  await page.getByLabel('E-mail').waitFor()
  await page.keyboard.type('not an address')
  await page.keyboard.press('Enter')
  const address = page.getByLabel('E-mail')
  await page.getByText('Enter an e-mail address like name@example.com').waitFor()
  expect(await address.getAttribute('aria-invalid')).toBe('true')
  expect(await address.evaluate((field) => field === document.activeElement)).toBe(true)

  await page.keyboard.press('Control+A')
  await page.keyboard.type('keys@example.com')
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Code')
  await code.waitFor()
  const right = await mailedCode(page, 'keys@example.com')
  await page.keyboard.type(right.startsWith('1') ? '222222' : '111111')
  await page.keyboard.press('Enter')
  await page.getByText('This code is not right.').waitFor()
  const note = await code.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${note}"]`).textContent()).toContain('This code is not right.')
  expect(await code.evaluate((field) => field === document.activeElement)).toBe(true)

  await page.keyboard.press('Control+A')
  await page.keyboard.type(right)
  await page.keyboard.press('Enter')
  await page.getByLabel('Display name').waitFor()
  await page.keyboard.type('Kit')
  await page.keyboard.press('Enter')

  await page.waitForURL(j.url('/upload'))
  expect(faults).toEqual([])
})

test.each(['/.//evil.example', '/a/%2e%2e//evil.example'])(
  'signing in by code with return address %s ends on the start page',
  async (returnTo) => {
    const { page } = await j.person()
    await page.goto(`/api/login?returnTo=${encodeURIComponent(returnTo)}`)
    await page.goto(`/sign-in?returnTo=${encodeURIComponent(returnTo)}`)
    const email = `safe${returnTo.length}@example.com`

    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('Code').fill(await mailedCode(page, email))
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByLabel('Display name').fill('Kit')
    await page.getByRole('button', { name: 'Continue' }).click()

    await page.waitForURL(j.url('/'))
  },
)

test('the other provider has its button, and when it does not answer that is said', async () => {
  const { page } = await j.person()
  await page.goto('/api/login?returnTo=/upload')

  await page.getByRole('link', { name: 'Continue with 127.0.0.1:9' }).click()

  const alert = page.getByRole('alert').filter({ hasText: 'does not answer' })
  await alert.waitFor()
  expect(await alert.textContent()).toBe(
    '127.0.0.1:9 does not answer right now. Sign in with an e-mail code, or try again in a moment.',
  )
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/upload')
})

test('a passkey is made, signs in at a press, is renamed and removed', async () => {
  const { page, faults } = await j.person()
  const { cdp, authenticatorId } = await device(page)
  await signIn(page, { email: 'mara@example.com', name: 'Mara' })

  await addPasskey(page, 'Laptop')
  await page.getByText('Passkey added').first().waitFor()
  expect(await page.locator('#passkeys').textContent()).toContain('Laptop')
  await expect
    .poll(async () => (await page.request.get('/dev/mail')).text(), { timeout: 10_000 })
    .toContain('A passkey was added to your account')

  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
  await page.goto('/api/logout')
  await page.goto('/sign-in?returnTo=/settings')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
  // The simulated finger is not felt by a question that was asked before it: then the button is pressed again.
  const arrived = () =>
    page.waitForURL(j.url('/settings'), { timeout: 5_000 }).then(
      () => true,
      () => false,
    )
  for (let press = 0; press < 4 && !(await arrived()); press++) {
    await page.reload()
    await page.getByRole('button', { name: 'Use a passkey' }).click({ timeout: 5_000 })
  }
  await page.waitForURL(j.url('/settings'))

  await page.getByRole('button', { name: 'Rename Laptop' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Desk')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByRole('button', { name: 'Remove Desk' }).click()
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByText('No passkey yet.').waitFor()
  expect(faults).toEqual([])
})

test('where the browser can, the e-mail field offers the passkey, and choosing it signs in', async () => {
  const { page } = await j.person()
  await device(page)
  await signIn(page, { email: 'nils@example.com', name: 'Nils' })
  await addPasskey(page, 'Phone')
  await page.getByText('Passkey added').first().waitFor()
  await page.goto('/api/logout')

  // The device's owner is there and chooses at once.
  await page.goto('/sign-in?returnTo=/settings')

  await page.waitForURL(j.url('/settings'))
  await page.getByText('nils@example.com').first().waitFor()
})

test('a device that holds no passkey of this site signs nobody in, and the mailed code is still there', async () => {
  const { page } = await j.person()
  await page.goto('/sign-in')
  const { cdp, authenticatorId } = await device(page)
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })

  await page.getByRole('button', { name: 'Use a passkey' }).click()

  await page.getByLabel('E-mail').fill('later@example.com')
  expect(await page.getByRole('button', { name: 'Send code' }).isEnabled()).toBe(true)
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
})
