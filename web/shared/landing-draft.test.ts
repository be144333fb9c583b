import { beforeEach, expect, test, vi } from 'vitest'
import { saveLandingDraft, takeLandingDraft } from './landing-draft.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

test('a selected file is stored by name, size and type under the key of the specification', () => {
  saveLandingDraft({ file: new File(['abc'], 'a.txt', { type: 'text/plain' }) })

  expect(JSON.parse(stored.get('upload-file') ?? '')).toEqual({ name: 'a.txt', size: 3, type: 'text/plain' })
})

test.each([
  [{ link: 'https://example.com/old' }, { text: 'A poem' }],
  [{ text: 'A poem' }, { link: 'https://example.com/new' }],
  [{ link: 'https://example.com/old' }, { file: new File(['abc'], 'a.txt', { type: 'text/plain' }) }],
  [{ text: 'A poem' }, { file: new File(['abc'], 'a.txt', { type: 'text/plain' }) }],
  [{ file: new File(['abc'], 'a.txt', { type: 'text/plain' }) }, { link: 'https://example.com/new' }],
])('after %o, the newer choice %o is the only one left', (older, newer) => {
  saveLandingDraft(older)
  saveLandingDraft(newer)

  const { file, link, text } = takeLandingDraft()

  expect({ link, text }).toEqual({ link: undefined, text: undefined, ...('file' in newer ? {} : newer) })
  expect(file?.name).toBe('file' in newer ? 'a.txt' : undefined)
})

test('takeLandingDraft returns a draft once', () => {
  saveLandingDraft({ text: 'A poem' })

  expect(takeLandingDraft()).toEqual({ file: undefined, link: undefined, text: 'A poem' })
  expect(takeLandingDraft()).toEqual({ file: undefined, link: undefined, text: undefined })
})

test.each(['{', 'null', '{"name":1}', '[]'])('an invalid stored value (%s) is no file', (invalid) => {
  stored.set('upload-file', invalid)

  expect(takeLandingDraft().file).toBeUndefined()
})
