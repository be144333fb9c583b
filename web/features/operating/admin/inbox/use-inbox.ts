import { useCallback, useEffect } from 'react'
import { useLocation, useParams } from 'wouter'
import {
  getAdminOverview,
  type InboxKind,
  type InboxRow,
  inboxKinds,
  listInbox,
} from '../../../../../contract/inbox.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { useSearchParamsState } from '../../../../shared/use-search-params-state.ts'
import { useDecidedKey } from './deferred.ts'

/** Others of the staff decide, too. */
const refreshMs = 60_000

export function keyOf({ kind, id }: Pick<InboxRow, 'kind' | 'id'>): string {
  return `${kind}/${id}`
}

/** The list, which of it is open, and the ways between rows. */
export function useInbox() {
  const [query] = useSearchParamsState()
  const [, navigate] = useLocation()
  const params = useParams()
  const filter = inboxKinds.find((kind) => kind === query.get('kind'))
  const cursor = query.get('cursor') ?? undefined
  const decidedKey = useDecidedKey()
  const list = useApiQuery(listInbox, {
    query: { kind: filter, cursor },
    keepPreviousData: true,
    pollIntervalMs: refreshMs,
  })
  const { data: overview } = useApiQuery(getAdminOverview)
  const rows = (list.data?.rows ?? []).filter((row) => keyOf(row) !== decidedKey)
  const opened = openedRow(params)
  const selected = opened ?? rows[0]

  const search = query.toString()
  const hrefOf = useCallback(
    (row?: Pick<InboxRow, 'kind' | 'id'>) => {
      const path = row ? `/admin/inbox/${row.kind}/${encodeURIComponent(row.id)}` : '/admin/inbox'
      return search ? `${path}?${search}` : path
    },
    [search],
  )
  const open = useCallback(
    (row?: Pick<InboxRow, 'kind' | 'id'>) => navigate(hrefOf(row), { replace: true }),
    [navigate, hrefOf],
  )
  return { list, rows, filter, overview, decidedKey, opened, selected, hrefOf, open }
}

function openedRow({
  kind,
  id,
}: Record<string, string | undefined>): Pick<InboxRow, 'kind' | 'id'> | undefined {
  const known: InboxKind | undefined = inboxKinds.find((one) => one === kind)
  return known && id ? { kind: known, id } : undefined
}

type Keys = Record<string, () => void>

/** Keys of the page, for which the focus is not in a field, a button or a dialog. */
export function usePageKeys(keys: Keys): void {
  useEffect(() => {
    function handle(event: KeyboardEvent) {
      const run = keys[event.key]
      if (!run || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest('input, textarea, select, [contenteditable], [role=dialog]')) return
      if (event.key === 'Enter' && target?.closest('a, button, summary')) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [keys])
}
