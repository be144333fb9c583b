import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { ViewerIsland } from './cacheable-pages.ts'
import { createViewerPart } from './viewer-part.ts'

/** An island that shows the viewer's name, which is the only response. */
function nameIsland(show: (name: string) => string): ViewerIsland {
  const nameOf = (readCached: (route: never) => unknown) => String(readCached({ path: '/name' } as never))
  return {
    name: 'name',
    prefetch: () => ['/name'],
    isShared: () => false,
    render: (_, readCached) => ({ element: createElement('b', null, show(nameOf(readCached))), props: {} }),
    sample: () => [{ url: '/name', status: 200, body: 'sample name' }],
    textsOf: (_, readCached) => [nameOf(readCached)],
  }
}

async function pageFor(name: string, show: (name: string) => string) {
  const viewerPart = createViewerPart({
    url: '/p/12',
    frame: ['<main>', '', '</main>'],
    island: nameIsland(show),
    idPrefix: 'i0-',
    responses: [],
  })
  const render = await viewerPart.forBuyer('/p/12', async () => ({ status: 200, body: name }))
  return render?.()
}

test('a page is filled with the viewer’s texts', async () => {
  expect(await pageFor('Ana', (name) => `Hello ${name}`)).toEqual({
    template: { parts: ['<main>', '<b>Hello ', '</b>{}', '</main>'], textIndexes: [undefined, 0] },
    texts: ['Ana'],
  })
})

test('an island that shows a text in another way is rendered for its viewer', async () => {
  expect(await pageFor('Ana', (name) => name.toUpperCase())).toEqual({ html: '<main><b>ANA</b>{}</main>' })
})
