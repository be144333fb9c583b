import { openCreator } from './fixtures/accounts.ts'
import { buy, publish, unfold } from './fixtures/actions.ts'
import { drawImage } from './fixtures/media.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
let mara: Visitor

test.beforeAll(async () => {
  mara = await openCreator(site)
})

test('a press on the cover enlarges it; Escape or the button closes it, and the focus returns', {
  tag: '@long',
}, async () => {
  const { page: creator } = mara
  const image = await drawImage(creator, 'image/png')
  const answer = await creator.request.post('/api/content', {
    multipart: {
      kind: 'text',
      title: 'Karst',
      price: '4.00',
      accessType: 'view',
      textContent: 'Salt.',
      previewImage: { name: 'karst.png', mimeType: 'image/png', buffer: image },
    },
  })
  const { id } = await answer.json()
  const { page, pageErrors } = await site.newVisitor({ width: 360 })
  await page.goto(`/p/${id}`)
  const enlarge = page.getByRole('button', { name: 'Enlarge preview' })
  const large = page.locator('#large-preview')
  const close = large.getByRole('button', { name: 'Close' })

  await enlarge.click()
  await expect(large.getByRole('img', { name: 'Preview of Karst' })).toBeInViewport()
  expect((await large.boundingBox())?.width).toBeLessThanOrEqual(360)
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await expect(enlarge).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(large).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(close).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(large).toBeHidden()
  await expect(enlarge).toBeFocused()

  await enlarge.click()
  await page.mouse.click(4, 790)
  await expect(large).toBeHidden()
  expect(pageErrors).toEqual([])
})

test('the lines of “What’s inside” in the editor are a list on the tip page', { tag: '@long' }, async () => {
  const { page: creator } = mara
  const id = await publish(creator, { kind: 'Text', title: 'Dusk', price: '4.00', text: 'Salt.' })
  const { page } = await site.newVisitor()
  await page.goto(`/p/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Dusk' })).toBeVisible()
  // How one gets it is always said there.
  await expect(page.getByRole('region', { name: 'What’s inside' }).getByRole('listitem')).toHaveCount(0)

  await creator.goto(`/edit/${id}`)
  await unfold(creator, 'What’s inside')
  await creator.getByLabel('What’s inside').fill('6 tracks, 31 minutes\n\n  Booklet, 12 pages  \n')
  await creator.getByRole('button', { name: 'Save changes' }).click()
  await creator.getByText('Changes saved').first().waitFor()

  const lines = page.getByRole('region', { name: 'What’s inside' }).getByRole('listitem')
  await expect(async () => {
    await page.reload()
    await expect(lines).toHaveText(['6 tracks, 31 minutes', 'Booklet, 12 pages'], { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await creator.goto(`/edit/${id}`)
  await expect(creator.getByLabel('What’s inside')).toHaveValue('6 tracks, 31 minutes\nBooklet, 12 pages')
})

test('a tip page shows its counts from the first sale on', { tag: '@long' }, async () => {
  const id = await publish(mara.page, { kind: 'Text', title: 'Thaw', price: '5.00', text: 'Salt.' })
  const { page } = await site.newVisitor()
  const counts = page.getByText(/(People|Person) tipped|Total earned/)
  const expectVisible = (sentence: string) =>
    expect(async () => {
      await page.goto(`/p/${id}`)
      await expect(page.getByText(sentence)).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
  const sellOne = async () => buy((await site.newVisitor()).page, id)

  await expectVisible('Be the first to support Mara')
  await expect(counts).toHaveCount(0)
  await sellOne()
  await expectVisible('1 Person tipped')
  await expect(page.getByText('Be the first to support')).toHaveCount(0)
})
