import { beforeEach, expect, test, vi } from 'vitest'
import { clearDraft, isSameFile, loadInitialUpload, saveUploadDraft } from './drafts.ts'
import { emptyValues } from './form-values.ts'

const session = new Map<string, string>()
const local = new Map<string, string>()
const mara = 1
const jonas = 2

function storage(stored: Map<string, string>) {
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  }
}

beforeEach(() => {
  session.clear()
  local.clear()
  vi.stubGlobal('sessionStorage', storage(session))
  vi.stubGlobal('localStorage', storage(local))
})

test('the form starts empty, with the file kind', async () => {
  expect(await loadInitialUpload(mara)).toEqual({ kind: 'file', typed: emptyValues, isRestored: false })
})

test('the account’s defaults fill the form until something else was typed', async () => {
  const defaults = { suggestedAmounts: '3.00, 5.00, 10.00', showSupporters: 'true' }

  expect((await loadInitialUpload(mara, defaults)).typed).toEqual({ ...emptyValues, ...defaults })

  saveUploadDraft(mara, { values: { kind: 'file', title: 'Sessions', suggestedAmounts: '1, 2, 3' } })
  expect((await loadInitialUpload(mara, defaults)).typed).toMatchObject({
    title: 'Sessions',
    suggestedAmounts: '1, 2, 3',
  })
})

test('an option that was switched off is restored as off, whatever the account’s default', async () => {
  saveUploadDraft(mara, { values: { kind: 'file', title: 'Sessions' } })

  const { typed } = await loadInitialUpload(mara, { showSupporters: 'true' })

  expect(typed.showSupporters).toBe('')
})

test('the landing page’s draft fills the form once', async () => {
  session.set('upload-text', 'A poem')

  expect(await loadInitialUpload(mara)).toMatchObject({ kind: 'text', typed: { textContent: 'A poem' } })
  expect(session.size).toBe(0)
  expect((await loadInitialUpload(mara)).typed).toEqual(emptyValues)
})

test('a file that the browser could not store is named, so that it can be selected again', async () => {
  session.set('upload-file', JSON.stringify({ name: 'film.mov', size: 7, type: 'video/quicktime' }))

  expect((await loadInitialUpload(mara)).fileToReselect).toMatchObject({ name: 'film.mov', size: 7 })
})

const partialUpload = { uploadId: 'abc', name: 'film.mov', size: 700, lastModified: 5, loaded: 350 }

test('a draft is restored with its partial upload', async () => {
  saveUploadDraft(mara, { values: { kind: 'file', title: 'Sessions' } })
  saveUploadDraft(mara, { partialUpload })

  const start = await loadInitialUpload(mara)

  expect(start).toMatchObject({ kind: 'file', typed: { title: 'Sessions' }, isRestored: true, partialUpload })
  expect(start.fileToReselect).toMatchObject({ name: 'film.mov', size: 700 })
})

test('a selected file that is no longer stored is named, so that it can be selected again', async () => {
  saveUploadDraft(mara, { selectedFile: { name: 'film.mov', size: 700, lastModified: 5 } })

  expect(await loadInitialUpload(mara)).toMatchObject({
    isRestored: true,
    fileToReselect: { name: 'film.mov', size: 700 },
  })
})

test.each([
  ['text', 'published'],
  ['link', 'draft'],
])(
  'after signing in again, a %s is submitted like a file, with the button that was pressed',
  async (kind, button) => {
    saveUploadDraft(mara, { values: { kind, title: 'Soup' }, pendingSubmit: button })

    expect(await loadInitialUpload(mara)).toMatchObject({ kind, pendingSubmit: button })
  },
)

test('a file that no longer exists is not submitted automatically', async () => {
  saveUploadDraft(mara, { values: { kind: 'file', title: 'Soup' }, pendingSubmit: 'published' })

  expect((await loadInitialUpload(mara)).pendingSubmit).toBeUndefined()
})

test('a draft of another user on the same device is not loaded', async () => {
  saveUploadDraft(mara, { values: { kind: 'text', textContent: 'A secret' } })

  expect(await loadInitialUpload(jonas)).toEqual({ kind: 'file', typed: emptyValues, isRestored: false })
})

test('nothing is stored after publishing or starting over', async () => {
  saveUploadDraft(mara, { values: { title: 'Sessions' }, partialUpload })

  await clearDraft()

  expect(await loadInitialUpload(mara)).toEqual({ kind: 'file', typed: emptyValues, isRestored: false })
})

test('a file is recognized by name, size and modification time; any other is uploaded from the start', () => {
  const bytes = 'x'.repeat(700)

  expect(isSameFile(new File([bytes], 'film.mov', { lastModified: 5 }), partialUpload)).toBe(true)
  expect(isSameFile(new File([bytes], 'film.mov', { lastModified: 6 }), partialUpload)).toBe(false)
  expect(isSameFile(new File([`${bytes}!`], 'film.mov', { lastModified: 5 }), partialUpload)).toBe(false)
})

test.each([
  '{"title":{"a":1},"price":7',
  '{"userId":1,"values":null}',
  '{"userId":1,"values":{"title":7},"partialUpload":{"uploadId":1}}',
])('an invalid stored draft (%s) is ignored', async (invalidDraft) => {
  local.set('upload-form', invalidDraft)

  const { typed, partialUpload } = await loadInitialUpload(mara)

  expect(typed).toEqual(emptyValues)
  expect(partialUpload).toBeUndefined()
})
