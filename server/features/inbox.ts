import type { SQL } from 'drizzle-orm'
import type { InboxCase, InboxKind } from '../../contract/inbox.ts'
import type { Ports } from '../ports/index.ts'

/** What a kind of decision shows of one that is open; the rest of its row is the same for all. */
export type Caption = { title: string; about: string }

/** What a case adds to its row. A part that a kind does not have is left out. */
export type CaseParts = Pick<InboxCase, 'heading'> &
  Partial<Omit<InboxCase, 'heading' | 'kind' | 'id' | 'title' | 'about' | 'openedAt' | 'dueAt'>>

/** One kind of decision that waits for the admin. */
export type InboxSource<Facts = never> = {
  /**
   * A query of all that are open, with the columns `id` (text), `opened_at`, `due_at` (null when nobody waits) and
   * `facts` (jsonb), which `caption` turns into words.
   */
  open: (now: Date) => SQL
  caption: (facts: Facts, ports: Ports) => Caption
  /** What a person needs to decide. The row is open; undefined when it was decided in the meantime. */
  describe: (ports: Ports, id: string, facts: Facts) => Promise<CaseParts | undefined>
}

/** The facts of each kind are known to its source alone. */
// biome-ignore lint/suspicious/noExplicitAny: a source reads only the facts that it selected itself.
export type AnyInboxSource = InboxSource<any>

export type InboxSources = Record<InboxKind, AnyInboxSource>

/** Keeps the type of the facts. */
export function inboxSource<Facts>(source: InboxSource<Facts>): AnyInboxSource {
  return source
}
