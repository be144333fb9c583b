import { beforeEach, expect, test, vi } from 'vitest'
import { isSame, keepForm } from './kept-form.ts'
import { forgetStart, takeStart } from './start.ts'
import { nothingTyped } from './typed.ts'

const session = new Map<string, string>()
const local = new Map<string, string>()
const mara = 1
const jonas = 2

function storage(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  }
}

beforeEach(() => {
  session.clear()
  local.clear()
  vi.stubGlobal('sessionStorage', storage(session))
  vi.stubGlobal('localStorage', storage(local))
})

test('the form begins empty, with a file to choose', async () => {
  expect(await takeStart(mara)).toEqual({ kind: 'file', typed: nothingTyped, isKept: false })
})

test('a creator’s own defaults stand in it, until something else was typed', async () => {
  const defaults = { chips: '3.00, 5.00, 10.00', showSupporters: 'true' }

  expect((await takeStart(mara, defaults)).typed).toEqual({ ...nothingTyped, ...defaults })

  keepForm(mara, { typed: { kind: 'file', title: 'Sessions', chips: '1, 2, 3' } })
  expect((await takeStart(mara, defaults)).typed).toMatchObject({ title: 'Sessions', chips: '1, 2, 3' })
})

test('what the landing page kept fills the form, once', async () => {
  session.set('upload-text', 'A poem')

  expect(await takeStart(mara)).toMatchObject({ kind: 'text', typed: { textContent: 'A poem' } })
  expect(session.size).toBe(0)
  expect((await takeStart(mara)).typed).toEqual(nothingTyped)
})

test('a file that the browser could not keep is named, to be picked again', async () => {
  session.set('upload-file', JSON.stringify({ name: 'film.mov', size: 7, type: 'video/quicktime' }))

  expect((await takeStart(mara)).pickAgain).toMatchObject({ name: 'film.mov', size: 7 })
})

const begun = { uploadId: 'abc', name: 'film.mov', size: 700, lastModified: 5, loaded: 350 }

test('a form that was left is full again, and says which file is on its way', async () => {
  keepForm(mara, { typed: { kind: 'file', title: 'Sessions' } })
  keepForm(mara, { begun })

  const start = await takeStart(mara)

  expect(start).toMatchObject({ kind: 'file', typed: { title: 'Sessions' }, isKept: true, begun })
  expect(start.pickAgain).toMatchObject({ name: 'film.mov', size: 700 })
})

test('nobody else finds what a person left on the same machine', async () => {
  keepForm(mara, { typed: { kind: 'text', textContent: 'A secret' } })

  expect(await takeStart(jonas)).toEqual({ kind: 'file', typed: nothingTyped, isKept: false })
})

test('after publishing, or starting over, nothing is left', async () => {
  keepForm(mara, { typed: { title: 'Sessions' }, begun })

  await forgetStart()

  expect(await takeStart(mara)).toEqual({ kind: 'file', typed: nothingTyped, isKept: false })
})

test('the same file is known by name, size and time; another is sent from its beginning', () => {
  const bytes = 'x'.repeat(700)

  expect(isSame(new File([bytes], 'film.mov', { lastModified: 5 }), begun)).toBe(true)
  expect(isSame(new File([bytes], 'film.mov', { lastModified: 6 }), begun)).toBe(false)
  expect(isSame(new File([`${bytes}!`], 'film.mov', { lastModified: 5 }), begun)).toBe(false)
})

test.each([
  '{"title":{"a":1},"price":7',
  '{"who":1,"typed":null}',
  '{"who":1,"typed":{"title":7},"begun":{"uploadId":1}}',
])('what somebody else wrote into the store (%s) is no form', async (spoiled) => {
  local.set('upload-form', spoiled)

  const { typed, begun } = await takeStart(mara)

  expect(typed).toEqual(nothingTyped)
  expect(begun).toBeUndefined()
})
