import { Download, FileDown } from 'lucide-react'
import { useState } from 'react'
import {
  getOwnArchive,
  getOwnDocumentPdf,
  getOwnYearPdf,
  listOwnDocuments,
} from '../../../../contract/creator-documents.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { documentTypeLabels } from '../../../../domain/documents.ts'
import { useApiQuery } from '../../../api/query.ts'
import type { ResponseOf } from '../../../api/types.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Section } from '../../../ui/card.tsx'
import { formatDate, formatMoney, pluralize } from '../../../ui/format.ts'
import { Select } from '../../../ui/select.tsx'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

/** The year on one page, statements and Pro invoices of a creator, free for everyone. */
export function DocumentsSection() {
  const [year, setYear] = useState(() => new Date().getUTCFullYear())
  const read = useApiQuery(listOwnDocuments, { query: { year } })
  return (
    <Section
      id="documents"
      title="Documents"
      description="For your tax return, or your accountant."
      action={
        <LinkButton variant="secondary" download href={buildUrl(getOwnArchive, { query: { year } })}>
          <Download aria-hidden />
          Year {year} as ZIP
        </LinkButton>
      }
    >
      <QueryState
        query={read}
        subject="Your documents"
        skeleton={<SkeletonBlocks label="Loading your documents" sizes={['h-14', 'h-14']} />}
      >
        {(data) => (
          <div className="grid gap-3">
            {(data.years.length > 1 || data.years[0] !== year) && (
              <YearSelect year={year} years={data.years} onChange={setYear} />
            )}
            <DocumentList data={data} year={year} />
          </div>
        )}
      </QueryState>
    </Section>
  )
}

type YearSelectProps = { year: number; years: Array<number>; onChange: (year: number) => void }

function YearSelect({ year, years, onChange }: YearSelectProps) {
  const options = [...new Set([year, ...years])].toSorted((a, b) => b - a).map(String)
  return (
    <Select
      aria-label="Year"
      className="justify-self-start"
      options={options.map((value) => ({ value, label: value }))}
      value={String(year)}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  )
}

type Data = ResponseOf<typeof listOwnDocuments>

function DocumentList({
  data: { documents, currency, isRunning, ...data },
  year,
}: {
  data: Data
  year: number
}) {
  const { saleCount, payoutCount, earned } = data.year
  return (
    <ul className="m-0 grid list-none p-0">
      <Row
        title={`Your year ${year}${isRunning ? ', so far' : ''}`}
        details={`${pluralize(saleCount, 'sale')}, fees, refunds and ${pluralize(payoutCount, 'payout')} on one page`}
        amount={formatMoney(earned, currency)}
        href={buildUrl(getOwnYearPdf, { query: { year } })}
        name={`Year ${year} as PDF`}
      />
      {documents.map(({ id, number, type, at, amount }) => (
        <Row
          key={id}
          title={`${documentTypeLabels[type].one} ${number}`}
          details={type === 'statement' ? `Payout of ${formatDate(at)}` : formatDate(at)}
          amount={formatMoney(amount, currency)}
          href={buildUrl(getOwnDocumentPdf, { params: { id } })}
          name={`PDF of ${number}`}
        />
      ))}
    </ul>
  )
}

type RowProps = { title: string; details: string; amount: string; href: string; name: string }

function Row({ title, details, amount, href, name }: RowProps) {
  return (
    <li className="flex items-center gap-3 border-line border-t py-2.5">
      <span className="min-w-0 flex-1">
        <b className="wrap-anywhere">{title}</b>
        <span className="block text-ink-faint text-sm">{details}</span>
      </span>
      <b className="flex-none tabular-nums">{amount}</b>
      <TextLink
        unstyled
        href={href}
        download
        aria-label={name}
        className="moves -mr-3 inline-grid size-11 flex-none place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink"
      >
        <FileDown aria-hidden className="size-5" />
      </TextLink>
    </li>
  )
}
