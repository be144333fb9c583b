import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()

/** Drops files as a person does: the browser itself sends the drag events, from entering the window to the drop. */
async function dropFiles(page: Page, label: string, files: Array<string>) {
  const box = await page.getByLabel(label).boundingBox()
  if (!box) throw new Error(`${label} is not on the screen`)
  const at = { x: box.x + box.width / 2, y: box.y + 20 }
  const browser = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  await browser.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at, data })
  // The browser repeats this event while the file is over the page.
  await expect(async () => {
    await browser.send('Input.dispatchDragEvent', { type: 'dragOver', ...at, data })
    expect(await page.getByText('Drop your file here!').isVisible()).toBe(true)
  }).toPass()
  await browser.send('Input.dispatchDragEvent', { type: 'drop', ...at, data })
}

test('of two files dropped on the landing page, the first is stored when sign-in opens', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-drop-'))
  const files = ['first.txt', 'second.txt'].map((name) => join(folder, name))
  await Promise.all(files.map((file) => writeFile(file, 'the very bytes')))
  const { page, pageErrors } = await site.newVisitor()
  await page.goto('/')

  await dropFiles(page, 'Choose a file', files)

  await page.waitForURL('**/sign-in**')
  const stored = await page.evaluate(() => sessionStorage.getItem('upload-file'))
  expect(JSON.parse(stored ?? '{}')).toMatchObject({ name: 'first.txt', size: 14 })
  expect(pageErrors).toEqual([])
  await rm(folder, { recursive: true })
})

test('a file that is picked after Back replaces the link that was left behind', async () => {
  const { page } = await site.newVisitor()
  await page.goto('/')
  await page.getByLabel('Create Tip Link').fill('https://example.com/old')
  await page.getByRole('button', { name: 'Create Tip Link' }).click()
  await page.waitForURL('**/sign-in**')
  await page.goBack()

  const payload = { name: 'presets.zip', mimeType: 'application/zip', buffer: Buffer.from('the very bytes') }
  await page.getByLabel('Choose a file').setInputFiles(payload)
  await page.waitForURL('**/sign-in**')

  const stored = await page.evaluate(() =>
    Object.keys(sessionStorage).filter((key) => key.startsWith('upload-')),
  )
  expect(stored).toEqual(['upload-file'])
})

test('without its script, a text typed on the landing page is not part of an address', async () => {
  const { page } = await site.newVisitor({ javaScript: false })
  await page.goto('/')
  const addresses: Array<string> = []
  page.on('request', (request) => addresses.push(request.url()))

  await page.getByLabel('Create Text Tip').fill('my secret license key')
  await page.getByRole('button', { name: 'Create Text Tip' }).click()

  await page.waitForURL('**/sign-in**')
  expect(addresses.filter((address) => /secret/.test(address))).toEqual([])
  expect(addresses.some((address) => address.includes('/api/login?returnTo='))).toBe(true)
})

test('a link without https:// is stored with it, and text that is not a link is an error at its field', {
  tag: '@long',
}, async () => {
  const { page } = await site.newVisitor({ width: 360 })
  await page.goto('/')

  await page.getByLabel('Create Tip Link').fill('not a link')
  await page.getByRole('button', { name: 'Create Tip Link' }).click()
  await page.getByText('Enter a link like https://example.com').waitFor()
  await page.getByLabel('Create Tip Link').fill('example.com/a')
  await page.getByRole('button', { name: 'Create Tip Link' }).click()

  await page.waitForURL('**/sign-in**')
  expect(await page.evaluate(() => sessionStorage.getItem('upload-link'))).toBe('https://example.com/a')
})

test('the fields for a link and a text start on one line', { tag: '@long' }, async () => {
  const { page } = await site.newVisitor()

  await page.goto('/')

  const fields = [page.getByLabel('Create Tip Link'), page.getByLabel('Create Text Tip')]
  await expect(async () => {
    const [link, text] = await Promise.all(fields.map((field) => field.boundingBox()))
    expect(link?.y).toBe(text?.y)
  }).toPass({ timeout: 10_000 })
})
