import * as uploadsContract from '../../../../contract/uploads.ts'
import { type Feature, keptAlways } from '../../feature.ts'
import { getStorage } from './quota.ts'
import { createUploadService, getUpload } from './uploads.ts'

export const uploads = {
  name: 'selling/uploads',
  routes(api, ports) {
    api.tus(
      {
        begin: uploadsContract.createUpload,
        each: [uploadsContract.appendUpload, uploadsContract.terminateUpload],
      },
      createUploadService(ports),
    )
    api.on(uploadsContract.getUpload, ({ viewer, params }) => getUpload(ports, viewer, params.uploadId))
    api.on(uploadsContract.getStorage, ({ viewer }) => getStorage(ports, viewer))
  },
  retention: [
    {
      stores: ['uploads', 'files/'],
      data: 'unfinished uploads',
      kept: '7 days after the last byte',
    },
    keptAlways(['creator_storage'], 'sums without personal data'),
  ],
} satisfies Feature
