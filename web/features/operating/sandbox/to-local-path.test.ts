import { expect, test } from 'vitest'
import { toLocalPath } from './onboarding-page.tsx'

test.each([
  ['/earnings?from=bank', '/earnings?from=bank'],
  ['https://tips.example.com/earnings#payouts', '/earnings#payouts'],
  ['https://evil.example//other.example/x', '/'],
  ['javascript:alert(1)', '/'],
  ['//evil.example/x', '/x'],
  ['', '/'],
])('toLocalPath turns %o into %s', (address, path) => {
  expect(toLocalPath(address)).toBe(path)
})
