import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'

type Item = {
  kind?: 'File' | 'Link' | 'Text'
  title: string
  price?: string
  minimum?: string
  access?: string
  file?: { name: string; bytes: Buffer }
  link?: string
  text?: string
}

/** Signs in by the code that stands in the mailbox page, as a person on their own machine does. */
export async function signIn(page: Page, { email, name }: { email: string; name: string }): Promise<void> {
  await page.goto('/api/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code').fill(await mailedCode(page, email))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByLabel('Display name').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Creator Dashboard' }).waitFor()
}

/** The newest code that was mailed to an address; `words` follow it in the mail's subject. */
export async function mailedCode(page: Page, email: string, words = 'is your'): Promise<string> {
  for (let i = 0; i < 50; i++) {
    const list = await (await page.request.get('/dev/mail')).text()
    const code = new RegExp(`<b>(\\d{3}) (\\d{3}) ${words}[^<]*</b><small>to ${email}`).exec(list)
    if (code) return `${code[1]}${code[2]}`
    await sleep(100)
  }
  throw new Error(`No code came for ${email}`)
}

/** Publishes an item through the upload page and lands on the dashboard; returns the item's id. */
export async function publish(page: Page, item: Item): Promise<string> {
  await page.goto('/upload')
  await fill(page, item)
  await page.getByRole('button', { name: 'Publish & Create Tip Link' }).click()
  await page.getByText('Content uploaded successfully!').first().waitFor()
  const link = page.getByRole('link', { name: `Open ${item.title}` })
  return (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
}

async function fill(page: Page, { kind = 'File', file, link, text, title, price, minimum, access }: Item) {
  if (kind !== 'File') await page.getByRole('tab', { name: kind }).click()
  if (file) {
    const { name, bytes: buffer } = file
    const payload = { name, mimeType: 'application/octet-stream', buffer }
    await page.locator('input[type=file]').first().setInputFiles(payload)
  }
  if (link) await page.getByLabel('Link', { exact: true }).fill(link)
  if (text) await page.getByLabel('Text', { exact: true }).fill(text)
  await page.getByLabel('Title').fill(title)
  if (minimum) {
    await page.getByText('Pay what you want', { exact: true }).click()
    await page.getByLabel('Minimum tip').fill(minimum)
  }
  if (price) await page.getByLabel('Price', { exact: true }).fill(price)
  if (access) await page.getByLabel('Access type').selectOption({ label: access })
}

/** From the tip page to the card form. */
export async function goToCheckout(page: Page, id: string): Promise<void> {
  await page.goto(`/p/${id}`)
  await page
    .getByRole('button', { name: /^Pay \$/ })
    .first()
    .click()
  await page.getByLabel('Card number').waitFor()
}

/** Fills the sandbox's card form on the checkout page and presses the button. Each is another fan, who owns nothing yet. */
export async function payWith(page: Page, card: string, email = newFan()): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Complete Purchase' }).click()
}

/** Buys an item from its tip page on; returns the path of the buyer's own page. */
export async function buy(page: Page, id: string, email?: string): Promise<string> {
  await goToCheckout(page, id)
  await payWith(page, cards.pays, email)
  return accessPath(page)
}

/** The path of the buyer's own page, as the page that says thank you links to it. */
export async function accessPath(page: Page): Promise<string> {
  const link = page.getByRole('link', { name: /\/access\// })
  return new URL((await link.getAttribute('href')) ?? '').pathname
}

/** Pays for Pro with the sandbox's card form. */
export async function goPro(page: Page): Promise<void> {
  await payForPro(page, cards.pays)
  await page.getByText('You are on Pro').first().waitFor()
}

export async function payForPro(page: Page, card: string): Promise<void> {
  await page.goto('/subscribe')
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Pay $99.00 and go Pro' }).click()
}

let fans = 0

function newFan(): string {
  fans += 1
  return `fan${fans}@example.com`
}

export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  poor: '4000 0000 0000 9995',
  asks: '4000 0025 0000 3155',
  slow: 'slow',
}
