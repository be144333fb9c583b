import { expect, test } from 'vitest'
import { code, sources } from './support/source-imports.ts'

/** `slice` cuts an emoji in two, which is then shown as \ufffd. These files have no text with one, or look for it. */
const others = [
  'contract/checkout.ts',
  'domain/handle.ts',
  'domain/truncate.ts',
  'domain/view-attribution.ts',
  'server/adapters/tasks/run-task.ts',
  'server/backup/archive-reader.ts',
  'web/features/buying/tip-page/link-parameters.ts',
]

test('texts of people are cut by `cut` or `truncate`, not by `slice`', () => {
  const found = sources('contract', 'domain', 'server', 'web')
    .filter((file) =>
      /\.slice\(\s*0,\s*(?:[\w.]*\bmax\w*(?:Length|Characters)\b|max\b|\d{3,})/.test(code(file)),
    )
    .filter((file) => !/\.test\.tsx?$/.test(file))

  expect(found.toSorted()).toEqual(others)
})
