import {
  createContent,
  deleteContent as deleteContentRoute,
  getContent,
  getPreviewImage,
  listContent,
} from '../../../contract/content.ts'
import { getOembed, getQrCode, getShareCard } from '../../../contract/sharing.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { publishContent } from './publish.ts'
import { deleteContent, listOwnContent, showContent, showPreview } from './service.ts'
import { showShareCard } from './share-card.ts'
import { oembedOf, showQrCode } from './sharing.ts'

export function contentRoutes(api: Api, ports: Ports) {
  api.on(listContent, ({ viewer }) => listOwnContent(ports, viewer))
  api.upload(createContent, ({ viewer }, form) => publishContent(ports, viewer, form))
  api.on(getContent, ({ params }) => showContent(ports, params.id))
  api.on(deleteContentRoute, ({ viewer, params }) => deleteContent(ports, viewer, params.id))
  api.file(getPreviewImage, ({ params, query }) => showPreview(ports, params.id, query.v))
  api.file(getShareCard, ({ params }) => showShareCard(ports, params.id))
  api.file(getQrCode, ({ params }) => showQrCode(ports, params.id))
  api.on(getOembed, ({ query }) => oembedOf(ports, query))
}
