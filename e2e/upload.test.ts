import { randomBytes } from 'node:crypto'
import { getContent } from '../contract/content.ts'
import { publishByForm, readEmailedCode, sharedId, signIn, unfold } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'
import { fillForm, publishButton } from './fixtures/uploads.ts'

const site = openSite()

async function newCreator(email: string) {
  const visitor = await site.newVisitor()
  await signIn(visitor.page, { email, name: 'Mara' })
  return visitor
}

test('input survives a reload, and starting over clears it', { tag: '@long' }, async () => {
  const { page } = await newCreator('tove@example.com')
  await page.goto('/upload')
  await page.getByLabel('Title').fill('Half a thought')
  await page.getByLabel('Description').fill('About the sea')

  await page.reload()

  await page.getByText('We restored your draft.').waitFor()
  await expect(page.getByLabel('Title')).toHaveValue('Half a thought')
  await expect(page.getByLabel('Description')).toHaveValue('About the sea')
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByText('We restored your draft.').waitFor({ state: 'detached' })
  await expect(page.getByLabel('Title')).toHaveValue('')
})

test('a new item keeps its earnings private and shows supporters, unless its creator chooses otherwise', {
  tag: '@long',
}, async () => {
  const { page } = await newCreator('quiet@example.com')
  const publicItem = async (id: string) => (await page.request.get(getContent.path.replace(':id', id))).json()

  const first = await publishByForm(page, { kind: 'Text', title: 'Dusk', price: '5.00', text: 'A poem' })
  await page.goto('/upload')
  await unfold(page, 'On your tip page')
  await page.getByLabel('Show what this item has earned').check()
  await page.getByLabel('Show supporters’ names and messages').uncheck()
  await page.getByRole('tab', { name: 'Text' }).click()
  await page.getByLabel('Text', { exact: true }).fill('Another poem')
  await page.getByLabel('Title').fill('Dawn')
  await page.getByLabel('Price', { exact: true }).fill('5.00')
  await page.getByRole('button', publishButton).click()
  const second = await sharedId(page)

  expect(await publicItem(first)).toMatchObject({ totalEarnings: null, supporters: [] })
  expect(await publicItem(second)).toMatchObject({
    totalEarnings: '0.00',
    supporters: null,
  })
})

test('a file selected before sign-in is in the form afterwards', { tag: '@long' }, async () => {
  const { page } = await site.newVisitor()
  await page.goto('/')
  const payload = { name: 'dusk “24” 🌅.zip', mimeType: 'application/zip', buffer: randomBytes(50_000) }
  await page.locator('input[type=file]').first().setInputFiles(payload)
  await page.getByRole('button', { name: 'Keep this page' }).click()
  await page.getByLabel('Email').fill('lena@example.com')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code').fill(await readEmailedCode(page, 'lena@example.com'))
  await page.getByLabel('Display name').fill('Lena')
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByRole('heading', { name: 'Upload New Content' }).waitFor()
  await page.getByText('dusk “24” 🌅.zip').first().waitFor()
  await page.getByLabel('Title').fill('Dusk')
  await page.getByLabel('Price', { exact: true }).fill('5.00')
  await page.getByText('Pay $5.00 to unlock').waitFor()
  await page.getByRole('button', { name: 'Save as Draft' }).click()
  await page.getByText('Draft saved').first().waitFor()
})

test('a chosen file names the item and its preview', { tag: '@long' }, async () => {
  const { page } = await newCreator('ida@example.com')
  await page.goto('/upload')
  const buffer = Buffer.from('not a song')

  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'slack-water.mp3', mimeType: 'audio/mpeg', buffer })

  await expect(page.getByLabel('Title')).toHaveValue('Slack water')
  const preview = page.getByRole('complementary', { name: 'How buyers will see it' })
  await expect(preview).toContainText('Slack water')
  await expect(preview).toContainText('Music')
})

test('an empty form submitted by keyboard shows each error at its field and focuses what the toast names', {
  tag: '@long',
}, async () => {
  const { page } = await newCreator('odd@example.com')
  await page.goto('/upload')
  await page.getByRole('button', publishButton).focus()
  await page.keyboard.press('Enter')

  await page.getByText('Please fill in title and price').first().waitFor()
  const file = page.locator('input[name=file]')
  await expect(file).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused()
  for (const [label, sentence] of [
    ['Title', 'Enter a title'],
    ['Price', 'Enter a price'],
  ] as const) {
    const field = page.getByRole('textbox', { name: label, exact: true })
    expect(await field.getAttribute('aria-invalid'), label).toBe('true')
    const descriptionId = await field.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${descriptionId}"]`).innerText(), label).toContain(sentence)
  }
  expect(await page.getByRole('status').count()).toBeGreaterThan(0)
})

test('errors disappear when another kind of item is chosen', { tag: '@long' }, async () => {
  const { page } = await newCreator('kinds@example.com')
  await page.goto('/upload')
  await page.getByRole('button', publishButton).click()
  await page.getByText('Enter a title').waitFor()

  await page.getByRole('tab', { name: 'Link' }).click()

  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
  await page.getByRole('button', publishButton).click()
  await expect(page.getByLabel('Link', { exact: true })).toHaveAttribute('aria-invalid', 'true')
})

test('an error disappears when its field is edited, and the others stay', { tag: '@long' }, async () => {
  const { page } = await newCreator('mend@example.com')
  await page.goto('/upload')
  const title = page.getByRole('textbox', { name: 'Title' })
  await page.getByRole('button', publishButton).click()
  await page.getByText('Enter a title').waitFor()

  await title.fill('Dusk')

  await page.getByText('Enter a title').waitFor({ state: 'detached' })
  expect(await title.getAttribute('aria-invalid')).toBeNull()
  await page.getByText('Enter a price').waitFor()
})

test('a select with some Pro-only options does not look disabled', { tag: '@long' }, async () => {
  const { page } = await newCreator('look@example.com')
  await page.goto('/upload')
  const backgroundOf = (label: string) =>
    page.getByLabel(label).evaluate((list) => getComputedStyle(list).backgroundColor)
  await page.getByLabel('Category').waitFor()

  expect(await page.getByLabel('Category').locator('option:disabled').count()).toBeGreaterThan(0)
  expect(await backgroundOf('Category')).toBe(await backgroundOf('Buyers get it as'))
})

test('an empty file is rejected with a message, and the input stays', { tag: '@long' }, async () => {
  const { page } = await newCreator('kim@example.com')
  await page.goto('/upload')
  await fillForm(page, { title: 'Nothing', size: 0 })

  await page.getByRole('button', publishButton).click()

  await page.getByText('This file is empty.').first().waitFor()
  await expect(page.getByLabel('Title')).toHaveValue('Nothing')
})
