import { openCreator } from './fixtures/accounts.ts'
import { cards, goToCheckout, payWith, publish } from './fixtures/actions.ts'
import { silentWav } from './fixtures/media.ts'
import { publishParts, type TypedPart, uploadPart } from './fixtures/parts.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
let mara: Visitor

test.beforeAll(async () => {
  mara = await openCreator(site)
})

/** Two songs in a section, and a booklet, a link and a text in another. */
async function publishAlbum(fields: Record<string, string> = {}): Promise<string> {
  const { page } = mara
  const bytes = silentWav(1)
  const song = (name: string) => uploadPart(page, name, bytes, { section: 'Out', access: 'stream' })
  const booklet = Buffer.from('%PDF-1.4 a booklet')
  const parts: Array<TypedPart> = [
    await song('Breakwater.wav'),
    await song('Customs house.wav'),
    await uploadPart(page, 'Booklet.pdf', booklet, { section: 'Extras' }),
    { kind: 'link', name: 'The film', section: 'Extras', url: 'https://example.com/secret-film' },
    { kind: 'text', name: 'Chords and tunings', section: 'Extras', text: 'Open G, capo 2.' },
  ]
  return publishParts(page, 'Salt Roads', parts, { category: 'music', ...fields })
}

for (const javaScript of [true, false])
  test(`a tip page says what is inside from the parts, ${javaScript ? 'with' : 'without'} a script`, {
    tag: javaScript ? '@long' : [],
  }, async () => {
    const id = await publishAlbum()
    const { page, pageErrors } = await site.newVisitor({ width: 390, javaScript })
    await page.goto(`/p/${id}`)
    const inside = page.getByRole('region', { name: 'What’s inside' })

    await expect(page.getByText('Play and download', { exact: true })).toBeVisible()
    await expect(inside.getByRole('listitem')).toHaveText([
      /^2 tracksWAV, /,
      /^BookletPDF, /,
      'The filmA private link',
      'Chords and tuningsText',
    ])
    const list = inside.getByRole('group')
    await expect(list.getByText('Breakwater')).toBeHidden()

    await inside.getByText(/^All 5 parts/).click()

    await expect(list.getByRole('heading')).toHaveText(['Out', 'Extras'])
    await expect(list.getByRole('listitem')).toHaveText([
      'BreakwaterWAV',
      'Customs houseWAV',
      'BookletPDF',
      'The filmLink',
      'Chords and tuningsText',
    ])
    await expect(inside).toContainText(
      'Yours to keep: play it in the browser, or download one by one or all at once.',
    )
    await expect(page.getByText('One WAV file')).toHaveCount(0)
    expect(await page.content()).not.toMatch(/secret-film|capo 2|Breakwater\.wav/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(pageErrors).toEqual([])
  })

test('the free preview in the list leads to it', { tag: '@long' }, async () => {
  const id = await publishAlbum({ teaserWords: '2' })
  const { page } = await site.newVisitor()
  const preview = page.getByRole('link', { name: 'Free preview' })
  await expect(async () => {
    await page.goto(`/p/${id}`)
    await page.getByText(/^All 5 parts/).click()
    await expect(preview).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })

  await preview.click()

  await expect(page).toHaveURL(`/p/${id}#free-preview`)
  await expect(page.getByRole('region', { name: 'Free preview' })).toBeInViewport()
})

test('cards, the dashboard and the checkout count all parts of an item', { tag: '@long' }, async () => {
  const id = await publishAlbum()
  const other = await publish(mara.page, { kind: 'Text', title: 'Tides', price: '5.00', text: 'Salt.' })
  const { page } = await site.newVisitor()

  await page.goto(`/p/${other}`)
  await expect(
    page.getByRole('link', { name: /Salt Roads.*Music, 3 files, a link and a text, / }).first(),
  ).toBeVisible()
  await page.goto(`/checkout/${id}`)
  await expect(page.getByText(/^3 files, a link and a text, /)).toBeVisible()
  await mara.page.goto('/dashboard')
  await expect(mara.page.getByText(/Music · 5 parts · /).first()).toBeVisible()
})

test('a buyer who returns to the tip page opens all parts', { tag: '@long' }, async () => {
  const id = await publishAlbum()
  const { page } = await site.newVisitor()
  await goToCheckout(page, id)
  await payWith(page, cards.success)
  await expect(page.getByRole('link', { name: 'Receipt' })).toBeVisible()

  await page.goto(`/p/${id}`)

  await expect(page.getByRole('heading', { name: 'You own this' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download', exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Open Salt Roads' })).toBeVisible()
})
