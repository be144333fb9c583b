import { legalPageNames } from '../../../../contract/legal-pages.ts'
import { buildUrl } from '../../../../contract/route.ts'
import {
  getCreatorSitemap,
  getItemSitemap,
  getSitemap,
  maxSitemapUrls,
} from '../../../../contract/sharing.ts'
import { tipAddress } from '../../../../domain/tip-address.ts'
import { contentEtag, type FileResponse, fromBuffer } from '../../../http/file-response.ts'
import type { Ports } from '../../../ports/index.ts'
import { selectHandleBoundaries, selectHandles, selectItemBoundaries, selectItems } from './repository.ts'

/** The pages about the site itself that search engines may list. */
const ownPages = ['/', '/pricing', '/developers', ...legalPageNames.map((name) => `/${name}`)]

/** `maxUrls` is the maximum of one sitemap. */
type SitemapOptions = { maxUrls?: number }

export async function getRobotsFile({ config }: Ports): Promise<FileResponse> {
  // Pages that must not be found say noindex themselves; a crawler has to read them for that.
  const lines = ['User-agent: *', 'Allow: /', `Sitemap: ${config.publicUrl}${buildUrl(getSitemap)}`]
  return toFile('robots.txt', 'text/plain; charset=utf-8', `${lines.join('\n')}\n`)
}

/** All addresses in one sitemap, or an index of sitemaps where they don't fit into one. */
export async function getSitemapFile(
  ports: Ports,
  { maxUrls = maxSitemapUrls }: SitemapOptions = {},
): Promise<FileResponse> {
  const limit = maxUrls + 1
  const handles = await selectHandles(ports.db, { after: '', limit })
  const items = await selectItems(ports.db, { after: 0, limit })
  if (ownPages.length + handles.length + items.length > maxUrls) return getSitemapIndex(ports, maxUrls)
  return toSitemap(ports, [
    ...ownPages.map((path) => ({ path })),
    ...handles.map(creatorAddress),
    ...items.map(itemAddress),
  ])
}

export async function getCreatorSitemapFile(
  ports: Ports,
  after: string,
  { maxUrls = maxSitemapUrls }: SitemapOptions = {},
): Promise<FileResponse> {
  const handles = await selectHandles(ports.db, { after, limit: maxUrls })
  return toSitemap(ports, handles.map(creatorAddress))
}

export async function getItemSitemapFile(
  ports: Ports,
  after: number,
  { maxUrls = maxSitemapUrls }: SitemapOptions = {},
): Promise<FileResponse> {
  return toSitemap(ports, (await selectItems(ports.db, { after, limit: maxUrls })).map(itemAddress))
}

/** Each sitemap begins after the last address of the one before. */
async function getSitemapIndex({ db, config }: Ports, maxUrls: number): Promise<FileResponse> {
  const handles = await selectHandleBoundaries(db, maxUrls)
  const ids = await selectItemBoundaries(db, maxUrls)
  const paths = [
    buildUrl(getCreatorSitemap),
    ...handles.map((after) => buildUrl(getCreatorSitemap, { query: { after } })),
    buildUrl(getItemSitemap),
    ...ids.map((after) => buildUrl(getItemSitemap, { query: { after } })),
  ]
  return toXml(
    'sitemapindex',
    paths.map((path) => `<sitemap><loc>${config.publicUrl}${path}</loc></sitemap>`),
  )
}

type Address = { path: string; changedAt?: Date }

function creatorAddress(handle: string): Address {
  return { path: `/@${handle}` }
}

type ListedItem = { id: number; slug: string | null; handle: string | null; updatedAt: Date }

function itemAddress(item: ListedItem): Address {
  return { path: tipAddress(item), changedAt: item.updatedAt }
}

function toSitemap({ config }: Ports, addresses: Array<Address>): FileResponse {
  return toXml(
    'urlset',
    addresses.map(({ path, changedAt }) => {
      const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
      return `<url><loc>${config.publicUrl}${path}</loc>${changed}</url>`
    }),
  )
}

/** The paths of our pages contain no character that XML would need escaped. */
function toXml(root: 'urlset' | 'sitemapindex', entries: Array<string>): FileResponse {
  const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="${xmlns}">`,
    ...entries,
    `</${root}>`,
  ]
  return toFile('sitemap.xml', 'application/xml; charset=utf-8', `${lines.join('\n')}\n`)
}

function toFile(name: string, type: string, text: string): FileResponse {
  const bytes = Buffer.from(text)
  return { name, type, etag: contentEtag(bytes), disposition: 'inline', cache: 'hour', ...fromBuffer(bytes) }
}
