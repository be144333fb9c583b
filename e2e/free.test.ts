import { createContent } from '../contract/content.ts'
import { createDiscount } from '../contract/discounts.ts'
import { closeShareSheet, publish, sharedId, signIn } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
let creator: Visitor

test.beforeAll(async () => {
  creator = await site.openVisitor()
  await signIn(creator.page, { email: 'mara@example.com', name: 'Mara Vitale' })
})

async function publishFree(fields: Record<string, string>): Promise<string> {
  const multipart = { kind: 'text', accessType: 'view', pricingModel: 'free', ...fields }
  const answer = await creator.page.request.post(createContent.path, { multipart })
  return String((await answer.json()).id)
}

/** The link in the newest email to an address in the mailbox of the test site. */
async function newestLink(visitor: Visitor, email: string, pattern: RegExp): Promise<string> {
  let link = ''
  await expect(async () => {
    const list = await (await visitor.page.request.get('/dev/mail')).text()
    const id = new RegExp(`href="([^"]+)"(?:(?!href=).)*to ${email}`, 's').exec(list)?.[1] ?? ''
    const mail = await (await visitor.page.request.get(id)).text()
    link = pattern.exec(mail)?.[1] ?? ''
    expect(link).not.toBe('')
  }).toPass({ intervals: [50, 100], timeout: 20_000 })
  return link
}

test('an item that its creator gives away is there after one press, and counts as no sale', async () => {
  const { page } = creator
  await page.goto('/upload')
  await page.getByRole('tab', { name: 'Text' }).click()
  await page.getByLabel('Text', { exact: true }).fill('Warm shadows, cool lights.')
  await page.getByLabel('Title').fill('Three dusk presets to try')
  await page.getByText('Anyone can get it').click()
  await expect(page.getByLabel('Price', { exact: true })).toBeHidden()
  await expect(page.getByLabel('Show how many people have it')).toBeChecked()
  await page.getByRole('button', { name: 'Publish & Create Tip Link' }).click()
  const free = await sharedId(page)
  await closeShareSheet(page)

  const fan = await site.newVisitor({ width: 390 })
  await fan.page.goto(`/p/${free}`)
  await fan.page.getByText('No card, no account, no email needed').waitFor()
  await fan.page.locator('#pay').getByRole('button', { name: 'Get it free' }).click()
  await fan.page.getByText('Warm shadows, cool lights.').waitFor()
  await expect(fan.page.getByRole('definition').filter({ hasText: 'Free' })).toBeVisible()
  await expect(fan.page.getByText('Request a refund')).toHaveCount(0)
  await fan.page.getByLabel('Email me the link').fill('sam.ortiz@example.com')
  await fan.page.getByRole('button', { name: 'Email me the link' }).click()
  await fan.page.getByText('Sent to sam.ortiz@example.com.').waitFor()
  await fan.page.goto(`/p/${free}`)
  await fan.page.getByText('You own this').waitFor()
  expect(fan.pageErrors).toEqual([])

  const elsewhere = await site.newVisitor({ javaScript: false })
  await elsewhere.page.goto(await newestLink(creator, 'sam.ortiz@example.com', /(\/access\/[\w-]{43})/))
  await elsewhere.page.getByRole('heading', { name: 'Three dusk presets to try' }).waitFor()
  await page.goto('/dashboard')
  await page.getByText('1 person has it').waitFor()
})

test('without JavaScript a free item is there after one press', { tag: '@long' }, async () => {
  const { page } = await site.newVisitor({ javaScript: false })
  await page.goto(
    `/p/${await publishFree({ title: 'Warm shadows', textContent: 'Warm shadows, cool lights.' })}`,
  )

  await page.locator('#pay').getByRole('button', { name: 'Get it free' }).click()

  await page.waitForURL(/\/access\/[\w-]{43}$/)
  await page.getByText('Warm shadows, cool lights.').waitFor()
})

test('a creator who asks for an email gives the item by a link that is pressed', {
  tag: '@long',
}, async () => {
  const id = await publishFree({
    title: 'Field notes',
    asksForEmail: 'true',
    textContent: 'Fog until noon.',
  })
  const { page } = await site.newVisitor({ javaScript: false, width: 390 })
  await page.goto(`/p/${id}`)
  await page.getByText('Mara Vitale asks for it.').waitFor()
  await page.getByLabel('Email').fill('lee@example.com')
  await page.locator('#pay').getByRole('button', { name: 'Send me the link' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.getByText('We sent a link to lee@example.com.').waitFor()
  await page.getByRole('link', { name: 'Use another address' }).waitFor()

  await page.goto(await newestLink(creator, 'lee@example.com', /(\/free\/[\w.-]+)/))
  await page.getByRole('button', { name: 'Get it free' }).click()

  await page.waitForURL(/\/access\/[\w-]{43}$/)
  await page.getByText('Fog until noon.').waitFor()
})

test('a code of 100 % makes an item free by its link and at the checkout', { tag: '@long' }, async () => {
  const text = { kind: 'Text' as const, text: 'Salt, flour, water.' }
  const id = await publish(creator.page, { ...text, title: 'Salt Roads', price: '12.00' })
  const data = { code: 'GIFT', kind: 'percent', percentBps: 10_000 }
  await creator.page.request.post(createDiscount.path, { data })
  const byLink = await site.newVisitor({ javaScript: false })
  await byLink.page.goto(`/p/${id}?code=GIFT`)
  await byLink.page.locator('#pay').getByRole('button', { name: 'Get it free' }).click()
  await byLink.page.getByText('Salt, flour, water.').waitFor()

  const { page, pageErrors } = await site.newVisitor({ width: 390 })
  await page.goto(`/checkout/${id}`)
  await page.getByLabel('Card number').waitFor()
  await page.getByRole('button', { name: 'Show summary' }).click()
  await page.getByRole('button', { name: 'Have a code?' }).click()
  await page.getByLabel('Discount code').fill('gift')
  await page.getByLabel('Discount code').press('Enter')
  await page.waitForURL(/\/p\/\d+\?code=gift/)
  await page.locator('#pay').getByRole('button', { name: 'Get it free' }).click()

  await page.getByText('Salt, flour, water.').waitFor()
  expect(pageErrors).toEqual([])
})
