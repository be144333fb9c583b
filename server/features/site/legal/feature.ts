import * as contract from '../../../../contract/legal-pages.ts'
import type { Feature } from '../../feature.ts'
import { getLegalPage, getLegalPageSource, previewLegalPage, publishLegalPage } from './service.ts'

export const legal = {
  name: 'site/legal',
  routes(api, ports, { publicRetention }) {
    api.on(contract.getLegalPage, ({ params }) => getLegalPage(ports, params.page, publicRetention))
    api.on(contract.getLegalPageSource, ({ params }) => getLegalPageSource(ports, params.page))
    api.on(contract.previewLegalPage, ({ params, body }) =>
      previewLegalPage(ports, { page: params.page, markdown: body.markdown }, publicRetention),
    )
    api.on(contract.publishLegalPage, ({ viewer, params, body }) =>
      publishLegalPage(ports, viewer, { page: params.page, ...body }, publicRetention),
    )
  },
} satisfies Feature
