import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { ViewerIsland } from './cacheable-pages.ts'
import { createViewerPart } from './viewer-part.ts'

/** An island that shows the viewer's name, which is the only response. */
const nameIsland: ViewerIsland = {
  name: 'name',
  prefetch: () => ['/name'],
  isShared: (_, readCached) => nameOf(readCached) === 'nobody',
  changesPage: (_, readCached) => nameOf(readCached) === 'owner',
  render: (_, readCached) => ({ element: createElement('b', null, nameOf(readCached)), props: {} }),
}

function nameOf(readCached: (route: never) => unknown): string {
  return String(readCached({ path: '/name' } as never))
}

const viewerPart = createViewerPart({
  frame: ['<main>', '', '</main>'],
  island: nameIsland,
  idPrefix: 'i0-',
  responses: [{ url: '/name', status: 200, body: 'everyone' }],
  renderFrame: (url) => [`<main>${url} of `, '', '</main>'],
})

test('a page has its viewer’s part, and the next page has nothing of it', async () => {
  const render = await viewerPart.forBuyer('/p/12', async () => ({ status: 200, body: 'Ana' }))

  expect(render?.()).toBe('<main><b>Ana</b>{}</main>')
  expect(viewerPart.forQuery('/p/12?amount=5')).toBe('<main><b>everyone</b>{}</main>')
})

test('a viewer for whom more than a part differs gets a page of their own', async () => {
  const render = await viewerPart.forBuyer('/p/12', async () => ({ status: 200, body: 'owner' }))

  expect(render?.()).toBe('<main>/p/12 of <b>owner</b>{}</main>')
})

test('a viewer without a part of their own gets the page of everyone', async () => {
  expect(await viewerPart.forBuyer('/p/12', async () => ({ status: 200, body: 'nobody' }))).toBeUndefined()
})
