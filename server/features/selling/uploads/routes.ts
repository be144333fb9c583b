import * as uploadsContract from '../../../../contract/uploads.ts'
import type { Api } from '../../../http/api.ts'
import type { Ports } from '../../../ports/index.ts'
import { getStorage } from './quota.ts'
import { createUploadService, getUpload } from './uploads.ts'

export function uploadRoutes(api: Api, ports: Ports) {
  api.tus(
    {
      begin: uploadsContract.createUpload,
      each: [uploadsContract.appendUpload, uploadsContract.terminateUpload],
    },
    createUploadService(ports),
  )
  api.on(uploadsContract.getUpload, ({ viewer, params }) => getUpload(ports, viewer, params.uploadId))
  api.on(uploadsContract.getStorage, ({ viewer }) => getStorage(ports, viewer))
}
