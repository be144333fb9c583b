import type { Page } from '@playwright/test'
import { readEmailedCode, signIn } from './fixtures/actions.ts'
import { addPasskey, addVirtualAuthenticator } from './fixtures/passkeys.ts'
import { expect, openSite, test } from './fixtures/test.ts'

// A configured sign-in provider that does not answer: its button is shown, and the emailed code still works.
const site = openSite({
  env: { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'tips', OIDC_CLIENT_SECRET: 'a secret' },
})

test('sign-in works by keyboard alone: email, a wrong code, the code, a name', async () => {
  const { page, pageErrors } = await site.newVisitor({ width: 360 })
  await page.goto('/api/login?returnTo=/upload')

  await page.getByLabel('Email').waitFor()
  await page.keyboard.type('not an address')
  await page.keyboard.press('Enter')
  const address = page.getByLabel('Email')
  await page.getByText('Enter an email address like name@example.com').waitFor()
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await expect(address).toBeFocused()

  await page.keyboard.press('Control+A')
  await page.keyboard.type('keys@example.com')
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Code')
  await code.waitFor()
  const validCode = await readEmailedCode(page, 'keys@example.com')
  await page.keyboard.type(validCode.startsWith('1') ? '222222' : '111111')
  await page.getByText('That code isn’t right.').waitFor()
  const descriptionId = await code.getAttribute('aria-describedby')
  await expect(page.locator(`[id="${descriptionId}"]`)).toContainText('That code isn’t right.')
  await expect(code).toBeFocused()

  await page.keyboard.press('Control+A')
  await page.keyboard.type(validCode)
  await page.getByLabel('Display name').waitFor()
  await page.keyboard.type('Kit')
  await page.keyboard.press('Enter')

  await page.waitForURL(site.url('/upload'))
  expect(pageErrors).toEqual([])
})

for (const returnTo of ['/.//evil.example', '/a/%2e%2e//evil.example']) {
  test(`signing in by code with return path ${returnTo} ends on the home page`, {
    tag: '@long',
  }, async () => {
    const { page } = await site.newVisitor()
    await page.goto(`/api/login?returnTo=${encodeURIComponent(returnTo)}`)
    await page.goto(`/sign-in?returnTo=${encodeURIComponent(returnTo)}`)
    const email = `safe${returnTo.length}@example.com`

    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('Code').fill(await readEmailedCode(page, email))
    await page.getByLabel('Display name').fill('Kit')
    await page.getByRole('button', { name: 'Continue' }).click()

    await page.waitForURL(site.url('/'))
  })
}

test('the sign-in provider has a button, and an error when it does not answer', {
  tag: '@long',
}, async () => {
  const { page } = await site.newVisitor()
  await page.goto('/api/login?returnTo=/upload')

  await page.getByRole('link', { name: 'Continue with 127.0.0.1:9' }).click()

  const alert = page.getByRole('alert').filter({ hasText: 'isn’t responding' })
  await alert.waitFor()
  expect(await alert.textContent()).toBe(
    '127.0.0.1:9 isn’t responding right now. Sign in with an email code, or try again in a moment.',
  )
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/upload')
})

test('a code is submitted when its last digit is typed, also with a space in it', {
  tag: '@long',
}, async () => {
  const { page } = await site.newVisitor()
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill('auto@example.com')
  await page.getByRole('button', { name: 'Send code' }).click()
  const code = await readEmailedCode(page, 'auto@example.com')
  const verifications: Array<string> = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login/verify')) verifications.push(request.postData() ?? '')
  })

  await page.getByLabel('Code').pressSequentially(`${code.slice(0, 3)} ${code.slice(3)}`)

  await page.getByLabel('Display name').waitFor()
  expect(verifications).toHaveLength(1)
})

test('a passkey is created, signs in, is renamed and removed', async () => {
  const { page, pageErrors } = await site.newVisitor()
  await addVirtualAuthenticator(page)
  await signIn(page, { email: 'mara@example.com', name: 'Mara' })

  await addPasskey(page, 'Laptop')
  await expect(page.locator('#passkeys')).toContainText('Laptop')
  await expect
    .poll(async () => (await page.request.get('/dev/mail')).text(), { timeout: 10_000 })
    .toContain('A passkey was added to your account')

  await page.goto('/api/logout')
  await holdAutofillRequest(page)
  await page.goto('/sign-in?returnTo=/settings/security')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(site.url('/settings/security'))

  await page.getByRole('button', { name: 'Rename Laptop' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Desk')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByRole('button', { name: 'Remove Desk' }).click()
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByText('No passkeys yet.').waitFor()
  expect(pageErrors).toEqual([])
})

/**
 * The virtual authenticator would answer the autofill request at once. Here the request stays open until the page
 * aborts it.
 */
async function holdAutofillRequest(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials)
    navigator.credentials.get = (options) => {
      if (options?.mediation !== 'conditional') return get(options)
      const { signal } = options
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    }
  })
}

test('"Use a passkey" signs in while the autofill request is still being prepared', {
  tag: '@long',
}, async () => {
  const { page } = await site.newVisitor()
  await addVirtualAuthenticator(page)
  await signIn(page, { email: 'ida@example.com', name: 'Ida' })
  await addPasskey(page, 'Phone')
  await page.goto('/api/logout')
  const autofillEnded = Promise.withResolvers<void>()
  const buttonAnswered = Promise.withResolvers<void>()
  let requestCount = 0
  await page.route('**/api/login/passkey/options', async (route) => {
    requestCount += 1
    if (requestCount > 1) return route.continue()
    // The autofill request resolves after the button's request, unless the page has aborted it.
    await buttonAnswered.promise
    await route.continue().catch(() => undefined)
  })
  const isForOptions = (url: string) => url.endsWith('/api/login/passkey/options')
  let responseCount = 0
  page.on('requestfailed', (request) => isForOptions(request.url()) && autofillEnded.resolve())
  page.on('response', (response) => {
    if (!isForOptions(response.url())) return
    responseCount += 1
    if (responseCount === 1) buttonAnswered.resolve()
    else autofillEnded.resolve()
  })
  await page.route('**/api/login/passkey', async (route) => {
    await autofillEnded.promise
    await route.continue()
  })
  const firstRequest = page.waitForRequest('**/api/login/passkey/options')
  await page.goto('/sign-in?returnTo=/settings/security')
  await firstRequest

  await page.getByRole('button', { name: 'Use a passkey' }).click()

  await page.waitForURL(site.url('/settings/security'))
  await page.getByText('ida@example.com').first().waitFor()
})

test('the email field offers passkeys in its autofill where supported, and selecting one signs in', {
  tag: '@long',
}, async () => {
  const { page } = await site.newVisitor()
  await addVirtualAuthenticator(page)
  await signIn(page, { email: 'nils@example.com', name: 'Nils' })
  await addPasskey(page, 'Phone')
  await page.goto('/api/logout')

  // The authenticator's user is present and selects at once.
  await page.goto('/sign-in?returnTo=/settings/security')

  await page.waitForURL(site.url('/settings/security'))
  await page.getByText('nils@example.com').first().waitFor()
})

test('a device without a passkey for this site signs no one in, and the emailed code still works', {
  tag: '@long',
}, async () => {
  const { page } = await site.newVisitor()
  await page.goto('/sign-in')
  const { cdp, authenticatorId } = await addVirtualAuthenticator(page)
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })

  await page.getByRole('button', { name: 'Use a passkey' }).click()

  await page.getByLabel('Email').fill('later@example.com')
  await expect(page.getByRole('button', { name: 'Send code' })).toBeEnabled()
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
})
