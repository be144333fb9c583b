import type { LicenseSettings, LicenseSettingsInput } from '../../../../contract/licenses.ts'
import { AppError } from '../../../../domain/errors.ts'
import { rowsByKey } from '../../../db/pages-by-key.ts'
import { type Column, csvStream } from '../../../http/csv.ts'
import type { StreamedFile } from '../../../http/file-response.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { contentNotFoundError, requireOwnContent } from '../content/guards.ts'
import { type ContentRow, lockContent, updateContentRow } from '../content/repository.ts'
import { countOfItem, type ExportedLicense, selectForExport } from './repository.ts'

export async function getSettings(ports: Ports, viewer: Viewer, id: number): Promise<LicenseSettings> {
  return present(ports, await requireOwnContent(ports, viewer, id))
}

/** Throws AppError `conflict` for a bundle, whose items have keys of their own. */
export async function setSettings(
  ports: Ports,
  viewer: Viewer,
  { id, isOn, prefix, maxDevices, validDays }: LicenseSettingsInput & { id: number },
): Promise<LicenseSettings> {
  await ports.db.transaction(async (tx) => {
    const row = await lockContent(tx, { id, creatorId: viewer.id })
    if (!row) throw contentNotFoundError()
    if (row.content.isBundle)
      throw new AppError(
        'conflict',
        'Turn on license keys for the items in this bundle. Its buyers get them.',
      )
    await updateContentRow(tx, id, {
      licenseMode: isOn ? 'made' : 'none',
      licensePrefix: prefix,
      maxActivations: maxDevices,
      licenseValidDays: validDays,
    })
  })
  return getSettings(ports, viewer, id)
}

async function present({ db }: Ports, { content }: ContentRow): Promise<LicenseSettings> {
  return {
    title: content.title,
    isOn: content.licenseMode !== 'none',
    prefix: content.licensePrefix,
    maxDevices: content.maxActivations,
    validDays: content.licenseValidDays,
    counts: await countOfItem(db, content.id),
  }
}

/** Rows per query, so that memory does not grow with the number of keys. */
const batchSize = 1_000

export async function exportKeys(ports: Ports, viewer: Viewer, id: number): Promise<StreamedFile> {
  await requireOwnContent(ports, viewer, id)
  const creatorId = viewer.id
  return {
    name: `license-keys-${id}.csv`,
    type: 'text/csv; charset=utf-8',
    createStream: () =>
      csvStream(
        columns,
        rowsByKey(
          (after: number | undefined, limit) =>
            selectForExport(ports.db, { creatorId, contentId: id, after: after ?? 0, limit }),
          { keyOf: ({ license }) => license.id, pageSize: batchSize },
        ),
        undefined,
        'spreadsheet',
      ),
  }
}

const columns: ReadonlyArray<Column<ExportedLicense>> = [
  { name: 'Key', of: ({ license }) => license.key },
  { name: 'Order', of: ({ orderNumber }) => orderNumber },
  { name: 'Issued on (UTC)', of: ({ license }) => license.issuedAt.toISOString() },
  { name: 'Ends on (UTC)', of: ({ license }) => license.expiresAt?.toISOString() ?? '' },
  { name: 'Revoked on (UTC)', of: ({ license }) => license.revokedAt?.toISOString() ?? '' },
  { name: 'Devices', of: ({ devices }) => devices },
]
