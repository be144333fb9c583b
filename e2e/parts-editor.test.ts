import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeViolations, horizontalOverflowPx } from './fixtures/accessibility.ts'
import { buy, closeShareSheet, signIn } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'
import { mebibyte, publishButton, published, throttleUpload, trackUploadResume } from './fixtures/uploads.ts'

const site = openSite()

async function newCreator(email: string, screen = {}) {
  const visitor = await site.newVisitor(screen)
  await signIn(visitor.page, { email, name: 'Mara' })
  return visitor
}

const payload = (name: string, content: string | Buffer = name) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})

const rows = (page: Page) => page.getByRole('list', { name: 'Parts' }).getByRole('listitem')
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name })

/** The names of the list in their order, with headings in brackets. */
async function listed(page: Page): Promise<Array<string>> {
  return rows(page).evaluateAll((items) =>
    items.map((item) => {
      const name = item.querySelector('.font-semibold')?.firstChild?.textContent ?? ''
      return item.querySelector('[aria-label^="Rename section"]') ? `[${name}]` : name
    }),
  )
}

async function chooseInMenu(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `More about ${name}`, exact: true }).click()
  await page
    .getByRole('region', { name: `More about ${name}` })
    .getByRole('button', { name: action })
    .click()
}

/** Adds a link or a text by its dialog. */
async function addPart(page: Page, kind: 'Link' | 'Text', { value, name }: { value: string; name: string }) {
  const title = `Add a ${kind.toLowerCase()}`
  await page.getByRole('button', { name: kind, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByLabel(kind, { exact: true }).fill(value)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: title }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function fillDetails(page: Page, title: string) {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Price', { exact: true }).fill('12.00')
}

async function newestId(page: Page): Promise<string> {
  const [item] = await (await page.request.get('/api/content')).json()
  return String(item.id)
}

async function partsOf(page: Page, id: string): Promise<Array<Record<string, unknown>>> {
  return (await (await page.request.get(`/api/content/${id}/edit`)).json()).parts
}

test('a creator sells files, a link and a text together, and changes them later', async () => {
  const { page, pageErrors } = await newCreator('mara@example.com')
  await page.goto('/upload')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(['Breakwater.wav', 'Bora.wav', 'Booklet.pdf'].map((name) => payload(name)))
  await expect(page.getByLabel('Buyers get it as')).toHaveValue('stream')
  await expect.poll(() => listed(page)).toEqual(['Booklet', 'Bora', 'Breakwater'])
  await addPart(page, 'Link', { value: 'film.example.com/salt-roads', name: 'The film' })
  await addPart(page, 'Text', { value: 'Drop D, then G.', name: 'Chords' })
  await rowOf(page, 'Breakwater').getByText('Uploaded').waitFor()

  // Renamed in its place; Escape puts another one back.
  await chooseInMenu(page, 'Booklet', 'Rename')
  await page.keyboard.type('Lyrics')
  await page.keyboard.press('Enter')
  await chooseInMenu(page, 'Bora', 'Rename')
  await page.keyboard.type('Wind')
  await page.keyboard.press('Escape')
  await expect.poll(() => listed(page)).toEqual(['Lyrics', 'Bora', 'Breakwater', 'The film', 'Chords'])

  // Lifted, moved and dropped by keyboard, then put back by Escape.
  const grip = page.getByRole('button', { name: 'Reorder Breakwater' })
  await grip.focus()
  for (const key of [' ', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key)
  await page.getByText('Breakwater is number 1 of 5.', { exact: true }).waitFor()
  await page.keyboard.press(' ')
  await expect(grip).toBeFocused()
  for (const key of [' ', 'ArrowDown', 'Escape']) await page.keyboard.press(key)
  await expect.poll(() => listed(page)).toEqual(['Breakwater', 'Lyrics', 'Bora', 'The film', 'Chords'])

  // Up and Down, and a section.
  await rowOf(page, 'Bora').hover()
  await page.getByRole('button', { name: 'Move Bora up' }).click()
  await page.getByRole('button', { name: 'Add section' }).click()
  await page.keyboard.type('Extras')
  await page.keyboard.press('Enter')
  for (const name of ['Lyrics', 'The film', 'Chords']) {
    await chooseInMenu(page, name, 'Move to section')
    await page.getByRole('dialog').getByRole('button', { name: 'Extras' }).click()
  }
  await expect
    .poll(() => listed(page))
    .toEqual(['Breakwater', 'Bora', '[Extras]', 'Lyrics', 'The film', 'Chords'])
  await fillDetails(page, 'Salt Roads')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', publishButton).click()
  await published(page)
  await closeShareSheet(page)

  const id = await newestId(page)
  const before = await partsOf(page, id)
  expect(before).toMatchObject([
    { position: 1, name: 'Breakwater.wav', section: '', size: 14 },
    { position: 2, name: 'Bora.wav', section: '' },
    { position: 3, name: 'Lyrics.pdf', section: 'Extras' },
    { position: 4, name: 'The film', section: 'Extras', url: 'https://film.example.com/salt-roads' },
    { position: 5, name: 'Chords', section: 'Extras', text: 'Drop D, then G.' },
  ])
  const early = await site.newVisitor()
  await buy(early.page, id)

  // One part is removed, one replaced; the first is taken back once.
  await page.goto(`/edit/${id}`)
  await chooseInMenu(page, 'Bora', 'Remove')
  await page.getByText('The person who bought it keeps it.').waitFor()
  await expect(page.getByRole('button', { name: 'Undo removing Bora' })).toBeFocused()
  await page.keyboard.press('Enter')
  await chooseInMenu(page, 'Chords', 'Remove')
  const chooser = page.waitForEvent('filechooser')
  await chooseInMenu(page, 'Lyrics', 'Replace the file')
  await (await chooser).setFiles(payload('Booklet-2.pdf', 'all seven songs'))
  await rowOf(page, 'Lyrics').getByText('New version').waitFor()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Changes saved').first().waitFor()

  expect(await partsOf(page, id)).toMatchObject([
    { id: before[0]?.id, name: 'Breakwater.wav' },
    { id: before[1]?.id, name: 'Bora.wav' },
    { id: before[2]?.id, name: 'Lyrics.pdf', section: 'Extras', size: 15 },
    { id: before[3]?.id, name: 'The film' },
  ])
  const late = await site.newVisitor({ width: 390 })
  await buy(late.page, id)
  await expect(late.page.getByText('Lyrics').first()).toBeVisible()
  expect([...pageErrors, ...late.pageErrors]).toEqual([])
})

/** Files on disk below a folder of this test, so that they can be dropped, and selected twice. */
async function writeFiles(files: Record<string, number>): Promise<string> {
  const folder = test.info().outputPath('files')
  for (const [path, size] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), randomBytes(size))
  }
  return folder
}

/** Drops what a person drags from their file manager. */
async function drop(page: Page, selector: string, paths: Array<string>) {
  const session = await page.context().newCDPSession(page)
  const box = await page.locator(selector).first().boundingBox()
  const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  const data = { items: [], files: paths, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data })
}

test('a dropped folder is a section, two files upload at a time, and publishing waits for all', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = await newCreator('ines@example.com')
  const folder = await writeFiles({
    'Out/2 Bora.wav': 2 * mebibyte,
    'Out/1 Dusk.wav': 2 * mebibyte,
    'Out/.DS_Store': 10,
    'Booklet.pdf': 20_000,
    'Empty.pdf': 0,
    'Stems.zip': 1_000,
  })
  await page.goto('/upload')
  await page.getByText('Drop several, or a folder, to sell them together.').waitFor()
  await throttleUpload(page, 300_000)
  await page.route('**/api/uploads', (route) =>
    String(route.request().headers()['upload-metadata']).includes(btoa('Booklet.pdf'))
      ? route.fulfill({ status: 403, json: { code: 'quota_exceeded', message: 'No room for this file.' } })
      : route.continue(),
  )

  await drop(page, 'input[name=file]', [join(folder, 'Out')])
  await expect.poll(() => listed(page)).toEqual(['[Out]', '1 Dusk', '2 Bora'])
  await drop(
    page,
    '[aria-label=Parts]',
    ['Booklet.pdf', 'Empty.pdf', 'Stems.zip'].map((name) => join(folder, name)),
  )

  await page.getByText('“Empty.pdf” is empty. Choose another file.').waitFor()
  await expect.poll(() => listed(page)).toEqual(['[Out]', '1 Dusk', '2 Bora', 'Booklet', 'Stems'])
  await rowOf(page, 'Stems').getByText('Waiting · ZIP · 1,000 Bytes').waitFor()
  expect(await rows(page).getByRole('progressbar').count()).toBe(2)
  await page
    .getByText(/^0 of 4 files uploaded$/)
    .first()
    .waitFor()
  await fillDetails(page, 'Salt Roads')
  await page.getByRole('button', publishButton).click()
  await page.getByText('Publishes as soon as all files have arrived.', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Uploading \d+%/ }).waitFor()
  await throttleUpload(page, -1)

  await page.getByText('“Booklet” has stopped. Try again, or remove it.').first().waitFor()
  await page.unroute('**/api/uploads')
  await rowOf(page, 'Booklet').getByText('Stopped. No room for this file.').waitFor()
  await rowOf(page, 'Booklet').getByRole('button', { name: 'Try Again' }).click()
  await page.getByRole('button', publishButton).click()
  await published(page)
  expect(await partsOf(page, await newestId(page))).toMatchObject([
    { name: '1 Dusk.wav', section: 'Out', size: 2 * mebibyte },
    { name: '2 Bora.wav', section: 'Out' },
    { name: 'Booklet.pdf', section: 'Out', size: 20_000 },
    { name: 'Stems.zip', section: 'Out' },
  ])
  expect(pageErrors).toEqual([])
})

test('a closed tab’s list is restored, and a file that had not arrived goes on where it stopped', {
  tag: '@long',
}, async () => {
  const { page, context } = await newCreator('jonas@example.com')
  const folder = await writeFiles({ 'Small.wav': 1_000, 'Large.wav': 8 * mebibyte })
  await page.goto('/upload')
  await page.getByRole('tab', { name: 'Link' }).click()
  await page.getByLabel('Link', { exact: true }).fill('film.example.com')
  await addPart(page, 'Text', { value: 'Drop D, then G.', name: 'Chords' })
  await throttleUpload(page, 700_000)
  const both = ['Small.wav', 'Large.wav'].map((name) => join(folder, name))
  await page.getByLabel('Files', { exact: true }).setInputFiles(both)
  await rowOf(page, 'Small').getByText('Uploaded').waitFor()
  await rowOf(page, 'Large')
    .getByText(/^[3-9]\d%$/)
    .waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await rowOf(page, 'Large')
    .getByText(/^Paused at/)
    .waitFor()
  await page.close({ runBeforeUnload: false })

  const again = await context.newPage()
  await again.goto('/upload')
  await expect.poll(() => listed(again)).toEqual(['film.example.com', 'Chords', 'Large', 'Small'])
  await rowOf(again, 'Large')
    .getByText(/^Stopped at \d+%\. Select the file again to continue\./)
    .waitFor()
  await rowOf(again, 'Small').getByText('Uploaded').waitFor()
  await fillDetails(again, 'Salt Roads')
  await again.getByRole('button', publishButton).click()
  await again.getByText('“Large” has no file. Select it, or remove this part.').first().waitFor()
  const resume = trackUploadResume(again)
  await again.getByLabel('Files', { exact: true }).setInputFiles(join(folder, 'Large.wav'))
  await again.getByRole('button', publishButton).click()

  await published(again)
  expect(resume.offset()).toBeGreaterThan(mebibyte)
  expect(resume.hasRestarted()).toBe(false)
  expect(await partsOf(again, await newestId(again))).toMatchObject([
    ...[{ kind: 'link' }, { kind: 'text' }, { name: 'Large.wav', size: 8 * mebibyte }, { name: 'Small.wav' }],
  ])
})

for (const dark of [false, true]) {
  test(`on a phone${dark ? ' in the dark theme' : ''}, parts are put in order by Up and Down`, {
    tag: '@long',
  }, async () => {
    const { page } = await newCreator(`lena${dark}@example.com`, { width: 360, dark })
    await page.goto('/upload')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(['a.wav', 'b.wav', 'c.wav'].map((name) => payload(name)))
    await expect(page.getByText('Uploaded', { exact: true })).toHaveCount(3)
    await page.getByLabel('Files', { exact: true }).setInputFiles(payload('b.wav', 'another'))
    await page.getByText('“b.wav” is here already. Replace it, or keep both?').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Keep both' }).click()
    await expect.poll(() => listed(page)).toEqual(['a', 'b', 'c', 'b (2)'])

    await page.getByRole('button', { name: 'Reorder' }).click()
    await page.getByRole('button', { name: 'Move c up' }).click()
    await page.getByText('c is number 2 of 4.').waitFor()
    await page.getByRole('button', { name: 'Move c up' }).click()

    expect(await axeViolations(page)).toEqual([])
    expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => listed(page)).toEqual(['c', 'a', 'b', 'b (2)'])
    await expect(page.getByRole('button', { name: 'Reorder a' })).toBeHidden()
  })
}

test('a row is dragged by its handle, and Escape puts it back', { tag: '@long' }, async () => {
  const { page } = await newCreator('timo@example.com')
  await page.goto('/upload')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(['a.wav', 'b.wav', 'c.wav'].map((name) => payload(name)))
  await expect(page.getByText('Uploaded', { exact: true })).toHaveCount(3)
  const middleOf = async (name: string) => {
    const box = await page.getByRole('button', { name: `Reorder ${name}` }).boundingBox()
    return { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 22 }
  }
  const dragToC = async () => {
    const [from, to] = [await middleOf('a'), await middleOf('c')]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, from.y + 40)
    await page.mouse.move(to.x, to.y + 12)
    await expect.poll(() => listed(page)).toEqual(['b', 'c', 'a'])
  }

  await dragToC()
  await page.keyboard.press('Escape')
  await expect.poll(() => listed(page)).toEqual(['a', 'b', 'c'])
  await page.mouse.up()
  await dragToC()
  await page.mouse.up()

  await page.mouse.move(0, 0)
  expect(await listed(page)).toEqual(['b', 'c', 'a'])
})

test('an edit of several parts is restored after a reload, and can be discarded', {
  tag: '@long',
}, async () => {
  const { page } = await newCreator('nora@example.com')
  await page.goto('/upload')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(['a.wav', 'b.wav'].map((name) => payload(name)))
  await fillDetails(page, 'Salt Roads')
  await page.getByRole('button', { name: 'Save as Draft' }).click()
  await page.getByText('Draft saved').first().waitFor()
  const id = await newestId(page)
  await page.goto(`/edit/${id}`)
  await chooseInMenu(page, 'b', 'Move up')
  await chooseInMenu(page, 'a', 'Remove')
  await chooseInMenu(page, 'b', 'Remove')
  await page.getByRole('button', { name: 'Save as Draft' }).click()
  await page.getByText('An item needs at least one part.').first().waitFor()
  await page.getByRole('button', { name: 'Undo removing b' }).click()
  await expect(page.getByText('An item needs at least one part.')).toHaveCount(1)

  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByText('We restored your unsaved changes').waitFor()
  await expect.poll(() => listed(page)).toEqual(['b', 'a'])
  await page.getByRole('button', { name: 'Undo removing a' }).waitFor()
  await page.getByRole('button', { name: 'Undo changes' }).click()
  await expect.poll(() => listed(page)).toEqual(['a', 'b'])
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()

  await page.getByRole('heading', { name: 'Creator Dashboard' }).waitFor()
})
