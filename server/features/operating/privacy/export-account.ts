import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { ZipFile } from 'yazl'
import { subscriptions as subscriptionsTable } from '../../../db/schema/index.ts'
import { csvStream, inBatches } from '../../../http/csv.ts'
import type { ExportTable } from '../../../http/export-table.ts'
import type { StreamedFile } from '../../../http/file-response.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import type { Viewer } from '../../../http/request-context.ts'
import { type ReadRange, wholeFile } from '../../../ports/file-store.ts'
import type { Ports } from '../../../ports/index.ts'
import { recordMissingFile } from '../../buying/settlement/undeliverable.ts'
import type { StoredData } from '../../feature.ts'
import { selectPayeesOf } from '../../money/payees/repository.ts'
import { tryToOpenPayee } from '../../money/payees/stored.ts'
import { shownPayoutDetails } from '../../people/accounts/payout-details.ts'
import { findUserById, type UserRow } from '../../people/accounts/repository.ts'
import { listPasskeys } from '../../people/sign-in/passkeys.ts'
import { listSessions } from '../../people/sign-in/session.ts'
import { streamParts } from '../../selling/content/exported-tables.ts'
import { isStored } from '../../site/storage/store-sentinel.ts'

const hourMs = 3_600_000

/** All stored data of an account as one zip, streamed: each table as CSV and JSON. */
export async function exportAccount(
  ports: Ports,
  viewer: Viewer,
  exportedTables: StoredData['exportedTables'],
): Promise<StreamedFile> {
  await enforceRateLimits(ports, [{ key: `export/${viewer.id}`, max: 10, windowMs: hourMs }])
  const { account, images } = await exportAccountData(ports, viewer)
  const tables = exportedTables(ports.db, viewer.id)
  return {
    name: `tipdrop-${ports.clock.now().toISOString().slice(0, 10)}.zip`,
    type: 'application/zip',
    createStream: () => createZip(ports, viewer, { account, images, tables }),
  }
}

type ZipContent = AccountExport & { tables: Array<ExportTable> }
type AccountExport = { account: object; images: Record<string, string | null | undefined> }

function createZip(ports: Ports, viewer: Viewer, { account, images, tables }: ZipContent): Readable {
  const zip = new ZipFile()
  const mtime = ports.clock.now()
  const openStreams = new Set<Readable>()
  const out = Readable.from(zip.outputStream as AsyncIterable<Buffer>, { objectMode: false })
  const addEntry = (name: string, openStream: () => Readable | Promise<Readable>, { compress = true } = {}) =>
    zip.addReadStreamLazy(name, { mtime, compress }, (callback) => {
      Promise.resolve(openStream()).then(
        (bytes) => {
          openStreams.add(bytes)
          bytes.once('close', () => openStreams.delete(bytes))
          bytes.once('error', (error) => out.destroy(error))
          callback(null, bytes)
        },
        (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))),
      )
    })
  // A canceled download closes the open file.
  out.once('close', () => {
    for (const bytes of openStreams) bytes.destroy()
  })

  const writeEntries = async () => {
    addEntry('account.json', () => Readable.from([JSON.stringify(account, null, 2)]))
    for (const table of tables) {
      addEntry(`${table.name}.csv`, () => csvStream(table.columns, table.rows()))
      addEntry(`${table.name}.json`, () => Readable.from(streamJsonArray(table), { objectMode: false }))
    }
    for (const [name, key] of Object.entries(images))
      if (key && (await fileExists(ports, key)))
        addEntry(`images/${name}.webp`, () => openFile(ports, key), stored)
    for await (const { part, deletedAt, file } of streamParts(ports.db, viewer.id)) {
      if (!file) continue
      // The table shows that it is not here.
      if (!(await isStored(ports.fileStore, file))) {
        if (deletedAt === null) await recordMissingFile(ports, file.id)
        continue
      }
      const { key, sizeBytes } = file
      addEntry(
        // The files of an item may have the same name.
        `files/${part.contentId}-${part.position === 1 ? '' : `${part.id}-`}${safeName(file.name)}`,
        () => openFile(ports, key, wholeFile(sizeBytes)),
        stored,
      )
    }
    zip.end()
  }
  writeEntries().catch((error: unknown) =>
    out.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return out
}

/** Of an entry whose bytes are compressed already. */
const stored = { compress: false }

async function openFile({ fileStore }: Ports, key: string, range?: ReadRange): Promise<Readable> {
  return (await fileStore.open(key, range)) ?? Readable.from([])
}

async function fileExists({ fileStore }: Ports, key: string): Promise<boolean> {
  const first = await fileStore.open(key, { start: 0, end: 0 }).catch(() => undefined)
  first?.destroy()
  return first !== undefined
}

async function* streamJsonArray({ rows }: ExportTable): AsyncGenerator<string> {
  let before = '[\n'
  for await (const batch of inBatches(rows())) {
    yield before + batch.map((row) => JSON.stringify(row)).join(',\n')
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

/** A file name for a zip that is safe on every system and cannot leave its folder. */
function safeName(name: string): string {
  const safe = name.replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_').replace(/^\.+/, '_')
  return [...safe].slice(-120).join('')
}

async function exportAccountData(ports: Ports, viewer: Viewer): Promise<AccountExport> {
  const row = await findUserById(ports.db, viewer.id)
  const subscriptions = await ports.db
    .select()
    .from(subscriptionsTable)
    .where(eq(subscriptionsTable.userId, viewer.id))
  const account = {
    ...(row && exportedUser(row)),
    payees: await exportedPayees(ports, viewer),
    passkeys: await listPasskeys(ports, viewer),
    sessions: await listSessions(ports, viewer),
    subscriptions: subscriptions.map(({ state, createdAt, currentPeriodEnd, endedAt }) => ({
      state,
      createdAt,
      currentPeriodEnd,
      endedAt,
    })),
  }
  return { account, images: { photo: row?.photoKey, logo: row?.logoKey } }
}

/** Payee details in clear, with what the register said: the owner's own. Those whose key is missing are left out. */
async function exportedPayees(ports: Ports, viewer: Viewer) {
  const rows = await selectPayeesOf(ports.db, viewer.id)
  return rows.flatMap((row) => {
    const open = tryToOpenPayee(ports, row)
    return open ? [{ payee: row.id, ...open.details, register: open.lookup }] : []
  })
}

/** The columns of `users` in the export of an account, with their names in it. */
export const exportedUserColumns = {
  id: 'id',
  email: 'email',
  firstName: 'displayName',
  lastName: 'lastName',
  handle: 'handle',
  bio: 'bio',
  links: 'links',
  country: 'country',
  timeZone: 'timeZone',
  createdAt: 'since',
  updatedAt: 'changedAt',
  plan: 'plan',
  role: 'role',
  isOwner: 'isOwner',
  payoutMethod: 'payoutMethod',
  payoutMask: 'payoutAddress',
  payoutCountry: 'payoutBankCountry',
  payoutReminderSentAt: 'payoutReminderSentAt',
  providerAccountId: 'connectedAccount',
  providerAccountState: 'connectedAccountState',
  providerAccountRestriction: 'connectedAccountRestriction',
  providerAccountCurrency: 'connectedAccountCurrency',
  providerCustomerId: 'customer',
  defaultSuggestedAmounts: 'newItemAmounts',
  defaultShowSupporters: 'newItemsShowSupporters',
  saleEmails: 'saleEmails',
  defaultThankYouNote: 'newItemThankYouNote',
  showTicketNumbers: 'showsTicketNumbers',
  accentColor: 'accentColor',
  hidePlatformBranding: 'hidesPlatformBranding',
  enabledBetaFeatures: 'betaFeatures',
  suspendedAt: 'suspendedAt',
  suspendedReason: 'suspendedReason',
} as const satisfies Partial<Record<keyof UserRow, string>>

/** The other columns, and why they are not in it. A test fails for a column in neither list. */
export const withheldUserColumns = {
  name: 'written by the sign-in library and used nowhere',
  image: 'of the sign-in library, and always empty',
  emailVerified: 'true for every account that can export',
  payoutEmail: 'encrypted; the export has it as screens show it',
  photoKey: 'the image itself is in the export',
  logoKey: 'the image itself is in the export',
  deletedAt: 'null for every account that can export',
  debtEmailHash: 'null for every account that can export',
  debtPayoutHash: 'null for every account that can export',
  providerRefusals: 'a count for the keys of requests to the card provider',
} as const satisfies Partial<Record<keyof UserRow, string>>

function exportedUser(row: UserRow): Record<string, unknown> {
  const shown = { ...row, payoutMask: shownPayoutDetails(row.payoutEmail, row.payoutMask) }
  const columns = Object.entries(exportedUserColumns) as Array<[keyof typeof exportedUserColumns, string]>
  return Object.fromEntries(columns.map(([column, name]) => [name, shown[column]]))
}
