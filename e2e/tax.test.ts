import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { axeViolations, horizontalOverflowPx } from './fixtures/accessibility.ts'
import { openAdmin, openCreator } from './fixtures/accounts.ts'
import { payWith, publish } from './fixtures/actions.ts'
import { expect, openSite, type ScreenOptions, test, type Visitor } from './fixtures/test.ts'

/** A site in a country, with amounts as its buyers write and read them. */
const euroSite = {
  env: {
    CURRENCY: 'EUR',
    LOCALE: 'de-DE',
    SELLER_NAME: 'Hafenladen GmbH',
    SELLER_COUNTRY: 'DE',
    SELLER_ADDRESS: 'Am Kai 1\\n20457 Hamburg',
    SELLER_VAT_ID: 'DE123456789',
  },
  locale: 'de-DE',
  title: 'Straßenklänge',
  price: '1190.00',
  card: '4000 0027 6000 0016',
  country: 'Germany',
  report: 'Germany (DE)',
  receipt: ['1.190,00 €', 'Net1.000,00 €', 'Tax (19%)190,00 €', 'Visa ••0016', 'Hafenladen GmbH'],
  refund: { typed: '119,50', shown: '119,50 €' },
  taxName: 'VAT',
}
const yenSite: typeof euroSite = {
  env: {
    CURRENCY: 'JPY',
    LOCALE: 'ja-JP',
    SELLER_NAME: '港商店株式会社',
    SELLER_COUNTRY: 'JP',
    SELLER_ADDRESS: '東京都港区芝1-2-3\\n105-0014',
    SELLER_VAT_ID: '',
  },
  locale: 'ja-JP',
  title: '夜の海の録音',
  price: '11000',
  card: '4000 0039 2000 0003',
  country: 'Japan',
  report: 'Japan (JP)',
  receipt: ['￥11,000', 'Net￥10,000', 'Tax (10%)￥1,000', 'Visa ••0003', '港商店株式会社'],
  refund: { typed: '1,105', shown: '￥1,105' },
  taxName: 'tax',
}

for (const [name, sample] of Object.entries({ euro: euroSite, yen: yenSite }))
  test.describe(`a taxed site in ${name}`, { tag: '@long' }, () => {
    const site = openSite({ env: { ADMIN_EMAIL: 'admin@example.com', ...sample.env } })
    let admin: Visitor
    let creator: Visitor
    let id = ''
    /** Only where the seller's country has a right of withdrawal. */
    const consents = sample.env.SELLER_COUNTRY === 'DE' ? 1 : 0

    test.beforeAll(async () => {
      creator = await openCreator(site)
      id = await publish(creator.page, {
        kind: 'Text',
        title: sample.title,
        price: sample.price,
        text: 'Salt.',
      })
      admin = await openAdmin(site)
    })

    test('receipts, a credit note, the sale and the report of the quarter show the same tax', async () => {
      test.slow()
      await turnOnTaxes(admin.page)
      const fan = await openFan({ width: 360 })
      await payAgreeing(fan.page, sample.card)
      await openReceipt(fan.page)
      for (const fact of sample.receipt) await expect(fan.page.locator('main')).toContainText(fact)
      await expect(fan.page.getByText(/you agreed: “Deliver my purchase right away\./)).toHaveCount(consents)
      await expect(fan.page.locator('main').getByRole('link', { name: /imprint|legal notice/ })).toBeVisible()
      expect(await factOf(fan.page, 'Receipt number')).toMatch(/^\d{4}-000001$/)
      expect(await factOf(fan.page, 'Country')).toBe(sample.country)
      await savePdf(fan.page, 'Download PDF', 'receipt')

      const saleTax = await refundInPart(creator.page)
      await fan.page.reload()
      await fan.page.getByText(/^Credit note \d{4}-000002$/).waitFor()
      await expect(fan.page.getByText(`−${sample.refund.shown}`).first()).toBeVisible()
      await savePdf(fan.page, /^PDF of /, 'credit-note')
      await check(fan.page, 'receipt with a credit note')
      const kept = minorUnits(await factOf(fan.page, 'You paid in the end'))

      const other = await openFan({ locale: 'en-US' })
      await payAgreeing(other.page, '4242 4242 4242 4242')
      await openReceipt(other.page)
      const otherKept = minorUnits(await factOf(other.page, 'Total paid'))

      const report = await readReport(admin.page)
      expect(report[sample.report]).toEqual({ net: kept - saleTax, tax: saleTax, gross: kept })
      expect(report.Total).toEqual({ net: kept - saleTax + otherKept, tax: saleTax, gross: kept + otherKept })
      for (const width of [360, 1280]) {
        await admin.page.setViewportSize({ width, height: 800 })
        await check(admin.page, `tax at ${width} px`)
        if (width === 360) expect(await pageHeight(admin.page)).toBeLessThan(3_500)
      }
      const csv = await save(admin.page, 'Download CSV')
      expect(String(csv.bytes)).toContain(
        sample.country === 'Germany'
          ? 'DE;;consumers;items;local;digital;19%'
          : 'JP,,consumers,items,local,digital,10%',
      )
    })

    test('what is promised to creators is of a sale after its tax', async () => {
      const { page } = await site.newVisitor()
      const after = ` after ${sample.taxName}`
      for (const [path, promise] of [
        ['/', `cents of every dollar${after}`],
        ['/pricing', `20% platform fee · you keep 80%${after}`],
        ['/terms', 'The tax in a price is set aside first'],
      ] as const) {
        await page.goto(path)
        await expect(page.getByText(promise).first()).toBeVisible()
        await check(page, `promise at ${path}`)
      }
    })

    /** A new fan with a browser of the site's language at the checkout. */
    async function openFan(screen: ScreenOptions): Promise<Visitor> {
      const fan = await site.newVisitor({ locale: sample.locale, ...screen })
      await fan.page.goto(`/p/${id}`)
      await expect(fan.page.getByText(`incl. ${sample.taxName}`)).toBeVisible()
      await fan.page.getByRole('button', { name: /^Pay / }).first().click()
      await fan.page.getByLabel('Card number').waitFor()
      await expect(fan.page.getByText(`incl. ${sample.taxName}`).first()).toBeAttached()
      return fan
    }

    async function turnOnTaxes(page: Page): Promise<void> {
      await page.goto('/admin/tax')
      await page.getByText('No rates yet').waitFor()
      await check(page, 'tax without rates')
      await page.getByRole('button', { name: 'Add missing EU rates' }).click()
      await page.getByText('EU rates added').first().waitFor()
      await page.getByText('27 countries with the EU’s rate of January 2026').click()
      await page.getByRole('button', { name: 'Delete the rate of Austria from 2026-01-01' }).waitFor()
      await check(page, 'tax with open rates')
      await page.getByLabel('Search countries').fill('austr')
      await expect(page.getByRole('list', { name: 'Found rates' }).getByText('from 2026-01-01')).toHaveCount(
        1,
      )
      await page.getByLabel('Search countries').fill('')
      await page.getByText('Add a rate').click()
      await page.getByLabel('Country', { exact: true }).selectOption('JP')
      await page.getByLabel('Rate in percent').fill('10')
      await page.getByLabel('Valid from').fill('2026-01-01')
      await page.getByRole('button', { name: 'Add rate' }).click()
      await page.getByRole('button', { name: 'Delete the rate of Japan from 2026-01-01' }).waitFor()
      await page.getByRole('button', { name: 'Turn on' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Turn on' }).click()
      await page.getByText('Taxes are on').first().waitFor()
    }

    /** Pays with the country that the browser's language suggests; agrees to immediate delivery where it is asked. */
    async function payAgreeing(page: Page, card: string): Promise<void> {
      const consent = page.getByLabel(/^Deliver my purchase right away/)
      const country = await page.getByLabel('Country').inputValue()
      expect(country).not.toBe('')
      await expect(consent).toHaveCount(consents)
      if (consents > 0) {
        await payWith(page, card)
        await page.getByText('Agree to immediate delivery to continue').waitFor()
        await consent.check()
      }
      await check(page, 'checkout')
      await payWith(page, card)
      await page.getByText('Salt.').waitFor()
    }

    /** Refunds a part as the creator; returns the tax that is left of the sale. */
    async function refundInPart(page: Page): Promise<number> {
      await page.goto('/sales')
      await page.getByRole('list', { name: 'Sales' }).getByRole('link').first().click()
      await page.getByRole('button', { name: 'Refund', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Refund this sale' })
      await dialog.getByLabel('Amount to refund').fill(sample.refund.typed)
      await dialog.getByRole('button', { name: `Refund ${sample.refund.shown}` }).click()
      await page.getByRole('row', { name: /^Refund/ }).waitFor()
      await expect(dialog).toHaveCount(0)
      await check(page, 'the sale’s tax')
      const taxes = await page.locator('#sale-money + section tbody tr td:nth-of-type(2)').allInnerTexts()
      expect(taxes).toHaveLength(2)
      return taxes.reduce((sum, tax) => sum + minorUnits(tax), 0)
    }
  })

async function openReceipt(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Receipt' }).first().click()
  await page.getByRole('heading', { name: 'Receipt', level: 1 }).waitFor()
}

async function factOf(page: Page, name: string): Promise<string> {
  const fact = page.locator('dl > div', { has: page.getByText(name, { exact: true }) })
  return fact.locator('dd').innerText()
}

type Sums = { net: number; tax: number; gross: number }

/** The sums of the report's rows by country, in minor units. */
async function readReport(page: Page): Promise<Record<string, Sums>> {
  await page.goto('/admin/tax')
  const table = page.getByRole('table', { name: 'Tax report' })
  await table.getByRole('row', { name: /^Total/ }).waitFor()
  const sums: Record<string, Sums> = {}
  for (const row of await table.locator('tbody tr').all()) {
    const [country = '', ...cells] = await row.locator('td').allInnerTexts()
    const [net = 0, tax = 0, gross = 0] = cells.slice(-3).map(minorUnits)
    sums[country.trim()] = { net, tax, gross }
  }
  return sums
}

/** The number of minor units in a written amount, whichever its separators. */
function minorUnits(text: string): number {
  const digits = Number(text.replace(/\D/g, ''))
  return /[-−]/.test(text) ? -digits : digits
}

async function save(page: Page, link: string | RegExp) {
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: link }).click()
  const download = await saved
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

const pageHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

async function savePdf(page: Page, link: string | RegExp, name: string): Promise<void> {
  const file = await save(page, link)
  if (process.env.SCREENSHOTS) await writeFile(`${process.env.SCREENSHOTS}/${file.name}`, file.bytes)
  expect(file.name).toContain(name)
  expect(String(file.bytes.subarray(0, 5))).toBe('%PDF-')
}

/** In both themes. */
async function check(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect.soft(await axeViolations(page), `${what}, ${colorScheme}`).toEqual([])
    const folder = process.env.SCREENSHOTS
    const name = `${test.info().titlePath.at(-2)} ${what} ${colorScheme}`.replaceAll(' ', '-')
    if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  expect.soft(await horizontalOverflowPx(page), what).toBeLessThanOrEqual(0)
}
