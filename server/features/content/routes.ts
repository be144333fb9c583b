import {
  createContent,
  deleteContent as deleteContentRoute,
  getContent,
  getPreviewImage,
  listContent,
} from '../../../contract/content.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { publishContent } from './publish.ts'
import { deleteContent, listOwnContent, showContent, showPreview } from './service.ts'

export function contentRoutes(api: Api, ports: Ports) {
  api.on(listContent, ({ viewer }) => listOwnContent(ports, viewer))
  api.upload(createContent, ({ viewer }, form) => publishContent(ports, viewer, form))
  api.on(getContent, ({ params }) => showContent(ports, params.id))
  api.on(deleteContentRoute, ({ viewer, params }) => deleteContent(ports, viewer, params.id))
  api.file(getPreviewImage, ({ params }) => showPreview(ports, params.id))
}
