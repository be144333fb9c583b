import type { FetchApi } from './responses.ts'

/** A larger image is requested by the browser. In the page it would hold up what follows it. */
const maxDataUrlLength = 32 * 1024
/** A hot page is rendered every second. */
const maxCachedImages = 64

export type InlineImageLoader = (fetchApi: FetchApi, urls: Array<string>) => Promise<Map<string, string>>

/**
 * Loads images as data URLs, by their URLs. Leaves out those that are too large, or of another format than AVIF: an image
 * that was stored before its variants existed. URLs have versions, so images are cached.
 */
export function createInlineImageLoader(): InlineImageLoader {
  const cache = new Map<string, string | undefined>()

  async function load(fetchApi: FetchApi, url: string): Promise<string | undefined> {
    if (cache.has(url)) return cache.get(url)
    const { status, body } = await fetchApi(url)
    if (status !== 200) return undefined
    const isSmallAvif =
      typeof body === 'string' && body.startsWith('data:image/avif;') && body.length <= maxDataUrlLength
    const dataUrl = isSmallAvif ? body : undefined
    cache.set(url, dataUrl)
    if (cache.size > maxCachedImages) cache.delete(cache.keys().next().value ?? '')
    return dataUrl
  }

  return async (fetchApi, urls) => {
    const loaded = await Promise.all(urls.map(async (url) => [url, await load(fetchApi, url)] as const))
    return new Map(loaded.filter((entry): entry is readonly [string, string] => entry[1] !== undefined))
  }
}
