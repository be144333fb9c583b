import { beforeEach, expect, test, vi } from 'vitest'
import { keepForm, takeStart } from './start.ts'
import { nothingTyped } from './typed.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

test('the form begins empty, with a file to choose', async () => {
  expect(await takeStart()).toEqual({ kind: 'file', typed: nothingTyped })
})

test('what the landing page kept fills the form, once', async () => {
  kept.set('upload-text', 'A poem')

  expect(await takeStart()).toEqual({ kind: 'text', typed: { ...nothingTyped, textContent: 'A poem' } })
  expect(kept.size).toBe(0)
  expect((await takeStart()).typed).toEqual(nothingTyped)
})

test('a file that the browser could not keep is named, to be picked again', async () => {
  kept.set('upload-file', JSON.stringify({ name: 'film.mov', size: 7, type: 'video/quicktime' }))

  expect((await takeStart()).pickAgain).toMatchObject({ name: 'film.mov', size: 7 })
})

test('a form that was full when the session ended is full again after sign-in', async () => {
  keepForm({ ...nothingTyped, kind: 'link', title: 'Sessions', linkUrl: 'https://example.com' }, undefined)

  const start = await takeStart()

  expect(start).toMatchObject({ kind: 'link', typed: { title: 'Sessions', linkUrl: 'https://example.com' } })
})

test('what somebody else wrote into the store is no form', async () => {
  kept.set('upload-draft', '{"title":{"a":1},"price":7')

  expect((await takeStart()).typed).toEqual(nothingTyped)
})
