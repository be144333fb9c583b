import { asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { addDays, dayIn, startOfDayIn } from '../../../../domain/dates.ts'
import { documentNumber, type NumberedDocument } from '../../../../domain/documents.ts'
import { findRow } from '../../../db/rows.ts'
import type { DocumentProblem, NumberRange } from '../../../db/schema/document-papers.ts'
import { documentChecks, documentContents, documentFiles, documents } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { raiseAlert, resolveAlerts } from '../../telling/alerts/service.ts'
import { contentHash } from './contents.ts'
import { readStored } from './files.ts'
import { gapsSql } from './gaps.ts'
import { changedContent, changedFile, missingNumber } from './problems.ts'

/** On the site's clock, in hours. */
const hourOfCheck = 3
const hourMs = 3_600_000
/** Documents whose content and file are read in one night. More than these take several nights. */
const readInOneNight = 20_000
const defaultPageSize = 200
/** Missing numbers that are named. */
const maxNamed = 100

/** Checks all documents once a night, in one process of the instance. */
export async function checkDocumentsNightly(ports: Ports, signal?: AbortSignal): Promise<void> {
  const { clock, settings, db } = ports
  const now = clock.now()
  const { timeZone } = settings.current()
  const last = await findRow(db, documentChecks, { id: 1 })
  if (last && last.checkedAt >= lastCheckTime(now, timeZone)) return
  await checkDocuments(ports, { signal })
}

/** The latest moment at which a check was due. */
export function lastCheckTime(now: Date, timeZone: string): Date {
  const dueOn = (day: string) => new Date(startOfDayIn(day, timeZone).getTime() + hourOfCheck * hourMs)
  const today = dayIn(now, timeZone)
  const due = dueOn(today)
  return due <= now ? due : dueOn(addDays(today, -1))
}

type Options = { signal?: AbortSignal | undefined; limit?: number; pageSize?: number }

/** Looks for missing numbers and for documents that differ from what was issued; raises and resolves their alerts. */
export async function checkDocuments(
  ports: Ports,
  { signal, limit = readInOneNight, pageSize = defaultPageSize }: Options = {},
): Promise<Array<DocumentProblem>> {
  const { db, clock } = ports
  const checkedAt = clock.now()
  const last = await findRow(db, documentChecks, { id: 1 })
  const ranges = await selectRanges(ports)
  const missing = await findMissing(ports, { before: last?.ranges ?? [], ranges })
  const known = (last?.problems ?? []).flatMap(({ documentId }) => documentId ?? [])
  const read = await readDocuments(ports, { after: last?.readUntil ?? 0, limit, pageSize, known, signal })
  const problems = [...missing, ...read.problems]
  const row = { checkedAt, ranges, problems, readUntil: read.until }
  await db.transaction(async (tx) => {
    await tx
      .insert(documentChecks)
      .values({ id: 1, ...row })
      .onConflictDoUpdate({ target: documentChecks.id, set: row })
    for (const { number, sentence } of problems)
      await raiseAlert(tx, ports, { kind: 'document-changed', target: number, message: sentence })
    const numbers = new Set(problems.map(({ number }) => number))
    for (const { number } of last?.problems ?? [])
      if (!numbers.has(number))
        await resolveAlerts(tx, ports, { kinds: ['document-changed'], target: number })
  })
  return problems
}

async function selectRanges({ db }: Ports): Promise<Array<NumberRange>> {
  return db
    .select({
      series: documents.series,
      year: documents.year,
      last: sql<number>`max(${documents.number})`.mapWith(Number),
    })
    .from(documents)
    .groupBy(documents.series, documents.year)
    .orderBy(documents.series, documents.year)
}

type Ranges = { before: Array<NumberRange>; ranges: Array<NumberRange> }

/** Numbers in a gap, and those after the highest one that were there at the last check. */
async function findMissing({ db }: Ports, { before, ranges }: Ranges): Promise<Array<DocumentProblem>> {
  type Gap = Pick<NumberedDocument, 'series' | 'year'> & { first: number; last: number }
  const { rows } = await db.execute<Gap>(sql.raw(gapsSql))
  const lost = before.flatMap(({ series, year, last }): Array<Gap> => {
    const current = ranges.find((range) => range.series === series && range.year === year)?.last ?? 0
    return current < last ? [{ series, year, first: current + 1, last }] : []
  })
  return [...rows, ...lost]
    .flatMap(({ series, year, first, last }) =>
      Array.from({ length: Math.min(Number(last) - Number(first) + 1, maxNamed) }, (_, index) =>
        missingNumber(documentNumber({ series, year: Number(year), number: Number(first) + index })),
      ),
    )
    .slice(0, maxNamed)
}

type Reading = {
  after: number
  limit: number
  pageSize: number
  known: Array<number>
  signal: AbortSignal | undefined
}

/**
 * Reads documents in the order of their ids, and again those that had a problem. `until` is where the next night goes on;
 * null when this one has read all.
 */
async function readDocuments(ports: Ports, { after, limit, pageSize, known, signal }: Reading) {
  const problems = new Map<number | null, DocumentProblem>()
  const readAll = async (page: Page) => {
    for (const problem of await readPage(ports, page)) problems.set(problem.documentId, problem)
  }
  if (known.length > 0) await readAll(await selectPage(ports, inArray(documents.id, known), known.length))
  let position = after
  for (let left = limit; left > 0 && !signal?.aborted; left -= pageSize) {
    const page = await selectPage(ports, gt(documents.id, position), pageSize)
    await readAll(page)
    if (page.length < pageSize) return { problems: [...problems.values()], until: after === 0 ? null : 0 }
    position = page.at(-1)?.id ?? 0
  }
  return { problems: [...problems.values()], until: position }
}

function selectPage({ db }: Ports, where: SQL | undefined, limit: number) {
  return db
    .select({
      id: documents.id,
      series: documents.series,
      year: documents.year,
      number: documents.number,
      content: documentContents.content,
      hash: documentContents.hash,
      files: sql<Array<{ key: string; sha256: string }>>`(
        select coalesce(json_agg(json_build_object('key', f.key, 'sha256', f.sha256)), '[]')
        from ${documentFiles} f where f.document_id = ${documents.id})`,
    })
    .from(documents)
    .innerJoin(documentContents, eq(documentContents.documentId, documents.id))
    .where(where)
    .orderBy(asc(documents.id))
    .limit(limit)
}

type Page = Awaited<ReturnType<typeof selectPage>>

async function readPage(ports: Ports, page: Page): Promise<Array<DocumentProblem>> {
  const problems: Array<DocumentProblem> = []
  for (const row of page) {
    if (contentHash(row.content) !== row.hash) problems.push(changedContent(documentNumber(row), row.id))
    else if (await hasChangedFile(ports, row)) problems.push(await changedFile(ports.db, row.id))
  }
  return problems
}

async function hasChangedFile(ports: Ports, { files }: Page[number]): Promise<boolean> {
  for (const file of files) if (!(await readStored(ports, file))) return true
  return false
}
