import { expect, test } from 'vitest'
import { code, sources } from './support/source-imports.ts'

/** The contract tests of adapters are in `ports` and have another name. */
const isTest = (file: string) => /contract-tests?\b/.test(file)

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/ .*$/gm, '')

test('the name of the product is in one file, so that a site can have its own', () => {
  const files = sources('contract', 'domain', 'server', 'web').filter(
    (file) => !isTest(file) && withoutComments(code(file)).includes('Tipdrop'),
  )

  expect(files).toEqual(['contract/site.ts'])
})
