import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeReturnPath } from './return-path.ts'

test.each([
  '/',
  '/upload',
  '/p/1?amount=5',
  '/p/1?success=true#top',
  '/dashboard?q=a%20b',
  '/dashboard?q=100%',
  '/success?content_id=1&next=https://evil.example',
  '/p/1?a=%2f%2fevil%0d%0a#top',
  '/p/a%20b',
  '/a/./b/../c',
  '/a//b',
  '/@evil.example',
  '/b%C3%BCcher',
])('safeReturnPath returns %j unchanged', (path) => {
  expect(safeReturnPath(path)).toBe(path)
})

test.each([
  undefined,
  null,
  '',
  ' /upload',
  'upload',
  '//evil.example',
  '///evil.example',
  '/.//evil.example',
  '/./%2fevil.example',
  '/..//evil.example',
  '/.%2e//evil.example',
  '/%2e//evil.example',
  '/%2E%2e//evil.example',
  '/a/%2e%2e//evil.example',
  '/a%2fb/%2e%2e//evil.example',
  '/a/..//evil.example',
  '/x/../..//evil.example',
  '/x/..%2f..%2f%2fevil.example',
  '/%252e//evil.example',
  '/%25252e%25252e//evil.example',
  '/%25252525252525252525252e//evil.example',
  '/%2f%2fevil.example',
  '/%2fevil.example',
  '/%252fevil.example',
  '/\\evil.example',
  '/.\\evil.example',
  '/%5cevil.example',
  '/a/..%5c/evil.example',
  '\\\\evil.example',
  '/\n/evil.example',
  '/\t/evil.example',
  '/.\t//evil.example',
  '/a\nb',
  '/%0d%0aSet-Cookie:x',
  '/%09/evil.example',
  '/%E0%A4%A',
  '/\ud800',
  'https:evil.example',
  'https://evil.example',
  'https://good@evil.example',
  'javascript:alert(1)',
])('safeReturnPath returns / for %j', (path) => {
  expect(safeReturnPath(path)).toBe('/')
})

/** Every URL that a browser or proxy could make of a path: as it is, resolved, and decoded before resolving. */
function interpretations(path: string, base: string): Array<URL> {
  const urls = [new URL(path, base)]
  for (let text = path.split(/[?#]/, 1)[0] ?? '', i = 0; i < 4; i++) {
    text = decodeURIComponent(text)
    urls.push(new URL(text, base))
  }
  return urls.flatMap((url) => [url, new URL(url.pathname, base)])
}

const pieces = [
  ...[
    '/',
    '.',
    '..',
    '\\',
    '%2e',
    '%2E',
    '%2f',
    '%5c',
    '%5C',
    '%25',
    '2e',
    '2f',
    'evil.example',
    '/..',
    '/./',
  ],
  ...['@', ':', '?', '#', '\t', '\n', '%09', '%00', ' ', 'a', 'https:', '%', '\ud83c', '%252e'],
]

test.each(['https://tips.example.com', 'http://localhost:3000/a/b?c', 'https://tips.example.com/sign-in'])(
  'the result of safeReturnPath stays on the origin of %s, also decoded and resolved again',
  (base) => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 9 }), (parts) => {
        const path = safeReturnPath(`/${parts.join('')}`)
        for (const url of interpretations(path, base)) expect(url.origin).toBe(new URL(base).origin)
      }),
      { numRuns: 3_000, seed: 20_261_122 },
    )
  },
)
