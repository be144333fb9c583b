import { expect, test } from 'vitest'
import { updateProfile } from '../../../../contract/accounts.ts'
import { limits } from '../../../../contract/limits.ts'
import * as contract from '../../../../contract/sharing.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import type { FileResponse } from '../../../http/file-response.ts'
import { getCreatorSitemapFile, getItemSitemapFile, getSitemapFile } from './sitemap.ts'

const site = 'http://localhost:3000'
const addresses = (xml: string) =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address.replace(site, ''))

async function read(file: FileResponse): Promise<string> {
  return String(Buffer.concat(await (await file.open()).toArray()))
}

async function twoCreators() {
  const w = await createTestApp()
  const mara = await w.creator()
  await mara.call(updateProfile, { body: { firstName: 'Mara', handle: 'mara' } })
  const otto = await w.creator('otto@example.com')
  await otto.call(updateProfile, { body: { firstName: 'Otto', handle: 'otto' } })
  return { w, mara, otto, crawler: w.visitor() }
}

test('robots.txt names the sitemap', async () => {
  const { crawler } = await twoCreators()

  const { headers, bytes } = await crawler.call(contract.getRobots)

  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(headers['cache-control']).toBe('public, max-age=3600')
  expect(String(bytes)).toBe(`User-agent: *\nAllow: /\nSitemap: ${site}/sitemap.xml\n`)
})

test('the sitemap has published items and their creators, and nothing else', async () => {
  const { w, mara, otto, crawler } = await twoCreators()
  await mara.publishText({ title: 'Shown' })
  await mara.publishText({ title: 'Draft', status: 'draft' })
  await otto.publishText({ title: 'Draft', status: 'draft' })

  const { headers, bytes } = await crawler.call(contract.getSitemap)

  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(addresses(String(bytes))).toEqual([
    ...['/', '/pricing', '/developers', '/terms', '/privacy', '/refunds', '/imprint'],
    '/@mara',
    '/@mara/shown',
  ])
  expect(String(bytes)).toContain(`<lastmod>${w.clock.now().toISOString()}</lastmod>`)
})

test('more addresses than one sitemap may have are split, and each is in one of the parts', async () => {
  const { w, mara, otto } = await twoCreators()
  const paths: Array<string> = []
  for (let count = 1; count <= 5; count += 1) {
    await mara.publishText({ title: `Tape ${count}` })
    paths.push(`/@mara/tape-${count}`)
  }
  await otto.publishText({ title: 'Tape' })
  paths.push('/@otto/tape')
  const small = { maxUrls: 2 }

  const index = await read(await getSitemapFile(w.ports, small))
  const parts = addresses(index)
  const found: Array<string> = []
  for (const part of parts) {
    const after = new URLSearchParams(part.split('?')[1]).get('after')
    const file = part.startsWith('/sitemap/creators.xml')
      ? await getCreatorSitemapFile(w.ports, after ?? '', small)
      : await getItemSitemapFile(w.ports, Number(after), small)
    const listed = addresses(await read(file))
    expect(listed.length).toBeGreaterThan(0)
    expect(listed.length).toBeLessThanOrEqual(2)
    found.push(...listed)
  }

  expect(index).toContain('<sitemapindex')
  expect(parts.length).toBe(4)
  expect(found.toSorted()).toEqual(['/@mara', '/@otto', ...paths].toSorted())
})

test('a network that reads sitemaps too often is refused', async () => {
  const { crawler } = await twoCreators()
  let last = 0
  for (let count = 0; count <= limits.maxSitemapsPerHour; count += 1)
    last = (await crawler.send('GET', '/sitemap.xml')).statusCode

  expect(last).toBe(429)
})
