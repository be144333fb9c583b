import { expect, test } from 'vitest'
import { fileAddress } from './file-address.ts'

const page = 'https://tips.example/pdf-reader'

test('the address of a file is resolved on its own site', () => {
  const path = '/files/1/a%20b.pdf?as=inline&expires=1&signature=x'

  expect(fileAddress(`#${encodeURIComponent(path)}`, page)).toBe(`https://tips.example${path}`)
})

test.each([
  '/files/../api/auth/user',
  '/files/%2e%2e/api/auth/user',
  '/files/.%2E/x',
  '/files/1\\..\\..\\api',
  '/files/',
  '/api/auth/user',
  '//evil.example/files/1/a.pdf',
  'https://evil.example/files/1/a.pdf',
  'data:application/pdf,%PDF-',
  'javascript:alert(1)',
  '',
])('%s is no address of a file', (address) => {
  expect(fileAddress(`#${encodeURIComponent(address)}`, page)).toBeUndefined()
})

test('a fragment that is not encoded is no address of a file', () => {
  expect(fileAddress('#%', page)).toBeUndefined()
})
