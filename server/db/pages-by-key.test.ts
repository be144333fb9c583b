import { expect, test } from 'vitest'
import { pagesByKey } from './pages-by-key.ts'

const rows = [1, 2, 3, 4, 5]
const select = async (after: number | undefined, limit: number) =>
  rows.filter((row) => row > (after ?? 0)).slice(0, limit)

async function pagesOf(pageSize: number) {
  const pages = []
  for await (const page of pagesByKey(select, { keyOf: (row) => row, pageSize })) pages.push(page)
  return pages
}

test('pages have each row once, and end although no row has changed', async () => {
  expect(await pagesOf(2)).toEqual([[1, 2], [3, 4], [5]])
})

test('pages end after a last page that is full', async () => {
  expect(await pagesOf(5)).toEqual([rows])
})
