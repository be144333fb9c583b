import { expect, test } from 'vitest'
import { createInlineImageLoader } from './assets.ts'

const avif = 'data:image/avif;base64,AAAA'

function api(bodies: Record<string, unknown>) {
  const requested: Array<string> = []
  return {
    requested,
    fetchApi: async (url: string) => {
      requested.push(url)
      return url in bodies ? { status: 200, body: bodies[url] } : { status: 404, body: {} }
    },
  }
}

test('small AVIF images are loaded once, by their URLs', async () => {
  const load = createInlineImageLoader()
  const { fetchApi, requested } = api({ '/a': avif })

  const first = await load(fetchApi, ['/a'])
  const second = await load(fetchApi, ['/a'])

  expect([first.get('/a'), second.get('/a')]).toEqual([avif, avif])
  expect(requested).toEqual(['/a'])
})

test('large images, images of other formats and missing images are left to the browser', async () => {
  const load = createInlineImageLoader()
  const { fetchApi } = api({ '/large': avif.padEnd(33 * 1024, 'A'), '/webp': 'data:image/webp;base64,AAAA' })

  expect([...(await load(fetchApi, ['/large', '/webp', '/missing']))]).toEqual([])
})

test('a missing image is requested again by the next page', async () => {
  const load = createInlineImageLoader()

  await load(api({}).fetchApi, ['/a'])

  expect((await load(api({ '/a': avif }).fetchApi, ['/a'])).get('/a')).toBe(avif)
})
