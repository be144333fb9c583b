import { beforeEach, expect, test, vi } from 'vitest'
import { saveLandingDraft, takeLandingDraft } from './landing-draft.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

test('a picked file is kept by name, size and type under the key of the specification', () => {
  saveLandingDraft({ file: new File(['abc'], 'a.txt', { type: 'text/plain' }) })

  expect(JSON.parse(kept.get('upload-file') ?? '')).toEqual({ name: 'a.txt', size: 3, type: 'text/plain' })
})

test('what was kept is handed out once', () => {
  saveLandingDraft({ link: 'https://example.com', text: 'A poem' })

  expect(takeLandingDraft()).toEqual({ file: undefined, link: 'https://example.com', text: 'A poem' })
  expect(takeLandingDraft()).toEqual({ file: undefined, link: undefined, text: undefined })
})

test.each(['{', 'null', '{"name":1}', '[]'])('a note that was spoiled (%s) is no file', (spoiled) => {
  kept.set('upload-file', spoiled)

  expect(takeLandingDraft().file).toBeUndefined()
})
