import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { setPayoutMethod } from '../contract/payouts.ts'
import { textOfPdf } from '../tests/support/pdf-text.ts'
import { openAdmin } from './fixtures/accounts.ts'
import { buy, publish, signIn } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite({ env: { ADMIN_EMAIL: 'admin@example.com' } })

const article = `# How to wait

Four minutes are longer than you think.

- Salt
- Flour
- Water, and see https://example.com/bread

> A second rise is worth the wait.

That is all.`

/** What a browser would print: the text of the pages, with their number. */
async function printed(page: Page, name: string): Promise<{ text: string; pageCount: number }> {
  const pdf = await page.pdf({ preferCSSPageSize: true, format: 'A4' })
  if (process.env.SCREENSHOTS) await writeFile(`${process.env.SCREENSHOTS}/${name}.pdf`, pdf)
  const pageCount = pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
  return { text: await textOfPdf(pdf), pageCount }
}

/** What is on the screen only. */
const onScreenOnly =
  /TEST PAYMENTS|Sign In|Logout|Skip to content|Copy|Download|Back to|Terms\b.*Privacy.*(Imprint|Legal notice)/

test('an article, a receipt and a statement are printed without banner, buttons and footer', {
  tag: '@long',
}, async () => {
  const admin = await openAdmin(site)
  const creator = await site.newVisitor()
  await signIn(creator.page, { email: 'mara@example.com', name: 'Mara' })
  const id = await publish(creator.page, { kind: 'Text', title: 'Bread', price: '50.00', text: article })
  const fan = await site.newVisitor({ dark: true })
  const access = await buy(fan.page, id, { email: 'sam@example.com' })

  await fan.page.goto(access)
  await fan.page.getByText('Four minutes are longer').waitFor()
  const text = await printed(fan.page, 'article')
  const bullets = await inPrint(fan.page, () =>
    [...document.querySelectorAll('main li')]
      .filter((item) => item.checkVisibility())
      .map((item) => getComputedStyle(item).listStyleType),
  )
  await fan.page.goto(`${access}/receipt`)
  await fan.page.getByText('Total paid').waitFor()
  const receipt = await printed(fan.page, 'receipt-page')
  const color = await inPrint(fan.page, () => getComputedStyle(document.body).color)

  expect(text.text).toMatch(/Bread.*How to wait.*Salt.*Flour.*Water.*A second rise.*That is all\./)
  expect(bullets).toEqual(['disc', 'disc', 'disc'])
  expect(text.pageCount).toBe(1)
  expect(receipt.text).toMatch(
    /Tipdrop.*Receipt.*sam@example.com.*Bread.*Total paid ?\$50\.00.*Full refund until/,
  )
  expect(receipt.text).toContain(`${new URL(site.url('/')).host}/lost-link for a new link`)
  expect(receipt.text).not.toContain(access)
  expect(receipt.pageCount).toBe(1)
  expect(color).toBe('rgb(28, 26, 22)')

  await creator.page.request.post(setPayoutMethod.path, {
    data: { payoutMethod: 'paypal', payoutEmail: 'mara@pay.example' },
  })
  const now = new Date()
  const month = { month: now.getUTCMonth() + 1, year: now.getUTCFullYear() }
  await admin.page.request.post('/api/admin/process-payouts', { data: month })
  await expect(async () => {
    await creator.page.goto('/settings/payouts')
    await creator.page.getByRole('button', { name: 'Statement of $40.00' }).click({ timeout: 1_000 })
  }).toPass()
  await creator.page.getByRole('table').getByText('Bread').waitFor()
  const statement = await printed(creator.page, 'statement-page')

  expect(statement.text).toMatch(/^ ?\$40\.00.*Bread.*50\.00.*40\.00/)
  expect(statement.pageCount).toBe(1)
  for (const page of [text, receipt, statement]) expect(page.text).not.toMatch(onScreenOnly)
})

async function inPrint<Result>(page: Page, read: () => Result): Promise<Result> {
  await page.emulateMedia({ media: 'print' })
  const result = await page.evaluate(read)
  await page.emulateMedia({ media: null })
  return result
}
