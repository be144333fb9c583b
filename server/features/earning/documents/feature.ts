import * as contract from '../../../../contract/creator-documents.ts'
import type { Feature } from '../../feature.ts'
import { listOwnDocuments, openOwnDocument, openOwnYear, ownArchive } from './documents.ts'

export const creatorsDocuments = {
  name: 'earning/documents',
  routes(api, ports) {
    api.on(contract.listOwnDocuments, ({ viewer, query }) => listOwnDocuments(ports, viewer, query.year))
    api.file(contract.getOwnDocumentPdf, ({ viewer, params }) => openOwnDocument(ports, viewer, params.id))
    api.file(contract.getOwnYearPdf, ({ viewer, query }) => openOwnYear(ports, viewer, query.year))
    api.file(contract.getOwnArchive, ({ viewer, query }) => ownArchive(ports, viewer, query.year))
  },
} satisfies Feature
