import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Viewer } from '../../http/call.ts'
import { csvStream } from '../../http/csv.ts'
import type { Made } from '../../http/made.ts'
import { throttle } from '../../http/throttle.ts'
import type { Ports } from '../../ports/index.ts'
import { listPasskeys } from '../accounts/passkeys.ts'
import { userById } from '../accounts/repository.ts'
import { listSessions } from '../accounts/sessions.ts'
import { itemsOf, subscriptionsOf } from './repository.ts'
import { type Table, tablesOf } from './tables.ts'

const hour = 3_600_000

/** Everything we keep of an account as one zip, made while it is sent: each table twice, for people and for programs. */
export async function exportAccount(ports: Ports, viewer: Viewer): Promise<Made> {
  await throttle(ports, [{ key: `export/${viewer.id}`, max: 10, perMs: hour }])
  const account = await accountOf(ports, viewer)
  return {
    name: `tipdrop-${ports.clock.now().toISOString().slice(0, 10)}.zip`,
    type: 'application/zip',
    made: () => zipOf(ports, viewer, account),
  }
}

function zipOf(ports: Ports, viewer: Viewer, account: object): Readable {
  const zip = new ZipFile()
  const mtime = ports.clock.now()
  const open = new Set<Readable>()
  const out = Readable.from(zip.outputStream as AsyncIterable<Buffer>, { objectMode: false })
  const add = (name: string, make: () => Readable | Promise<Readable>, { compress = true } = {}) =>
    zip.addReadStreamLazy(name, { mtime, compress }, (give) => {
      Promise.resolve(make()).then(
        (bytes) => {
          open.add(bytes)
          bytes.once('close', () => open.delete(bytes))
          bytes.once('error', (fault) => out.destroy(fault))
          give(null, bytes)
        },
        (fault: unknown) => out.destroy(fault instanceof Error ? fault : new Error(String(fault))),
      )
    })
  // Whoever stops in the middle leaves no file open.
  out.once('close', () => {
    for (const bytes of open) bytes.destroy()
  })

  const fill = async () => {
    add('account.json', () => Readable.from([JSON.stringify(account, null, 2)]))
    for (const table of tablesOf(ports.db, viewer.id)) {
      add(`${table.name}.csv`, () => csvStream(table.columns, table.rows()))
      add(`${table.name}.json`, () => Readable.from(jsonOf(table), { objectMode: false }))
    }
    for await (const { content, file } of itemsOf(ports.db, viewer.id)) {
      // A deleted item's bytes may be gone by now: that is told in the table.
      if (!file || !(await isThere(ports, file.key))) continue
      const bytes = async () => (await ports.files.open(file.key)) ?? Readable.from([])
      add(`files/${content.id}-${safeName(file.name)}`, bytes, { compress: false })
    }
    zip.end()
  }
  fill().catch((fault: unknown) => out.destroy(fault instanceof Error ? fault : new Error(String(fault))))
  return out
}

async function isThere({ files }: Ports, key: string): Promise<boolean> {
  const first = await files.open(key, { start: 0, end: 0 }).catch(() => undefined)
  first?.destroy()
  return first !== undefined
}

async function* jsonOf({ rows }: Table): AsyncGenerator<string> {
  let before = '[\n'
  for await (const row of rows()) {
    yield `${before}${JSON.stringify(row)}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

/** A name inside a zip that leads nowhere else and that every system can write. */
function safeName(name: string): string {
  const safe = name.replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_').replace(/^\.+/, '_')
  return [...safe].slice(-120).join('')
}

async function accountOf(ports: Ports, viewer: Viewer): Promise<object> {
  const row = await userById(ports.db, viewer.id)
  const subscriptions = await subscriptionsOf(ports.db, viewer.id)
  return {
    id: viewer.id,
    email: row?.email,
    displayName: row?.firstName,
    handle: row?.handle,
    plan: row?.plan,
    since: row?.createdAt.toISOString(),
    payoutMethod: row?.payoutMethod,
    payoutAddress: row?.payoutEmail,
    newItems: { amounts: row?.chips, thanksSupporters: row?.showSupporters },
    passkeys: await listPasskeys(ports, viewer),
    sessions: await listSessions(ports, viewer),
    subscriptions: subscriptions.map(({ state, createdAt, currentPeriodEnd, endedAt }) => ({
      ...{ state, createdAt, currentPeriodEnd, endedAt },
    })),
  }
}
