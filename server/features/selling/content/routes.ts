import * as contentContract from '../../../../contract/content.ts'
import { getPreviewImage as getPreviewImageRoute } from '../../../../contract/content.ts'
import * as bulkContract from '../../../../contract/content-editing.ts'
import { buildUrl } from '../../../../contract/route.ts'
import * as teaserContract from '../../../../contract/teasers.ts'
import type { Api } from '../../../http/api.ts'
import type { Ports } from '../../../ports/index.ts'
import { createContent, publishBulk } from './create-content.ts'
import { listContentPage, listOwnContent } from './list-content.ts'
import { deleteContent, getContent, getPreviewImage } from './service.ts'
import { getTeaserBytes, getTeaserState, retryTeaser } from './teaser.ts'
import { addTeaserPicture, listTeaserPictures, removeTeaserPicture } from './teaser-pictures.ts'
import { getContentForEditing, setStatus, updateContent } from './update-content.ts'

export function contentRoutes(api: Api, ports: Ports) {
  api.on(contentContract.listContent, async ({ viewer, query, setHeader }) => {
    const { items, next, total } = await listOwnContent(ports, viewer, query)
    if (next)
      setHeader('link', `<${buildUrl(contentContract.listContent, { query: { cursor: next } })}>; rel="next"`)
    setHeader('x-total-count', String(total))
    return items
  })
  api.on(bulkContract.listContentPage, ({ viewer, query }) => listContentPage(ports, viewer, query))
  api.upload(contentContract.createContent, ({ viewer }, form) => createContent(ports, viewer, form))
  api.on(bulkContract.bulkPublish, ({ viewer, body }) => publishBulk(ports, viewer, body), {
    limits: ({ viewer }) => [{ key: `bulk/${viewer.id}`, max: 600, windowMs: 3_600_000 }],
  })
  api.on(contentContract.getContent, ({ params }) => getContent(ports, params.id))
  api.on(bulkContract.getContentForEditing, ({ viewer, params }) =>
    getContentForEditing(ports, viewer, params.id),
  )
  api.upload(bulkContract.updateContent, ({ viewer, params }, form) =>
    updateContent(ports, viewer, { id: params.id, form }),
  )
  api.on(bulkContract.setContentStatus, ({ viewer, params, body }) =>
    setStatus(ports, viewer, { id: params.id, ...body }),
  )
  api.on(contentContract.deleteContent, ({ viewer, params }) => deleteContent(ports, viewer, params.id))
  api.file(getPreviewImageRoute, ({ params, query, findViewer }) =>
    getPreviewImage(ports, params.id, { query, findViewer }),
  )
  api.file(teaserContract.getTeaserPart, ({ params, findViewer }) =>
    getTeaserBytes(ports, { contentId: params.id, partId: params.partId, findViewer }),
  )
  api.on(teaserContract.getTeaserState, ({ viewer, params }) => getTeaserState(ports, viewer, params.id))
  api.on(teaserContract.retryTeaser, ({ viewer, params }) => retryTeaser(ports, viewer, params.id))
  api.on(teaserContract.listTeaserPictures, ({ viewer, params }) =>
    listTeaserPictures(ports, viewer, params.id),
  )
  api.upload(teaserContract.addTeaserPicture, ({ viewer, params }, form) =>
    addTeaserPicture(ports, viewer, { id: params.id, form }),
  )
  api.on(teaserContract.removeTeaserPicture, ({ viewer, params }) =>
    removeTeaserPicture(ports, viewer, params),
  )
}
