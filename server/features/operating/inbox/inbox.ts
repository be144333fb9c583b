import type { InboxCase, InboxKind, InboxRow } from '../../../../contract/inbox.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Ports } from '../../../ports/index.ts'
import type { InboxSources } from '../../inbox.ts'
import { countOpen, findOpen, type OpenRow, selectOpen } from './repository.ts'

/** How many decisions wait, by kind. */
export async function getOverview({ db, clock }: Ports, sources: InboxSources) {
  const counts = await countOpen(db, sources, clock.now())
  return { counts, total: Object.values(counts).reduce((sum, count) => sum + count, 0) }
}

/** A page of what waits for a decision, the one due first on top. */
export async function listInbox(
  ports: Ports,
  sources: InboxSources,
  page: { kind?: InboxKind | undefined; cursor?: string | undefined },
) {
  const { rows, next } = await selectOpen(ports.db, sources, { ...page, now: ports.clock.now() })
  return { rows: rows.map((row) => presentRow(ports, sources, row)), next }
}

/** All that a decision needs. Throws AppError `not_found` once it is decided. */
export async function getInboxCase(
  ports: Ports,
  sources: InboxSources,
  { kind, id }: { kind: InboxKind; id: string },
): Promise<InboxCase> {
  const row = await findOpen(ports.db, sources[kind], { kind, id, now: ports.clock.now() })
  const parts = row && (await sources[kind].describe(ports, id, row.facts))
  if (!row || !parts) throw new AppError('not_found', 'This has been decided already.')
  return {
    said: [],
    facts: [],
    outcomes: [],
    links: [],
    money: '',
    alertId: null,
    review: null,
    report: null,
    ...presentRow(ports, sources, row),
    ...parts,
  }
}

function presentRow(ports: Ports, sources: InboxSources, row: OpenRow): InboxRow {
  const { kind, id, openedAt, dueAt, facts } = row
  return {
    kind,
    id,
    ...sources[kind].caption(facts, ports),
    openedAt: openedAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
  }
}
