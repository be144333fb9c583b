import type { BulkOutcome, BulkUpload } from '../../../contract/bulk.ts'
import { readUpload } from '../../../domain/content.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/call.ts'
import type { FormPart } from '../../http/upload.ts'
import type { Ports } from '../../ports/index.ts'
import { requirePro } from '../accounts/pro.ts'
import { admitCategory } from './premium.ts'
import { publishContent } from './publish.ts'

type Shared = Omit<BulkUpload, 'items'>

/**
 * Publishes files that are here, each on its own: what is wrong with one keeps none of the others. What is wrong with all
 * of them is refused once, before the first.
 */
export async function publishBulk(
  ports: Ports,
  viewer: Viewer,
  { items, ...shared }: BulkUpload,
): Promise<{ outcomes: Array<BulkOutcome> }> {
  await requirePro(ports.db, viewer, 'Bulk upload')
  checkShared(ports, shared)
  await admitCategory(ports.db, viewer, shared)

  const outcomes: Array<BulkOutcome> = []
  for (const item of items) outcomes.push(await publishOne(ports, viewer, { ...shared, ...item }))
  return { outcomes }
}

/** Any title does here: each file's own is read with it. */
function checkShared({ config, payments }: Ports, shared: Shared): void {
  const rest = { kind: 'file', title: 'Title', linkUrl: '', textContent: '', uploadId: '' } as const
  readUpload({ ...shared, ...rest }, { currency: config.currency, charge: payments.limits(config.currency) })
}

type One = Shared & { uploadId: string; title: string }

/** The same door as a form with a single file, so it takes what that takes, and answers twice what is sent twice. */
async function publishOne(ports: Ports, viewer: Viewer, one: One): Promise<BulkOutcome> {
  const { uploadId } = one
  try {
    return { uploadId, item: await publishContent(ports, viewer, formOf(one)), refused: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message, fields = {} } = error
    return { uploadId, item: null, refused: { code, message, fields } }
  }
}

async function* formOf(one: One): AsyncGenerator<FormPart> {
  yield { kind: 'field', name: 'kind', value: 'file' }
  for (const [name, value] of Object.entries(one)) yield { kind: 'field', name, value }
}
