import { openCreator } from './fixtures/accounts.ts'
import { buy } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
let creator: Visitor
const script = '<script>alert(1); document.title = "it ran"</script>'

test.beforeAll(async () => {
  creator = await openCreator(site)
})

/** A buyer of a file to view. */
async function buyFile(name: string, text: string) {
  const answer = await creator.page.request.post('/api/content', {
    multipart: {
      kind: 'file',
      title: 'Evening light',
      price: '5.00',
      accessType: 'view',
      file: { name, mimeType: 'text/html', buffer: Buffer.from(text) },
    },
  })
  const { id } = await answer.json()
  const visitor = await site.newVisitor({ width: 360 })
  return { ...visitor, file: `${await buy(visitor.page, String(id))}/file` }
}

test('an HTML page in a text file is shown as text by a real browser', { tag: '@long' }, async () => {
  const { page, file } = await buyFile('notes.txt', `<!doctype html>${script}`)
  const alerts: Array<string> = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.dismiss()
  })

  await page.goto(`${file}?as=inline`)

  await page.getByText('<!doctype html><script>').waitFor()
  expect(await page.title()).not.toBe('it ran')
  expect(alerts).toEqual([])
})

for (const [name, text] of [
  ['page.html', `<!doctype html>${script}`],
  ['picture.svg', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
] as const) {
  test(`${name} is downloaded by a real browser, never shown`, {
    tag: '@long',
  }, async () => {
    const { page, file } = await buyFile(name, text)
    const saved = page.waitForEvent('download')

    await page.goto(`${file}?as=inline`).catch(() => undefined)

    expect((await saved).suggestedFilename()).toBe(name)
    expect(await page.title()).not.toBe('it ran')
    expect(new URL(page.url()).pathname).toBe('/success')
  })
}
