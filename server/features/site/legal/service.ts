import { desc, eq, sql } from 'drizzle-orm'
import type { LegalPage, LegalPageName, LegalPageSource } from '../../../../contract/legal-pages.ts'
import { limits } from '../../../../contract/limits.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { insertRows } from '../../../db/rows.ts'
import { legalPageVersions } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { recordAuditEntry } from '../audit/record.ts'
import { notifySettingsChanged } from '../settings/repository.ts'
import { reloadSettings } from '../settings/store.ts'
import {
  fillPlaceholders,
  markdownProblem,
  type PublicRetention,
  placeholderHelp,
  renderMarkdown,
  renderPlainText,
  unknownPlaceholders,
} from './placeholders.ts'
import { legalPageTitle, startingTexts } from './starting-texts.ts'

const maxVersionsListed = limits.maxListed.legalPageVersions

type Draft = { page: LegalPageName; markdown: string }

export async function getLegalPage(
  ports: Ports,
  page: LegalPageName,
  retention: PublicRetention,
): Promise<LegalPage> {
  const [current] = await selectVersions(ports.db, page, 1)
  return {
    page,
    title: legalPageTitle(page),
    html: await toHtmlAlways(ports, current?.markdown ?? startingText(ports, page), retention),
    publishedAt: current?.publishedAt.toISOString() ?? null,
  }
}

function startingText({ settings }: Ports, page: LegalPageName): string {
  return startingTexts({ isSolo: settings.current().soloMode })[page]
}

/** The page for a text that is not published. Throws AppError `invalid_input`. */
export async function previewLegalPage(
  ports: Ports,
  { page, markdown }: Draft,
  retention: PublicRetention,
): Promise<LegalPage> {
  return {
    page,
    title: legalPageTitle(page),
    html: await toHtml(ports, markdown, retention),
    publishedAt: null,
  }
}

export async function getLegalPageSource(ports: Ports, page: LegalPageName): Promise<LegalPageSource> {
  const versions = await selectVersions(ports.db, page, maxVersionsListed)
  return {
    page,
    title: legalPageTitle(page),
    markdown: versions[0]?.markdown ?? startingText(ports, page),
    startingText: startingText(ports, page),
    versions: versions.map(presentVersion),
    placeholders: placeholderHelp,
  }
}

/** Stores a new version, after which every process shows it. Throws AppError `conflict` or `invalid_input`. */
export async function publishLegalPage(
  ports: Ports,
  viewer: Viewer,
  { page, markdown, basedOn }: Draft & { basedOn: number | null },
  retention: PublicRetention,
): Promise<LegalPageSource> {
  // What can't be rendered is not published.
  await toHtml(ports, markdown, retention)
  await ports.db.transaction(async (tx) => {
    await lockVersions(tx)
    const [current] = await selectVersions(tx, page, 1)
    if ((current?.id ?? null) !== basedOn)
      throw new AppError(
        'conflict',
        `${current?.publishedByEmail ?? 'Someone'} published another version in the meantime. Copy your text, reload the page and add your changes to it.`,
      )
    await insertRows(tx, legalPageVersions, [
      { page, markdown, publishedByEmail: viewer.email, publishedAt: ports.clock.now() },
    ])
    await recordAuditEntry(tx, ports, viewer, {
      action: 'publishLegalPage',
      target: `legal-page/${page}`,
      before: current ? { markdown: current.markdown } : null,
      after: { markdown },
    })
    // Settings and legal pages are on the same cached pages.
    await notifySettingsChanged(tx)
  })
  await reloadSettings(ports)
  return getLegalPageSource(ports, page)
}

/** Renders a text that an admin has written. Throws AppError `invalid_input`. */
async function toHtml(ports: Ports, markdown: string, retention: PublicRetention): Promise<string> {
  requireKnownPlaceholders(markdown)
  const filled = fillPlaceholders(ports, markdown, retention)
  const problem = markdownProblem(filled)
  if (problem) throw invalidMarkdown(problem)
  try {
    return await renderMarkdown(filled)
  } catch (error) {
    ports.log.warn({ err: error }, 'a legal page could not be rendered')
    throw invalidMarkdown('We can’t show this text as a page. Use simpler formatting.')
  }
}

/** Everyone may read a published page, so one that can't be rendered is shown as plain text. */
async function toHtmlAlways(ports: Ports, markdown: string, retention: PublicRetention): Promise<string> {
  try {
    return await toHtml(ports, markdown, retention)
  } catch (error) {
    ports.log.error({ err: error }, 'a legal page is shown without its formatting')
    return renderPlainText(markdown)
  }
}

function invalidMarkdown(message: string): AppError {
  return new AppError('invalid_input', message, { markdown: message })
}

function requireKnownPlaceholders(markdown: string): void {
  const [unknown] = unknownPlaceholders(markdown)
  if (unknown === undefined) return
  const names = placeholderHelp.map(({ name }) => `{{${name}}}`).join(', ')
  const message = `There is no placeholder {{${unknown}}}. Use one of these: ${names}`
  throw invalidMarkdown(message)
}

function presentVersion({ id, markdown, publishedByEmail, publishedAt }: VersionRow) {
  return { id, markdown, publishedBy: publishedByEmail, publishedAt: publishedAt.toISOString() }
}

type VersionRow = typeof legalPageVersions.$inferSelect

function selectVersions(db: Db, page: LegalPageName, limit: number): Promise<Array<VersionRow>> {
  return db
    .select()
    .from(legalPageVersions)
    .where(eq(legalPageVersions.page, page))
    .orderBy(desc(legalPageVersions.id))
    .limit(limit)
}

/** Versions are published one after the other. */
async function lockVersions(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${legalPageVersions} in share row exclusive mode`)
}
