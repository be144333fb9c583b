import type { Page } from '@playwright/test'
import { axeViolations } from './fixtures/accessibility.ts'
import { buy, closeShareSheet, signIn } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'
import { publishButton, published } from './fixtures/uploads.ts'

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

async function addLink(page: Page, { url, name }: { url: string; name: string }) {
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a link' })
  await dialog.getByLabel('Link').fill(url)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Add a link' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function addText(page: Page, { text, name }: { text: string; name: string }) {
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a text' })
  await dialog.getByLabel('Text').fill(text)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Add a text' }).click()
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
  await expect.poll(() => listed(page)).toEqual(['Booklet', 'Bora', 'Breakwater'])
  await addLink(page, { url: 'film.example.com/salt-roads', name: 'The film' })
  await addText(page, { text: 'Drop D, then G.', name: 'Chords' })
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
  await expect(late.page.getByText('Lyrics.pdf').first()).toBeVisible()
  expect([...pageErrors, ...late.pageErrors]).toEqual([])
})
