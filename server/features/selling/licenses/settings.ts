import type { LicenseSettings, LicenseSettingsInput } from '../../../../contract/licenses.ts'
import { AppError } from '../../../../domain/errors.ts'
import { waitsUntil } from '../../../../domain/license-key.ts'
import { rowsByKey } from '../../../db/pages-by-key.ts'
import { type Column, csvStream } from '../../../http/csv.ts'
import type { StreamedFile } from '../../../http/file-response.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { contentNotFoundError, requireOwnContent } from '../content/guards.ts'
import { type ContentRow, lockContent, updateContentRow } from '../content/repository.ts'
import { countPool, openPool, selectUnused } from './pool.ts'
import { countOfItem, type ExportedLicense, selectForExport } from './repository.ts'
import { countWaiting } from './waits.ts'

export async function getSettings(ports: Ports, viewer: Viewer, id: number): Promise<LicenseSettings> {
  return present(ports, await requireOwnContent(ports, viewer, id))
}

/** Throws AppError `conflict` for a bundle, whose items have keys of their own. */
export async function setSettings(
  ports: Ports,
  viewer: Viewer,
  { id, isOn, mode, prefix, maxDevices, validDays }: LicenseSettingsInput & { id: number },
): Promise<LicenseSettings> {
  await ports.db.transaction(async (tx) => {
    const row = await lockContent(tx, { id, creatorId: viewer.id })
    if (!row) throw contentNotFoundError()
    if (row.content.isBundle)
      throw new AppError(
        'conflict',
        'Turn on license keys for the items in this bundle. Its buyers get them.',
      )
    if (mode === 'pool') await openPool(tx, { contentId: id, creatorId: viewer.id })
    await updateContentRow(tx, id, {
      licenseMode: isOn ? mode : 'none',
      licensePrefix: prefix,
      maxActivations: maxDevices,
      licenseValidDays: validDays,
    })
  })
  return getSettings(ports, viewer, id)
}

async function present({ db }: Ports, { content }: ContentRow): Promise<LicenseSettings> {
  const [pool, { waiting, since }] = await Promise.all([
    countPool(db, content.id),
    countWaiting(db, content.id),
  ])
  return {
    title: content.title,
    isOn: content.licenseMode !== 'none',
    // What it was before it was turned off, as far as there is a list.
    mode:
      content.licenseMode === 'pool' || (content.licenseMode === 'none' && pool.total > 0) ? 'pool' : 'made',
    pool: { ...pool, waiting, waitingUntil: since && waitsUntil(since).toISOString() },
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
      csvStream(columns, allKeys(ports, { creatorId, contentId: id }), undefined, 'spreadsheet'),
  }
}

/** A key that a buyer has, or one of the list that nobody has. */
type ExportedKey = { key: string; sold?: ExportedLicense }

async function* allKeys(
  { db }: Ports,
  own: { creatorId: string; contentId: number },
): AsyncGenerator<ExportedKey> {
  const sold = rowsByKey(
    (after: number | undefined, limit) => selectForExport(db, { ...own, after: after ?? 0, limit }),
    { keyOf: ({ license }) => license.id, pageSize: batchSize },
  )
  for await (const row of sold) yield { key: row.license.key, sold: row }
  const unused = rowsByKey(
    (after: number | undefined, limit) => selectUnused(db, { ...own, after: after ?? 0, limit }),
    { keyOf: ({ id }) => id, pageSize: batchSize },
  )
  for await (const { key } of unused) yield { key }
}

const columns: ReadonlyArray<Column<ExportedKey>> = [
  { name: 'Key', of: ({ key }) => key },
  { name: 'Order', of: ({ sold }) => sold?.orderNumber ?? '' },
  { name: 'Issued on (UTC)', of: ({ sold }) => sold?.license.issuedAt.toISOString() ?? '' },
  { name: 'Ends on (UTC)', of: ({ sold }) => sold?.license.expiresAt?.toISOString() ?? '' },
  { name: 'Revoked on (UTC)', of: ({ sold }) => sold?.license.revokedAt?.toISOString() ?? '' },
  { name: 'Devices', of: ({ sold }) => sold?.devices ?? '' },
]
