import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { readEmailedCode } from './fixtures/actions.ts'
import { silentWav } from './fixtures/media.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()

/** Drops files as a person does: the browser itself sends the drag events, from entering the window to the drop. */
async function dropFiles(page: Page, files: Array<string>, prompt: string) {
  const box = await page.getByRole('heading', { level: 1 }).boundingBox()
  if (!box) throw new Error('The heading is not on the screen')
  const at = { x: box.x + box.width / 2, y: box.y + 20 }
  const browser = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  await browser.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at, data })
  // The browser repeats this event while the file is over the page.
  await expect(async () => {
    await browser.send('Input.dispatchDragEvent', { type: 'dragOver', ...at, data })
    expect(await page.getByText(prompt).isVisible()).toBe(true)
  }).toPass()
  await browser.send('Input.dispatchDragEvent', { type: 'drop', ...at, data })
}

async function withFiles(names: Array<string>, use: (files: Array<string>) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-drop-'))
  const files = names.map((name) => join(folder, name))
  await Promise.all(files.map((file) => writeFile(file, 'the very bytes')))
  await use(files)
  await rm(folder, { recursive: true })
}

/** Signs up as a new creator, from the sign-in that the landing page has opened. */
async function signUp(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code').fill(await readEmailedCode(page, email))
  await page.getByLabel('Display name').fill('Bea')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/upload')
}

test('a file that is dropped anywhere is its page at once, and is shared after at most 5 clicks and 4 fields', async () => {
  await withFiles(['harbor-loops_2.txt'], async (files) => {
    const { page, pageErrors } = await site.newVisitor()
    await page.goto('/')
    const sent: Array<string> = []
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
    await dropFiles(page, files, 'Drop your file here!')

    const preview = page.getByRole('figure', { name: 'Your tip page' })
    await preview.getByText('Harbor loops 2').waitFor()
    await page.getByLabel('Price', { exact: true }).fill('8')
    await page.getByText('You’d earn $6.40 of each sale').waitFor()
    await preview.getByText('Pay $8.00 to unlock').waitFor()
    expect(sent).toEqual([])
    await page.getByRole('button', { name: 'Keep this page' }).click()
    // A page that is left can't be asked.
    await page.waitForURL('**/sign-in**')
    expect(
      await page.evaluate(() => JSON.parse(sessionStorage.getItem('upload-file') ?? '{}')),
    ).toMatchObject({ name: 'harbor-loops_2.txt', size: 14 })
    // Two clicks and three fields.
    await signUp(page, 'bea@example.com')
    await page.getByRole('button', { name: 'Publish & Create Tip Link' }).click()

    await page.getByText('Harbor loops 2 is ready to share').waitFor()
    expect(pageErrors).toEqual([])
  })
})

test('a recording plays on its page before anything is sent, and its free preview ends where buyers’ will', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = await site.newVisitor({ width: 390 })
  await page.goto('/')
  const sent: Array<string> = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  const payload = { name: 'dusk.wav', mimeType: 'audio/wav', buffer: silentWav(40) }
  await page.locator('input[type=file]').first().setInputFiles(payload)
  const preview = page.getByRole('figure', { name: 'Your tip page' })
  await preview.getByText('Listen 15 seconds').waitFor()
  await preview.getByText('0:40 in full').waitFor()

  await preview.getByRole('button', { name: 'Listen' }).click()
  await preview.getByText(/^0:0[1-9] of 0:15$/).waitFor()
  await page.evaluate(() => {
    const media = document.querySelector('audio')
    if (media) media.currentTime = 14.5
  })
  await preview.getByText('Unlock all 0:40').waitFor()
  await preview.getByRole('button', { name: 'Listen again' }).click()
  await preview.getByText(/^0:0\d of 0:15$/).waitFor()

  expect(sent).toEqual([])
  await page.getByRole('button', { name: 'Keep this page' }).click()
  await page.waitForURL('**/sign-in**')
  const kept = await page.evaluate(() => JSON.parse(sessionStorage.getItem('upload-page') ?? '{}'))
  expect(kept).toMatchObject({ title: 'Dusk', teaserSeconds: '15' })
  expect(pageErrors).toEqual([])
})

test('several dropped files become the parts of one item', { tag: '@long' }, async () => {
  await withFiles(['first.txt', 'second.txt'], async (files) => {
    const { page, pageErrors } = await site.newVisitor()
    await page.goto('/')
    await dropFiles(page, files, 'Drop your 2 files here!')
    await page.getByText('first.txt and 1 more file').waitFor()
    await page.getByRole('button', { name: 'Keep this page' }).click()
    await signUp(page, 'bo@example.com')

    const parts = page.getByRole('list', { name: 'Parts' }).getByRole('listitem')
    await expect(parts).toHaveCount(2)
    expect(pageErrors).toEqual([])
  })
})

test('a link, then a text: the newer choice replaces the older one, and both are shown as a page', {
  tag: '@long',
}, async () => {
  const { page } = await site.newVisitor()
  await page.goto('/')
  await page.getByLabel('Create Tip Link').fill('https://example.com/old')
  await page.getByRole('button', { name: 'Create Tip Link' }).click()
  await page.getByRole('figure', { name: 'Your tip page' }).getByText('example.com').waitFor()
  await page.getByRole('button', { name: 'Keep this page' }).click()
  await page.waitForURL('**/sign-in**')
  await page.goto('/')

  await page.getByLabel('Create Text Tip').fill('# A letter\n\nDear you')
  await page.getByRole('button', { name: 'Create Text Tip' }).click()
  await page.getByRole('figure', { name: 'Your tip page' }).getByText('A letter').waitFor()
  await page.getByRole('button', { name: 'Keep this page' }).click()
  await page.waitForURL('**/sign-in**')

  const stored = await page.evaluate(() =>
    Object.keys(sessionStorage).filter((key) => key.startsWith('upload-')),
  )
  expect(stored.sort()).toEqual(['upload-page', 'upload-text'])
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
  await page.getByLabel('Title').fill('')
  await page.getByRole('button', { name: 'Keep this page' }).click()
  await page.getByText('Enter a title').waitFor()
  await page.getByLabel('Title').fill('A place')
  await page.getByRole('button', { name: 'Keep this page' }).click()

  await page.waitForURL('**/sign-in**')
  expect(await page.evaluate(() => sessionStorage.getItem('upload-link'))).toBe('https://example.com/a')
})

test('a file that is too large is refused in the zone, and nothing else is lost', {
  tag: '@long',
}, async () => {
  const { page } = await site.newVisitor()
  await page.goto('/')
  await page.getByLabel('Create Text Tip').fill('My letter')

  // The listeners come with the code that the focus of the field has asked for.
  await expect(async () => {
    await page.evaluate(() => {
      const file = new File(['x'], 'film.mov')
      Object.defineProperty(file, 'size', { value: 6 * 1024 ** 3 })
      const event = new Event('drop', { bubbles: true, cancelable: true })
      const dataTransfer = { items: [{ kind: 'file' }], files: [file] }
      window.dispatchEvent(Object.assign(event, { dataTransfer }))
    })
    expect(await page.getByText('File too large').isVisible()).toBe(true)
  }).toPass()
  await expect(page.getByRole('alert')).toContainText('Maximum file size is 5 GB')
  await expect(page.getByLabel('Create Text Tip')).toHaveValue('My letter')
})
