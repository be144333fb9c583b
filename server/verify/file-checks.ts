import type pg from 'pg'
import { documentNumber, type NumberedDocument } from '../../domain/documents.ts'
import { countOf, formatBytes } from '../../domain/format.ts'
import { createFileSums, DamagedFileError, type FileStore, type StoredFile } from '../ports/file-store.ts'
import type { Difference, OnProgress } from './check.ts'
import type { Finding, Listeners } from './run-checks.ts'

const pageSize = 200
/** The SQLSTATE of a write to a standby. */
const readOnlyTransaction = '25006'
/** How often the progress is reported. */
const progressIntervalMs = 5_000

type StoredFileRow = { id: string; key: string; name: string; size: string; sha256: string; crc32: string }
type StoredImageRow = { key: string; what: string; size: string | null }

/**
 * Reads every stored file and compares its size and hash with the database, and every purchase with its files. The
 * instance checks again those that differ, and refunds their buyers. Memory stays flat: one file is read at a time. Throws StoreUnavailableError when the store does not answer.
 */
export async function verifyFiles(
  client: pg.ClientBase,
  store: FileStore,
  { onFinding, onProgress = () => undefined }: Listeners = {},
): Promise<{ findings: Array<Finding>; fileCount: number; byteCount: number }> {
  const { differences, damagedIds, ...counts } = await checkFiles(client, store, onProgress)
  const findings = [
    { name: 'Every stored file has its size and checksums', differences },
    { name: 'Every picture and teaser is stored', differences: await checkImages(client, store) },
    {
      name: 'The file of every document is the one that was issued',
      differences: await checkDocuments(client, store),
    },
    {
      name: 'Every purchase with access has its files',
      differences: await checkPurchases(client, damagedIds),
    },
  ]
  for (const finding of findings) onFinding?.(finding)
  return { findings: findings.filter((finding) => finding.differences.length > 0), ...counts }
}

async function checkFiles(client: pg.ClientBase, store: FileStore, onProgress: OnProgress) {
  const differences: Array<Difference> = []
  const damagedIds: Array<string> = []
  let fileCount = 0
  let byteCount = 0
  let reportedAt = Date.now()
  for (
    let page = await selectFiles(client, '0');
    page.length > 0;
    page = await selectFiles(client, lastId(page))
  ) {
    for (const file of page) {
      const stored = await describeStored(store, file.key)
      fileCount++
      byteCount += stored?.size ?? 0
      const difference = compareFile(file, stored)
      // A file may be replaced or removed while the instance runs.
      if (difference && (await isReferenced(client, file))) {
        differences.push(difference)
        damagedIds.push(file.id)
        await recordDamage(client, file)
      }
      if (Date.now() - reportedAt < progressIntervalMs) continue
      reportedAt = Date.now()
      onProgress(`${countOf(fileCount, 'file')}, ${formatBytes(byteCount)}`)
    }
  }
  return { differences, damagedIds, fileCount, byteCount }
}

/** For the sweep of the instance, as a download does. A copy of the database that cannot be written has no sweep. */
async function recordDamage(client: pg.ClientBase, { id }: StoredFileRow): Promise<void> {
  const insert =
    'insert into missing_files (file_id, missing_since) values ($1, now()) on conflict do nothing'
  await client.query(insert, [id]).catch((error: unknown) => {
    if (Object(error).code !== readOnlyTransaction) throw error
  })
}

async function selectFiles(client: pg.ClientBase, afterId: string): Promise<Array<StoredFileRow>> {
  const { rows } = await client.query<StoredFileRow>(
    `select id::text, key, name, size_bytes::text as size, sha256, crc32::text from files
     where id > $1 and unreferenced_since is null order by id limit ${pageSize}`,
    [afterId],
  )
  return rows
}

function lastId(page: Array<StoredFileRow>): string {
  return page.at(-1)?.id ?? '0'
}

/** The size and sums of a stored file; undefined when the store does not have it. */
async function describeStored(store: FileStore, key: string): Promise<StoredFile | undefined> {
  const bytes = await store.open(key)
  if (!bytes) return undefined
  const sums = createFileSums()
  let size = 0
  try {
    for await (const chunk of bytes) {
      sums.add(chunk)
      size += chunk.length
    }
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error
    return { size, sha256: 'unreadable', crc32: 0 }
  }
  return { size, ...sums.result() }
}

function compareFile(
  { id, name, size, sha256, crc32 }: StoredFileRow,
  stored: StoredFile | undefined,
): Difference | undefined {
  const entityRef = `file ${id} (${name})`
  if (!stored) return { entityRef, stored: `${size} bytes`, recomputed: 'nothing' }
  if (stored.size !== Number(size))
    return { entityRef, stored: `${size} bytes`, recomputed: `${stored.size} bytes` }
  if (stored.sha256 !== sha256) return { entityRef, stored: sha256, recomputed: stored.sha256 }
  const recomputed = String(stored.crc32)
  return recomputed === crc32 ? undefined : { entityRef, stored: `CRC-32 ${crc32}`, recomputed }
}

async function isReferenced(client: pg.ClientBase, { id, key }: StoredFileRow): Promise<boolean> {
  const { rowCount } = await client.query(
    'select 1 from files where id = $1 and key = $2 and unreferenced_since is null',
    [id, key],
  )
  return rowCount === 1
}

async function checkImages(client: pg.ClientBase, store: FileStore): Promise<Array<Difference>> {
  const { rows } = await client.query<StoredImageRow>(`
    select preview_image_key as key, 'preview of item ' || id as what, null as size from content_items
    where preview_image_key is not null and deleted_at is null
    union all select key, 'teaser of item ' || content_id, size_bytes::text from teaser_parts
      join content_items i on i.id = content_id where key is not null and i.deleted_at is null
    union all select photo_key, 'photo of ' || email, null from users where photo_key is not null
    union all select logo_key, 'logo of ' || email, null from users where logo_key is not null`)
  const differences: Array<Difference> = []
  for (const { key, what, size } of rows) {
    const stored = await describeStored(store, key)
    if (stored && (size === null || stored.size === Number(size))) continue
    differences.push({
      entityRef: what,
      stored: size === null ? 'a picture' : `${size} bytes`,
      recomputed: stored ? `${stored.size} bytes` : 'nothing',
    })
  }
  return differences
}

type DocumentRow = NumberedDocument & { id: string; format: string; key: string; sha256: string }

async function checkDocuments(client: pg.ClientBase, store: FileStore): Promise<Array<Difference>> {
  const differences: Array<Difference> = []
  for (let after = ['0', '']; ; ) {
    const { rows } = await client.query<DocumentRow>(
      `select d.id::text, d.series, d.year, d.number, f.format, f.key, f.sha256
       from document_files f join documents d on d.id = f.document_id
       where (d.id, f.format) > ($1::bigint, $2) order by d.id, f.format limit ${pageSize}`,
      after,
    )
    for (const row of rows) {
      const stored = await describeStored(store, row.key)
      if (stored?.sha256 === row.sha256) continue
      differences.push({
        entityRef: `${documentNumber(row)} as ${row.format.toUpperCase()}`,
        stored: row.sha256,
        recomputed: stored?.sha256 ?? 'nothing',
      })
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return differences
    after = [last.id, last.format]
  }
}

/** Purchases whose buyers have access to a file that is missing or damaged. */
async function checkPurchases(client: pg.ClientBase, damagedIds: Array<string>): Promise<Array<Difference>> {
  const { rows } = await client.query<Difference>(
    `select 'purchase ' || p.order_number as "entityRef", coalesce('file ' || part.file_id, 'no file') as stored,
       case when part.file_id is null then 'nothing' else 'no intact file' end as recomputed
     from purchases p join access_grants g on g.purchase_id = p.id
     join content_parts part on part.content_id = p.content_id and (part.removed_at is null or p.paid_at < part.removed_at)
     where g.revoked_at is null and part.url is null and part.text is null
       and (part.file_id is null or part.file_id = any($1::bigint[]))
     order by p.id, part.id`,
    [damagedIds],
  )
  return rows
}
