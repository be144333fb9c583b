import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chunks } from '../vite.config.ts'

test.each(Object.values(chunks).flat())('%s, named in a chunk of vite.config.ts, exists', (path) => {
  const file = join(import.meta.dirname, '..', path)

  expect(existsSync(file) && statSync(file).isDirectory()).toBe(path.endsWith('/'))
  expect(existsSync(file)).toBe(true)
})

test('no path is named in two chunks', () => {
  const paths = Object.values(chunks).flat()

  expect(paths.length).toBe(new Set(paths).size)
})
