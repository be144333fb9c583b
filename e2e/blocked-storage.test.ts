import type { Page } from '@playwright/test'
import { readEmailedCode, signIn } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()

/** Makes the page behave as in a browser that blocks site data: reading a storage property throws. */
async function blockSiteData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    }
    Object.defineProperty(navigator, 'cookieEnabled', { get: () => false })
  })
}

for (const [entry, noun] of [
  ['Create Text Tip', 'the text you entered'],
  ['Create Tip Link', 'the link you entered'],
  ['a file', 'the file you picked'],
] as const) {
  test(`with site data blocked, ${entry} leads to sign-in, which says what is lost`, {
    tag: entry === 'a file' ? [] : '@long',
  }, async () => {
    const { page, pageErrors } = await site.newVisitor({ width: 390 })
    await blockSiteData(page)
    await page.goto('/')

    if (entry === 'a file') {
      const buffer = Buffer.from('the very bytes')
      await page.getByLabel('Choose a file').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer })
    } else {
      const form = page.locator('form').filter({ has: page.getByRole('button', { name: entry }) })
      await form.getByRole('textbox').fill(entry === 'Create Tip Link' ? 'https://example.com/a' : 'A poem')
      await page.getByRole('button', { name: entry }).click()
    }
    await page.getByRole('button', { name: 'Keep this page' }).click()

    await page.waitForURL('**/sign-in**')
    await page.getByText('Your browser blocks cookies, and signing in needs them.').waitFor()
    await page.getByText(`Your browser couldn’t keep ${noun}.`).waitFor()
    expect(pageErrors).toEqual([])
  })
}

test('the upload form asks again for what the browser could not store', { tag: '@long' }, async () => {
  const { page } = await site.newVisitor()
  await signIn(page, { email: 'ana@example.com', name: 'Ana' })

  await page.goto('/upload?unsaved=link')

  await page.getByText('Your browser couldn’t keep the link you entered. Please add it again.').waitFor()
  await expect(page.getByRole('tab', { name: 'Link' })).toHaveAttribute('aria-selected', 'true')
})

test('a browser that cannot store a File stores its bytes, and the file is there after sign-in', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = await site.newVisitor()
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (value: unknown, key?: IDBValidKey) {
      if (value instanceof Blob) throw new DOMException('Not stored', 'DataCloneError')
      return put.call(this, value, key)
    }
  })
  await page.goto('/')
  const buffer = Buffer.from('the very bytes')
  await page.getByLabel('Choose a file').setInputFiles({ name: 'song.mp3', mimeType: 'audio/mpeg', buffer })
  await page.getByRole('button', { name: 'Keep this page' }).click()
  await page.waitForURL('**/sign-in**')

  await page.getByLabel('Email').fill('bea@example.com')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code').fill(await readEmailedCode(page, 'bea@example.com'))
  await page.getByLabel('Display name').fill('Bea')
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.waitForURL('**/upload')
  await page.getByText('song.mp3').first().waitFor()
  await expect(page.getByText('your browser couldn’t keep it')).toHaveCount(0)
  expect(pageErrors).toEqual([])
})
