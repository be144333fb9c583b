import { readFile } from 'node:fs/promises'
import { publishByForm, signIn } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()

/** Publishes an item with the form and stays on the sheet that opens. */
async function publishAndShare({ page }: Visitor, title: string) {
  await page.goto('/upload')
  await page.getByRole('tab', { name: 'Text' }).click()
  await page.getByLabel('Text', { exact: true }).fill('Dear you')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Price', { exact: true }).fill('3.00')
  await page.getByRole('button', { name: 'Publish & Create Tip Link' }).click()
  const sheet = page.getByRole('dialog', { name: `${title} is ready to share` })
  await sheet.waitFor()
  return sheet
}

test('publishing ends on the link: copied from the sheet, and the new row is highlighted, first and in view', {
  tag: '@long',
}, async () => {
  const visitor = await site.newVisitor()
  const { page, context } = visitor
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, { email: 'mara@example.com', name: 'Mara' })
  await publishByForm(page, { kind: 'Text', title: 'Older', price: '1.00', text: 'x' })

  const sheet = await publishAndShare(visitor, 'First Frost')
  const copy = sheet.getByRole('button', { name: 'Copy' })
  await expect(copy).toBeFocused()
  await page.keyboard.press('Enter')
  await sheet.getByRole('button', { name: 'Copied' }).waitFor()
  const link = await sheet.getByLabel('Your tip link').inputValue()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await page.keyboard.press('Escape')

  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'First Frost' }) })
  await expect(row).toBeFocused()
  await expect(row).toBeInViewport()
  await expect(row).toHaveClass(/bg-brand-soft/)
  await expect(page.getByRole('heading', { level: 3 }).filter({ hasText: /First Frost|Older/ })).toHaveText([
    'First Frost',
    'Older',
  ])
  expect(await page.evaluate(() => history.state)).toBeNull()
  expect(visitor.pageErrors).toEqual([])
})

test('the copy button shows its label again, and the new row loses its highlight', {
  tag: '@long',
}, async () => {
  const visitor = await site.newVisitor()
  const { page, context } = visitor
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, { email: 'nils@example.com', name: 'Nils' })

  const sheet = await publishAndShare(visitor, 'Low Tide')
  await page.keyboard.press('Enter')
  await sheet.getByRole('button', { name: 'Copied' }).waitFor()
  await expect(sheet.getByRole('button', { name: 'Copy' })).toHaveText('Copy')
  await page.keyboard.press('Escape')

  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Low Tide' }) })
  await expect(row).toHaveClass(/bg-brand-soft/)
  await expect(row).not.toHaveClass(/bg-brand-soft/)
  expect(visitor.pageErrors).toEqual([])
})

test('on a phone the sheet is at the bottom, and saves the QR code as a PNG of 1024 pixels and as an SVG', {
  tag: '@long',
}, async () => {
  const visitor = await site.newVisitor({ width: 360 })
  const { page } = visitor
  await signIn(page, { email: 'jonas@example.com', name: 'Jonas' })

  const sheet = await publishAndShare(visitor, 'Night Ferry')
  const bottomPx = async () => {
    const box = await sheet.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  // It slides in first.
  await expect.poll(bottomPx).toBe(page.viewportSize()?.height)
  const [png] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Download PNG' }).click(),
  ])
  const [svg] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Download SVG' }).click(),
  ])

  expect([png.suggestedFilename(), svg.suggestedFilename()]).toEqual([
    'Night-Ferry-qr.png',
    'Night-Ferry-qr.svg',
  ])
  const bytes = await readFile(await png.path())
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1024, 1024])
  expect(await readFile(await svg.path(), 'utf8')).toContain('<svg width="1024"')
  expect(visitor.pageErrors).toEqual([])
})

test('on a phone a swipe down from the top closes the sheet, and other swipes scroll its content', {
  tag: '@long',
}, async () => {
  const visitor = await site.newVisitor({ width: 360 })
  const { page } = visitor
  await page.setViewportSize({ width: 360, height: 480 })
  await signIn(page, { email: 'pia@example.com', name: 'Pia' })
  const sheet = await publishAndShare(visitor, 'Thaw')
  const scrollTop = () => sheet.evaluate((element) => element.scrollTop)
  const swipe = await enableTouch(visitor)

  await swipe({ fromY: 400, toY: 250 })
  await expect.poll(scrollTop).toBeGreaterThan(50)
  await swipe({ fromY: 250, toY: 300 })
  await expect(sheet).toBeVisible()
  await sheet.evaluate((element) => element.scrollTo({ top: 0, behavior: 'instant' }))
  await swipe({ fromY: 60, toY: 100, isSlow: true })
  await expect(sheet).toBeVisible()
  await expect(sheet).toHaveCSS('translate', 'none')
  await swipe({ fromY: 60, toY: 300 })

  await expect(sheet).toBeHidden()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Thaw' }) })
  await expect(row).toBeFocused()
  expect(visitor.pageErrors).toEqual([])
})

/** Enables touch; returns a function that swipes up or down at the left edge of the page. */
async function enableTouch({ page, context }: Visitor) {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  return async ({ fromY, toY, isSlow = false }: { fromY: number; toY: number; isSlow?: boolean }) => {
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 12, y }] })
    await send('touchStart', fromY)
    for (const share of [0.2, 0.4, 0.6, 0.8, 1]) {
      if (isSlow) await page.waitForTimeout(50)
      await send('touchMove', fromY + (toY - fromY) * share)
    }
    await send('touchEnd')
  }
}
