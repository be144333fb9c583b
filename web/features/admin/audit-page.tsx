import { ScrollText } from 'lucide-react'
import { type Act, listActs } from '../../../contract/admin-desk.ts'
import { useRead } from '../../api/hooks.ts'
import { Card } from '../../ui/card.tsx'
import { formatMoment } from '../../ui/date-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Frame } from './frame.tsx'
import { Loaded } from './loaded.tsx'
import { OlderPages } from './older-pages.tsx'
import { SearchBox } from './search-box.tsx'
import { type Column, Table } from './table.tsx'
import { useQuery } from './use-query.ts'
import { actName } from './words.ts'

/** `/admin/audit`: who did what, when, to whom. Nothing of it can be changed. */
export function AuditPage() {
  const [query, change] = useQuery()
  const q = query.get('q') ?? ''
  const before = Number(query.get('before')) || undefined
  const read = useRead(listActs, { query: { q, before } })
  return (
    <Frame title="Audit log" text="Everything an administrator did, with what was there before and after.">
      <Card className="overflow-clip p-0">
        <div className="border-line border-b p-4 sm:px-5">
          <SearchBox
            label="Search the log"
            hint="Who, what or whom"
            value={q}
            change={(words) => change({ q: words, before: undefined })}
          />
        </div>
        <Loaded read={read} what="The log">
          {({ acts, next }) =>
            acts.length === 0 ? (
              <EmptyState
                icon={<ScrollText aria-hidden />}
                title={q ? 'No matching acts' : 'Nothing was done yet'}
                text="An act is searched by the administrator's address, its name, or what it was done to."
              />
            ) : (
              <>
                <Table label="Audit log" columns={columns} rows={acts} keyOf={({ id }) => id} />
                <OlderPages
                  label="Pages"
                  before={before}
                  next={next}
                  go={(place) => change({ before: place })}
                />
              </>
            )
          }
        </Loaded>
      </Card>
    </Frame>
  )
}

const columns: Array<Column<Act>> = [
  {
    name: 'Act',
    cell: ({ act, subject }) => (
      <>
        <p className="font-semibold">{actName(act)}</p>
        <p className="text-ink-faint text-sm">{subject}</p>
      </>
    ),
    isTitle: true,
  },
  { name: 'When', cell: ({ createdAt }) => formatMoment(createdAt) },
  { name: 'Who', cell: ({ actorEmail }) => actorEmail, isAddress: true },
  { name: 'Before', cell: ({ before }) => <Facts facts={before} /> },
  { name: 'After', cell: ({ after }) => <Facts facts={after} /> },
]

function Facts({ facts }: { facts: Act['before'] }) {
  const known = Object.entries(facts ?? {}).filter(([, value]) => value !== null && value !== '')
  if (known.length === 0) return <span className="text-ink-faint">–</span>
  return (
    <ul className="m-0 list-none p-0 text-sm">
      {known.map(([name, value]) => (
        <li key={name}>
          <span className="text-ink-faint">{actName(name).toLowerCase()}:</span>{' '}
          {typeof value === 'string' ? value : JSON.stringify(value)}
        </li>
      ))}
    </ul>
  )
}
