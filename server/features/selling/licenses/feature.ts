import * as contract from '../../../../contract/licenses.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Db } from '../../../db/database.ts'
import { rowsBefore } from '../../../db/delete-batch.ts'
import { licenseActivations } from '../../../db/schema/index.ts'
import { type ExportTable, exportTable } from '../../../http/export-table.ts'
import type { Feature } from '../../feature.ts'
import { listEmails } from './emails.ts'
import { addToList, removeFromList } from './list.ts'
import { selectUnused } from './pool.ts'
import { selectForExport } from './repository.ts'
import { exportKeys, getSettings, setSettings } from './settings.ts'

/** License keys: how an item's are made, and the keys themselves. What buyers and apps do with them is in `buying/licenses`. */
export const licenses = {
  name: 'selling/licenses',
  routes(api, ports) {
    api.on(contract.getLicenseSettings, ({ viewer, params }) => getSettings(ports, viewer, params.id))
    api.on(contract.setLicenseSettings, ({ viewer, params, body }) =>
      setSettings(ports, viewer, { ...body, id: params.id }),
    )
    api.on(contract.addLicenseKeys, ({ viewer, params, body }) =>
      addToList(ports, viewer, { id: params.id, lines: body.lines }),
    )
    api.on(contract.removeLicenseKeys, ({ viewer, params, body }) =>
      removeFromList(ports, viewer, { id: params.id, lines: body.lines }),
    )
    api.file(contract.exportLicenseKeys, ({ viewer, params }) => exportKeys(ports, viewer, params.id))
  },
  emails: listEmails,
  exportedTables: (db, creatorId) => [keysTable(db, creatorId), listTable(db, creatorId)],
  retention: [
    {
      stores: ['licenses', 'license_activations'],
      data: 'license keys of purchases, and the devices on which they are used, as a hash and the name that the app gave',
      kept: 'as the purchase; devices until they are released or the buyer’s data is erased',
    },
    {
      stores: ['license_pool'],
      data: 'license keys of creators’ own lists, and which purchase has them',
      kept: 'as their item',
    },
    {
      stores: ['license_waits'],
      data: 'purchases that wait for a license key',
      kept: 'until the key comes or the purchase is refunded',
    },
    {
      store: 'license_activations',
      data: 'released devices',
      keepDays: limits.deviceReleaseWindowMs / 86_400_000,
      since: 'the release',
      deleteBatch: rowsBefore(licenseActivations, licenseActivations.releasedAt),
    },
  ],
} satisfies Feature

function keysTable(db: Db, creatorId: string): ExportTable {
  return exportTable('license_keys', {
    select: (after, limit) => selectForExport(db, { creatorId, after, limit }),
    idOf: ({ license }) => license.id,
    columns: {
      item: ({ license }) => license.contentId,
      order: ({ orderNumber }) => orderNumber,
      key: ({ license }) => license.key,
      issuedAt: ({ license }) => license.issuedAt.toISOString(),
      expiresAt: ({ license }) => license.expiresAt?.toISOString() ?? null,
      revokedAt: ({ license }) => license.revokedAt?.toISOString() ?? null,
      devices: ({ devices }) => devices,
    },
    numeric: ['devices'],
  })
}

/** Keys of the creator's own lists that nobody has. */
function listTable(db: Db, creatorId: string): ExportTable {
  return exportTable('unused_license_keys', {
    select: (after, limit) => selectUnused(db, { creatorId, after, limit }),
    idOf: ({ id }) => id,
    columns: {
      item: ({ contentId }) => contentId,
      key: ({ key }) => key,
      addedAt: ({ addedAt }) => addedAt.toISOString(),
    },
  })
}
