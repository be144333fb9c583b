import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { pdfOf } from '../tests/support/pdf.ts'
import { journeys, type Person } from './support/journey.ts'
import { accessPath, cards, goToCheckout, payWith, signIn } from './support/people.ts'

const j = journeys()
let creator: Person

beforeAll(async () => {
  creator = await j.creator()
  await signIn(creator.page, { email: 'mara@example.com', name: 'Mara' })
})

/** Somebody who has bought a PDF whose file can be taken out of the store and put back. */
async function bought() {
  const before = await storedFiles()
  const answer = await creator.page.request.post('/api/content', {
    multipart: {
      ...{ title: 'Notes on dusk', price: '5.00', kind: 'file', accessType: 'view' },
      file: { name: 'notes.pdf', mimeType: 'application/octet-stream', buffer: await pdfOf('Notes on dusk') },
    },
  })
  const path = (await storedFiles()).find((file) => !before.includes(file)) ?? ''
  const person = await j.person({ width: 390 })
  await goToCheckout(person.page, String((await answer.json()).id))
  await payWith(person.page, cards.pays)
  await person.page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  return {
    ...person,
    access: await accessPath(person.page),
    loses: () => rename(path, `${path}.away`),
    putsBack: () => rename(`${path}.away`, path),
  }
}

async function storedFiles(): Promise<Array<string>> {
  const folder = join(j.dataDir(), 'files')
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  return names.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

test('a download of a missing file shows a page of ours, which starts it once the file is back', async () => {
  const { page, faults, loses, putsBack } = await bought()
  await loses()

  await page.getByRole('link', { name: 'Download' }).click()
  await page.getByRole('heading', { name: 'Download Failed' }).waitFor()
  await page.getByText('This page tries again automatically.').waitFor()
  const download = page.waitForEvent('download')
  await putsBack()

  expect((await download).suggestedFilename()).toBe('notes.pdf')
  await page.getByText('Your download is starting.').waitFor()
  expect(faults).toEqual([])
})

test('without JavaScript the page of a missing file offers another try and the way back', async () => {
  const { access, loses, putsBack } = await bought()
  await loses()
  const { page } = await j.person({ width: 390, javaScript: false })
  await page.goto(access)

  await page.getByRole('link', { name: 'Download' }).click()
  await page.getByRole('heading', { name: 'Download Failed' }).waitFor()
  await page.getByRole('link', { name: 'Back to your purchase' }).waitFor()
  await putsBack()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Try Again' }).click()

  expect((await download).suggestedFilename()).toBe('notes.pdf')
})
