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

test('takeLandingDraft returns a draft once', () => {
  saveLandingDraft({ link: 'https://example.com', text: 'A poem' })

  expect(takeLandingDraft()).toEqual({ file: undefined, link: 'https://example.com', text: 'A poem' })
  expect(takeLandingDraft()).toEqual({ file: undefined, link: undefined, text: undefined })
})

test.each(['{', 'null', '{"name":1}', '[]'])('an invalid stored value (%s) is no file', (invalid) => {
  stored.set('upload-file', invalid)

  expect(takeLandingDraft().file).toBeUndefined()
})
