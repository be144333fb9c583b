import { Download, FileDown, Files } from 'lucide-react'
import {
  type DocumentType,
  documentTypes,
  getDocumentPdf,
  getDocumentsArchive,
  getDocumentTotals,
  type ListedDocument,
  listDocuments,
} from '../../../../../contract/admin-documents.ts'
import { buildUrl } from '../../../../../contract/route.ts'
import { documentTypeLabels } from '../../../../../domain/documents.ts'
import { formatPeriod } from '../../../../../domain/period.ts'
import { placeOf, timeZoneName } from '../../../../../domain/release.ts'
import { useApiQuery } from '../../../../api/query.ts'
import type { ResponseOf } from '../../../../api/types.ts'
import { QueryState } from '../../../../shared/query-state.tsx'
import { useSearchParamsState } from '../../../../shared/use-search-params-state.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { LinkButton } from '../../../../ui/button.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { formatCount, formatMoney, pluralize } from '../../../../ui/format.ts'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { Select } from '../../../../ui/select.tsx'
import { SkeletonList } from '../../../../ui/skeleton.tsx'
import { StatStrip } from '../../../../ui/stat.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { AdminLayout } from '../admin-layout.tsx'
import { AdminList, ListPages, ListSearch, useListFilter, useListSearch } from '../admin-list.tsx'
import { CheckNote, ExportNote } from './document-notes.tsx'
import { PeriodPicker, periodNoun, useSelectedPeriod } from './period-picker.tsx'

type Totals = ResponseOf<typeof getDocumentTotals>

/** `/admin/documents`: every document as it was issued, for the operator and their accountant. */
export function DocumentsPage() {
  const [period, setPeriod] = useSelectedPeriod()
  const type = useListFilter('type', typeOptions)
  const { q, page } = useListSearch()
  const text = formatPeriod(period)
  const totals = useApiQuery(getDocumentTotals, { query: { period: text } })
  const read = useApiQuery(listDocuments, { query: { period: text, type, q, page } })
  return (
    <AdminLayout
      title="Documents"
      description={`Every document as it was issued. ${clockText(totals.data?.timeZone ?? 'UTC')}`}
    >
      <QueryState
        query={totals}
        subject="The totals"
        skeleton={<SkeletonList label="The totals: loading…" />}
      >
        {(data) => <StatStrip label="Totals" stats={figuresOf(data)} />}
      </QueryState>
      <AdminList
        query={read}
        subject="Documents"
        filter={
          <>
            <div className="flex flex-wrap gap-2.5 max-sm:w-full">
              <PeriodPicker period={period} onChange={setPeriod} />
              <TypeSelect value={type} />
              <div className="max-sm:w-full sm:w-60">
                <ListSearch label="Search documents" placeholder="Number, name or order" />
              </div>
            </div>
            <LinkButton
              variant="secondary"
              download
              href={buildUrl(getDocumentsArchive, { query: { period: text } })}
            >
              <Download aria-hidden />
              Download {periodNoun(period)}
            </LinkButton>
          </>
        }
        countOf={({ documents }) => documents.length}
        empty={
          q || type !== 'all'
            ? {
                icon: <Files aria-hidden />,
                title: 'No matching documents',
                description:
                  'Numbers and orders are found in every period, names in this one. Enter numbers in full.',
              }
            : {
                icon: <Files aria-hidden />,
                title: `No documents in this ${periodNoun(period)}`,
                description: 'Sales, refunds, payouts and payments of Pro show up here within seconds.',
              }
        }
        pagination={({ documents, total }) => (
          <>
            <p className="border-line border-t px-5 py-3.5 text-ink-soft">
              Showing {formatCount(documents.length)} of {formatCount(total)}
            </p>
            <ListPages total={total} />
          </>
        )}
      >
        {({ documents }) => (
          <DataTable label="Documents" columns={columns} rows={documents} rowKey={({ id }) => id} />
        )}
      </AdminList>
      <div className="grid gap-4 sm:gap-[18px] md:grid-cols-2">
        {totals.data && <CheckNote check={totals.data.check} />}
        <ExportNote period={period} datevProblem={totals.data?.datevProblem} />
      </div>
    </AdminLayout>
  )
}

function clockText(timeZone: string): string {
  return `Periods are in ${placeOf(timeZone) ? `${placeOf(timeZone)} time` : timeZoneName(timeZone)}.`
}

/** Kinds are never added to each other. One that is rare is shown where there is one. */
function figuresOf({ totals, currency }: Totals) {
  return documentTypes.flatMap((type) => {
    const sum = totals.find((each) => each.type === type)
    if (!sum && type === 'credit_note_reversal') return []
    const { count = 0, amount = '0', taxAmount = '0' } = sum ?? {}
    const caption =
      type === 'statement'
        ? pluralize(count, 'payout')
        : `${formatCount(count)}, tax ${formatMoney(taxAmount, currency)}`
    return [{ label: documentTypeLabels[type].many, value: formatMoney(amount, currency), caption }]
  })
}

const typeOptions = [
  { value: 'all', label: 'All kinds' },
  ...documentTypes.map((value) => ({ value, label: documentTypeLabels[value].many })),
] as const satisfies readonly [{ value: string; label: string }, ...Array<{ value: string; label: string }>]

function TypeSelect({ value }: { value: string }) {
  const [, setParams] = useSearchParamsState()
  return (
    <Select
      aria-label="Kind"
      className="max-sm:w-full"
      options={typeOptions}
      value={value}
      onChange={({ target }) =>
        setParams({ type: target.value === 'all' ? undefined : target.value, page: undefined })
      }
    />
  )
}

const tones: Record<DocumentType, 'plain' | 'warm' | 'brand'> = {
  receipt: 'plain',
  credit_note: 'warm',
  credit_note_reversal: 'warm',
  pro_invoice: 'brand',
  statement: 'plain',
}

const columns: Array<Column<ListedDocument>> = [
  {
    name: 'Number',
    cell: ({ number, bookedAt }) => (
      <>
        <b className="whitespace-nowrap tabular-nums">{number}</b>
        <span className="block text-ink-faint text-sm">
          <LocalTime iso={bookedAt} format="date" />
        </span>
      </>
    ),
    phone: 'title',
  },
  {
    name: 'Kind',
    cell: ({ type, amount, currency }) => (
      <>
        <Badge tone={tones[type]}>{documentTypeLabels[type].one}</Badge>
        <b className="@min-[38rem]:hidden mt-1 block">{formatMoney(amount, currency)}</b>
      </>
    ),
    phone: 'figure',
  },
  { name: 'For', cell: (document) => <Subject {...document} />, phone: 'detail' },
  {
    name: 'Tax',
    cell: ({ taxAmount, currency }) => (
      <span className="text-ink-soft">{formatMoney(taxAmount, currency)}</span>
    ),
    isNumeric: true,
  },
  {
    name: 'Total',
    cell: ({ amount, currency }) => <b>{formatMoney(amount, currency)}</b>,
    isNumeric: true,
  },
  {
    name: 'PDF',
    cell: ({ id, number }) => (
      <TextLink
        unstyled
        href={buildUrl(getDocumentPdf, { params: { id } })}
        download
        aria-label={`PDF of ${number}`}
        className="moves @max-[38rem]:-mr-3 inline-grid size-11 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink"
      >
        <FileDown aria-hidden className="size-5" />
      </TextLink>
    ),
    phone: 'action',
  },
]

const reverseChargeNotes: Record<DocumentType, string> = {
  receipt: 'Business, reverse charge',
  credit_note: 'Reverse charge',
  credit_note_reversal: 'Reverse charge',
  pro_invoice: 'Reverse charge',
  statement: 'Self-billed invoice, reverse charge',
}

function Subject({ type, order, name, businessName, vatId, treatment, corrects }: ListedDocument) {
  const isReverseCharge = treatment === 'reverse_charge'
  const notes = [corrects && `Corrects ${corrects}`, isReverseCharge && reverseChargeNotes[type]].filter(
    Boolean,
  )
  return (
    <>
      {order !== null && (
        <>
          <TextLink href={`/admin/purchases/${order}`} className="inline-block py-1">
            Order {order}
          </TextLink>
          {', '}
        </>
      )}
      {/* On a statement, the operator is the company that buys. */}
      {type === 'statement' ? name : [businessName || name, vatId].filter(Boolean).join(', ')}
      {notes.length > 0 && <span className="block text-ink-faint text-sm">{notes.join('. ')}</span>}
    </>
  )
}
