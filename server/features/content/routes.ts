import { publishBulk as publishBulkRoute } from '../../../contract/bulk.ts'
import {
  createContent,
  deleteContent as deleteContentRoute,
  getContent,
  getPreviewImage,
  listContent,
} from '../../../contract/content.ts'
import {
  editContent as editContentRoute,
  getOwnContent,
  setContentStatus,
} from '../../../contract/editing.ts'
import { getOembed, getQrCode, getShareCard } from '../../../contract/sharing.ts'
import { listContentPage } from '../../../contract/shelf.ts'
import { beginUpload, continueUpload, dropUpload, getStorage, getUpload } from '../../../contract/uploads.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { editContent, setStatus, showOwn } from './edit.ts'
import { listPage } from './list.ts'
import { publishContent } from './publish.ts'
import { publishBulk } from './publish-bulk.ts'
import { showStorage } from './quota.ts'
import { deleteContent, listOwnContent, showContent, showPreview } from './service.ts'
import { showShareCard } from './share-card.ts'
import { oembedOf, showQrCode } from './sharing.ts'
import { showUpload, uploadArrivals } from './uploads.ts'

export function contentRoutes(api: Api, ports: Ports) {
  api.on(listContent, ({ viewer }) => listOwnContent(ports, viewer))
  api.on(listContentPage, ({ viewer, query }) => listPage(ports, viewer, query))
  api.upload(createContent, ({ viewer }, form) => publishContent(ports, viewer, form))
  api.on(publishBulkRoute, ({ viewer, body }) => publishBulk(ports, viewer, body), {
    limits: ({ viewer }) => [{ key: `bulk/${viewer.id}`, max: 600, perMs: 3_600_000 }],
  })
  api.tus({ begin: beginUpload, each: [continueUpload, dropUpload] }, uploadArrivals(ports))
  api.on(getUpload, ({ viewer, params }) => showUpload(ports, viewer, params.uploadId))
  api.on(getStorage, ({ viewer }) => showStorage(ports, viewer))
  api.on(getContent, ({ params }) => showContent(ports, params.id))
  api.on(getOwnContent, ({ viewer, params }) => showOwn(ports, viewer, params.id))
  api.upload(editContentRoute, ({ viewer, params }, form) =>
    editContent(ports, viewer, { id: params.id, form }),
  )
  api.on(setContentStatus, ({ viewer, params, body }) => setStatus(ports, viewer, { id: params.id, ...body }))
  api.on(deleteContentRoute, ({ viewer, params }) => deleteContent(ports, viewer, params.id))
  api.file(getPreviewImage, ({ params, query }) => showPreview(ports, params.id, query))
  api.file(getShareCard, ({ params }) => showShareCard(ports, params.id))
  api.file(getQrCode, ({ params }) => showQrCode(ports, params.id))
  api.on(getOembed, ({ query }) => oembedOf(ports, query))
}
