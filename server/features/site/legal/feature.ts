import * as contract from '../../../../contract/legal-pages.ts'
import type { Api } from '../../../http/api.ts'
import type { Ports } from '../../../ports/index.ts'
import type { PublicRetention } from './placeholders.ts'
import { getLegalPage, getLegalPageSource, previewLegalPage, publishLegalPage } from './service.ts'

/** `retention` is what the privacy page says about stored data. */
export function legalPageRoutes(api: Api, ports: Ports, retention: PublicRetention) {
  api.on(contract.getLegalPage, ({ params }) => getLegalPage(ports, params.page, retention))
  api.on(contract.getLegalPageSource, ({ params }) => getLegalPageSource(ports, params.page))
  api.on(contract.previewLegalPage, ({ params, body }) =>
    previewLegalPage(ports, { page: params.page, markdown: body.markdown }, retention),
  )
  api.on(contract.publishLegalPage, ({ viewer, params, body }) =>
    publishLegalPage(ports, viewer, { page: params.page, ...body }, retention),
  )
}
