import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { buy, chooseInMenu, closeShareSheet, publish, signIn, waitForHydration } from './fixtures/actions.ts'
import { drawImage } from './fixtures/media.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()

async function newCreator(email: string) {
  const visitor = await site.newVisitor()
  await signIn(visitor.page, { email, name: 'Mara' })
  return visitor
}

const chooseFile = (page: Page, name: string, text: string) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })

test('a creator corrects an item and replaces its file, and earlier buyers get the new one', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = await newCreator('mara@example.com')
  const file = { name: 'dusk.bin', bytes: Buffer.from('first edition') }
  const id = await publish(page, { title: 'Dusk', price: '10.00', file })
  await page.goto('/dashboard')
  const fan = await site.newVisitor()
  await buy(fan.page, id)

  await page.reload()
  await chooseInMenu(page, 'Dusk', 'Edit')
  await page.getByRole('heading', { name: 'Edit item' }).waitFor()
  await expect(page.getByLabel('Title')).toHaveValue('Dusk')
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('10.00')
  await page.getByText('Published now').waitFor()
  await page.getByLabel('Title').fill('Dusk, second edition')
  await page.getByLabel('Price', { exact: true }).fill('12.50')
  await chooseFile(page, 'dusk-2.bin', 'second edition')
  await page.getByText('Replaces dusk.bin').waitFor()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Changes saved').first().waitFor()
  await page.getByRole('link', { name: 'Open Dusk, second edition' }).waitFor()

  const seen = await (await fan.page.request.get(`/p/${id}`)).text()
  expect(seen).toContain('Dusk, second edition')
  expect(seen).toContain('$12.50')
  await fan.page.reload()
  const [saved] = await Promise.all([
    fan.page.waitForEvent('download'),
    fan.page.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('dusk-2.bin')
  expect(String(await readFile(await saved.path()))).toBe('second edition')
  expect([...pageErrors, ...fan.pageErrors]).toEqual([])
})

test('an item is unpublished and published again, in its form and in the list', {
  tag: '@long',
}, async () => {
  const { page } = await newCreator('ines@example.com')
  const id = await publish(page, { kind: 'Text', title: 'A letter', price: '1.00', text: 'Dear you' })
  await page.goto('/dashboard')
  const fan = await site.newVisitor()

  await chooseInMenu(page, 'A letter', 'Edit')
  await page.getByRole('button', { name: 'Save and unpublish' }).click()
  await page.getByText('Unpublished').first().waitFor()
  await page.getByText('Draft', { exact: true }).waitFor()
  await fan.page.goto(`/p/${id}`)
  await fan.page.getByRole('heading', { name: 'Content Not Found' }).waitFor()

  await chooseInMenu(page, 'A letter', 'Stats for')
  await page.getByText('Only you can see this.').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('A letter is available to buy').first().waitFor()
  await fan.page.goto(`/p/${id}`)
  await fan.page.getByRole('heading', { name: 'A letter' }).waitFor()
})

test('a draft is completed and published', { tag: '@long' }, async () => {
  const { page } = await newCreator('jonas@example.com')
  await page.goto('/upload')
  await page.getByLabel('Title').fill('Not ready')
  await page.getByRole('button', { name: 'Save as Draft' }).click()
  await page.getByText('Draft saved').first().waitFor()

  await chooseInMenu(page, 'Not ready', 'Edit')
  await page.getByRole('button', { name: 'Publish & Create Tip Link' }).click()
  await page.getByText('No file selected').first().waitFor()
  await chooseFile(page, 'ready.bin', 'ready')
  await page.getByRole('button', { name: 'Publish & Create Tip Link' }).click()
  await page.getByText('Your tip link is now ready to share.').first().waitFor()
  await closeShareSheet(page)

  await page.getByRole('link', { name: 'Open Not ready' }).waitFor()
})

test('unsaved changes survive a reload, can be discarded, and leaving asks for confirmation', {
  tag: '@long',
}, async () => {
  const { page } = await newCreator('lena@example.com')
  await publish(page, { kind: 'Text', title: 'Bread', price: '1.00', text: 'Salt, flour, water.' })
  await page.goto('/dashboard')
  await chooseInMenu(page, 'Bread', 'Edit')
  await page.getByLabel('Title').fill('Rye bread')

  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByText('We restored your unsaved changes').waitFor()
  await expect(page.getByLabel('Title')).toHaveValue('Rye bread')

  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Rye bread')

  await page.getByRole('button', { name: 'Undo changes' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Bread')
  await page.getByLabel('Title').fill('White bread')
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByRole('heading', { name: 'Creator Dashboard' }).waitFor()
  await chooseInMenu(page, 'Bread', 'Edit')
  await page.getByLabel('Title').waitFor()
  await expect(page.getByLabel('Title')).toHaveValue('Bread')
})

test('the Back button asks for confirmation and goes back when confirmed', { tag: '@long' }, async () => {
  const { page } = await newCreator('orla@example.com')
  await publish(page, { kind: 'Text', title: 'Soup', price: '1.00', text: 'Leek.' })
  await page.goto('/dashboard')
  await waitForHydration(page)
  await chooseInMenu(page, 'Soup', 'Edit')
  await page.getByLabel('Title').click()
  await page.getByLabel('Title').fill('Cold soup')
  const leaveDialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })

  await page.evaluate(() => history.back())
  await leaveDialog.waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await leaveDialog.waitFor({ state: 'hidden' })
  await expect(page.getByLabel('Title')).toHaveValue('Cold soup')
  await page.evaluate(() => history.back())
  await page.getByRole('button', { name: 'Leave', exact: true }).click()

  await page.getByRole('heading', { name: 'Creator Dashboard' }).waitFor()
  await page.getByRole('button', { name: 'More for Soup' }).waitFor()
})

test('an error is shown at its field, and no input is lost', { tag: '@long' }, async () => {
  const { page } = await newCreator('timo@example.com')
  await publish(page, { kind: 'Text', title: 'Soup', price: '2.00', text: 'Leeks.' })
  await page.goto('/dashboard')
  await chooseInMenu(page, 'Soup', 'Edit')

  await page.getByLabel('Price', { exact: true }).fill('a lot')
  await page.getByLabel('Description').fill('Of leeks')
  await page.getByRole('button', { name: 'Save changes' }).click()

  await page.getByText('Enter an amount like 5.00').first().waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('price')
  await expect(page.getByLabel('Description')).toHaveValue('Of leeks')
})

test('another creator’s item and a missing one are not found', { tag: '@long' }, async () => {
  const { page } = await newCreator('anna@example.com')
  const id = await publish(page, { kind: 'Text', title: 'Mine', price: '1.00', text: 'Mine' })
  await page.goto('/dashboard')
  const other = await newCreator('otto@example.com')

  for (const missingId of [id, '123456']) {
    await other.page.goto(`/edit/${missingId}`)
    await other.page.getByRole('heading', { name: 'Content Not Found' }).waitFor()
  }
})

test('a creator moves the focal point of a cover, and its crops follow', { tag: '@long' }, async () => {
  const { page, pageErrors } = await newCreator('otis@example.com')
  const id = await publish(page, { kind: 'Text', title: 'Pier', price: '1.00', text: 'Salt' })
  await page.goto(`/edit/${id}`)
  const buffer = await drawImage(page, 'image/png')
  await page.getByLabel('Cover').setInputFiles({ name: 'pier.png', mimeType: 'image/png', buffer })
  const [fromLeft, fromTop] = [page.getByLabel('From the left'), page.getByLabel('From the top')]
  await expect(fromLeft).toHaveValue('50')

  const image = page.getByAltText('Your preview')
  await image.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await image.boundingBox()) ?? notShown()
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.7, y + height * 0.7)
  await page.mouse.move(x + width * 0.9, y + height * 0.2)
  await page.mouse.up()
  await expect(fromLeft).toHaveValue('90')
  await expect(fromTop).toHaveValue('20')
  await page.getByRole('button', { name: 'Center' }).click()
  await expect(fromLeft).toHaveValue('50')
  await fromLeft.focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
  await expect(fromTop).toHaveValue('55')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Changes saved').first().waitFor()

  await page.goto('/dashboard')
  const crop = page.getByRole('listitem').filter({ hasText: 'Pier' }).locator('picture img')
  await expect(crop).toHaveCSS('object-position', '60% 55%')
  expect(pageErrors).toEqual([])
})

function notShown(): never {
  throw new Error('The image is not shown')
}
