import { ScrollText } from 'lucide-react'
import { type AuditEntry, listAuditLog } from '../../../../../contract/admin-overview.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { CursorPages } from '../../../../shared/cursor-pages.tsx'
import { useSearchParamsState } from '../../../../shared/use-search-params-state.ts'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { AdminLayout } from '../admin-layout.tsx'
import { AdminList, ListSearch, useListSearch } from '../admin-list.tsx'
import { auditChanges, auditSentence, auditTarget } from './audit-text.ts'

/** `/admin/audit`: the append-only log of admin actions. */
export function AuditPage() {
  const [query] = useSearchParamsState()
  const { q } = useListSearch()
  const before = Number(query.get('before')) || undefined
  const read = useApiQuery(listAuditLog, { query: { q, before } })
  return (
    <AdminLayout title="Audit log" description="Every admin action, with the values before and after.">
      <AdminList
        query={read}
        subject="The audit log"
        filter={<ListSearch label="Search the log" placeholder="Admin, action or target" />}
        countOf={({ entries }) => entries.length}
        empty={{
          icon: <ScrollText aria-hidden />,
          title: q ? 'No matching actions' : 'No actions yet',
          description: 'Search by the admin’s email address, the action or its target.',
        }}
        pagination={({ next }) => <CursorPages name="before" next={next} />}
      >
        {({ entries }) => (
          <DataTable label="Audit log" columns={columns} rows={entries} rowKey={({ id }) => id} />
        )}
      </AdminList>
    </AdminLayout>
  )
}

const columns: Array<Column<AuditEntry>> = [
  {
    name: 'Action',
    cell: (entry) => (
      <>
        <p className="font-semibold">{auditSentence(entry)}</p>
        <p title={entry.target} className="text-ink-faint text-sm">
          {auditTarget(entry.target)}
        </p>
      </>
    ),
    phone: 'title',
  },
  { name: 'Change', cell: (entry) => <ChangeList entry={entry} />, phone: 'detail' },
  { name: 'Admin', cell: ({ actorEmail }) => actorEmail, isWide: true },
  { name: 'When', cell: ({ createdAt }) => <When iso={createdAt} />, isNumeric: true, phone: 'figure' },
]

function When({ iso }: { iso: string }) {
  return (
    <span className="text-ink-soft @max-[38rem]:text-sm">
      <span className="@max-[38rem]:hidden">
        <LocalTime iso={iso} />
      </span>
      <span className="@min-[38rem]:hidden">
        <LocalTime iso={iso} format="date" />
      </span>
    </span>
  )
}

/** What was changed: the value before and after, or one of both. */
function ChangeList({ entry }: { entry: AuditEntry }) {
  const changes = auditChanges(entry)
  if (changes.length === 0) return null
  return (
    <ul className="m-0 list-none p-0 text-sm">
      {changes.map(({ name, text }) => (
        <li key={name} className="wrap-anywhere">
          {name && <span className="text-ink-faint">{name}: </span>}
          {text}
        </li>
      ))}
    </ul>
  )
}
