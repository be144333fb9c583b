import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'

type Item = {
  kind?: 'File' | 'Link' | 'Text'
  title: string
  price?: string
  minimum?: string
  file?: { name: string; bytes: Buffer }
  link?: string
  text?: string
}

/** Signs in by the code that stands in the mailbox page, as a person on their own machine does. */
export async function signIn(page: Page, { email, name }: { email: string; name: string }): Promise<void> {
  await page.goto('/api/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel(/code/i).waitFor()
  await page.getByLabel(/code/i).fill(await mailedCode(page, email))
  await page.getByRole('button', { name: /sign in/i }).click()
  await page.getByLabel('Display name').fill(name)
  await page.getByRole('button', { name: /continue|save/i }).click()
  await page.getByRole('heading', { name: 'Creator Dashboard' }).waitFor()
}

async function mailedCode(page: Page, email: string): Promise<string> {
  for (let i = 0; i < 50; i++) {
    const list = await (await page.request.get('/dev/mail')).text()
    const code = new RegExp(`<b>(\\d{3}) (\\d{3}) is your[^<]*</b><small>to ${email}`).exec(list)
    if (code) return `${code[1]}${code[2]}`
    await sleep(100)
  }
  throw new Error(`No code came for ${email}`)
}

/** Publishes an item through the upload page; returns its id. */
export async function publish(page: Page, item: Item): Promise<string> {
  await page.goto('/upload')
  if (item.kind && item.kind !== 'File') await page.getByRole('tab', { name: item.kind }).click()
  if (item.file) {
    const { name, bytes } = item.file
    await page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })
  }
  if (item.link) await page.getByLabel('Link', { exact: true }).fill(item.link)
  if (item.text) await page.getByLabel('Text', { exact: true }).fill(item.text)
  await page.getByLabel('Title').fill(item.title)
  if (item.minimum) {
    await page.getByText('Pay what you want').click()
    await page.getByLabel('Minimum tip').fill(item.minimum)
  }
  if (item.price) await page.getByLabel('Price', { exact: true }).fill(item.price)
  await page.getByRole('button', { name: 'Publish & Create Tip Link' }).click()
  await page.getByText('Content uploaded successfully!').first().waitFor()
  const link = page.getByRole('link', { name: new RegExp(`open.*${item.title}`, 'i') }).first()
  return (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
}

/** Fills the sandbox's card form on the checkout page and presses the button. */
export async function pay(page: Page, card: string, email = 'fan@example.com'): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Complete Purchase' }).click()
}
