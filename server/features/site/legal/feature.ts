import * as contract from '../../../../contract/legal-pages.ts'
import { type Feature, keptAlways } from '../../feature.ts'
import { publicRetention } from './public-retention.ts'
import { getLegalPage, getLegalPageSource, previewLegalPage, publishLegalPage } from './service.ts'

export const legal = {
  name: 'site/legal',
  routes(api, ports, { retention }) {
    const kept = publicRetention(retention)
    api.on(contract.getLegalPage, ({ params }) => getLegalPage(ports, params.page, kept))
    api.on(contract.getLegalPageSource, ({ params }) => getLegalPageSource(ports, params.page))
    api.on(contract.previewLegalPage, ({ params, body }) =>
      previewLegalPage(ports, { page: params.page, markdown: body.markdown }, kept),
    )
    api.on(contract.publishLegalPage, ({ viewer, params, body }) =>
      publishLegalPage(ports, viewer, { page: params.page, ...body }, kept),
    )
  },
  retention: [keptAlways(['legal_page_versions'], 'versions of the legal pages; triggers reject changes')],
} satisfies Feature
