import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type FileResponse, fromBuffer } from '../../http/file-response.ts'
import type { Ports } from '../../ports/index.ts'

/** An upper bound: share images usually have less than 100 KB. */
const maxImageBytes = 5 * 1024 ** 2
const inFlight = new Map<string, Promise<Buffer>>()

/** `version` changes with everything that the image shows; `key` contains it. */
type ImageSource = { key: string; version: string; tags: Array<string>; render: () => Promise<Buffer> }

/** A PNG that is rendered once for each version, then stored. Concurrent requests share one rendering. */
export async function storedImage(ports: Ports, source: ImageSource): Promise<FileResponse> {
  const stored = await ports.fileStore.open(source.key)
  const bytes = stored ? await buffer(stored) : await renderOnce(ports, source)
  return {
    name: 'card.png',
    type: 'image/png',
    etag: source.version,
    disposition: 'inline',
    cache: 'minute',
    tags: source.tags,
    isEmbeddable: true,
    ...fromBuffer(bytes),
  }
}

function renderOnce(ports: Ports, source: ImageSource): Promise<Buffer> {
  const { key } = source
  const pending = inFlight.get(key) ?? renderAndStore(ports, source).finally(() => inFlight.delete(key))
  inFlight.set(key, pending)
  return pending
}

async function renderAndStore(ports: Ports, { key, render }: ImageSource): Promise<Buffer> {
  const png = await render()
  // Another process may have stored the same image first.
  await ports.fileStore
    .put(key, Readable.from([png]), { maxBytes: maxImageBytes })
    .catch((error: unknown) => ports.log.warn({ err: error, key }, 'share image could not be stored'))
  return png
}
