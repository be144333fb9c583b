import { limits } from '../../../../contract/limits.ts'
import { getPond } from '../../../../contract/ponds.ts'
import * as sharingContract from '../../../../contract/sharing.ts'
import { enforceRateLimits, ipPrefix } from '../../../http/rate-limit.ts'
import type { Feature } from '../../feature.ts'
import { getOembed, getPondImage, getPondPicture, getQrCode, getShareImage } from './share.ts'
import { getCreatorSitemapFile, getItemSitemapFile, getRobotsFile, getSitemapFile } from './sitemap.ts'

export const sharing = {
  name: 'selling/sharing',
  routes(api, ports) {
    api.file(sharingContract.getShareCard, ({ params }) => getShareImage(ports, params.id))
    api.file(sharingContract.getPondPicture, ({ params, query }) =>
      getPondPicture(ports, params.id, query.as),
    )
    api.file(sharingContract.getQrCode, ({ params }) => getQrCode(ports, params.id))
    api.file(getPond, async ({ params, query }) => getPondImage({ ...params, detail: query.as }))
    api.on(sharingContract.getOembed, ({ query }) => getOembed(ports, query))
    // A sitemap may list 10,000 addresses, so a crawler gets only so many.
    const enforceLimit = (ip: string) =>
      enforceRateLimits(ports, [
        { key: `sitemaps ${ipPrefix(ip)}`, max: limits.maxSitemapsPerHour, windowMs: 3_600_000 },
      ])
    api.file(sharingContract.getRobots, () => getRobotsFile(ports))
    api.file(sharingContract.getSitemap, async ({ ip }) => {
      await enforceLimit(ip)
      return getSitemapFile(ports)
    })
    api.file(sharingContract.getCreatorSitemap, async ({ ip, query }) => {
      await enforceLimit(ip)
      return getCreatorSitemapFile(ports, query.after)
    })
    api.file(sharingContract.getItemSitemap, async ({ ip, query }) => {
      await enforceLimit(ip)
      return getItemSitemapFile(ports, query.after)
    })
  },
} satisfies Feature
