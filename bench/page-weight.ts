import { request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { createClient } from './http-client.ts'
import type { Measurement } from './report.ts'
import { startServerProcess } from './server-process.ts'

type FetchedResource = { path: string; bytes: number; text: string }

/**
 * What a phone loads for a tip page before the pay button is pressed: compressed HTML, styles, scripts and fonts, without
 * images.
 */
export async function pageWeight(): Promise<Array<Measurement>> {
  const site = await startServerProcess()
  try {
    await site.start()
    const creator = createClient(site.url)
    await creator.signIn(site, 'mara@example.com')
    const page = await fetchCompressed(
      `${site.url}/p/${await creator.publish(Buffer.from('the very bytes'))}`,
    )
    const named = [...page.text.matchAll(/ (?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
      (match) => match[1],
    )
    // The other fonts have characters that few pages use.
    const fonts = [...page.text.matchAll(/url\((\/assets\/[^)]+-basic-[^)]+\.woff2)\)/g)].map(
      (match) => match[1],
    )
    const paths = new Set([...named, ...fonts])
    const files = await Promise.all([...paths].map((path) => fetchCompressed(site.url + path)))
    const size = (ending: string) => sum(files.filter(({ path }) => path.endsWith(ending)))
    const elsewhere = [
      ...page.text.matchAll(/ (?:src|href)="(?:https?:)?\/\/(?!localhost|127\.0\.0\.1)[^"]+"/g),
    ]
    return [
      {
        what: `tip page before the pay button, compressed, in ${files.length + 1} requests`,
        measured: `${kilobytes(page.bytes + sum(files))} (HTML ${kilobytes(page.bytes)}, CSS ${kilobytes(size('.css'))}, script ${kilobytes(size('.js'))}, fonts ${kilobytes(size('.woff2'))})`,
        target: '60 KB, 5 requests',
      },
      { what: 'URLs of other sites in it', measured: String(elsewhere.length), target: '0' },
    ]
  } finally {
    await site.remove()
  }
}

/** Fetches with compression and counts the compressed bytes. */
function fetchCompressed(url: string): Promise<FetchedResource> {
  const { promise, resolve, reject } = Promise.withResolvers<FetchedResource>()
  const sent = request(url, { headers: { 'accept-encoding': 'br, gzip' } }, (response) => {
    const chunks: Array<Buffer> = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => {
      const body = Buffer.concat(chunks)
      const encoding = response.headers['content-encoding']
      if (response.statusCode !== 200) return reject(new Error(`${url}: ${response.statusCode}`))
      resolve({
        path: new URL(url).pathname,
        bytes: body.length,
        text: (encoding === 'br' ? brotliDecompressSync(body) : body).toString('utf8'),
      })
    })
  })
  sent.on('error', reject)
  sent.end()
  return promise
}

function sum(parts: Array<FetchedResource>): number {
  return parts.reduce((total, { bytes }) => total + bytes, 0)
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}
