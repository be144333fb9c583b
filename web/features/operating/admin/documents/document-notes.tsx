import { FileArchive, ShieldAlert, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  getDatevFile,
  getDocumentsCsv,
  type getDocumentTotals,
  getLedgerCsv,
} from '../../../../../contract/admin-documents.ts'
import { buildUrl } from '../../../../../contract/route.ts'
import { formatPeriod, type Period } from '../../../../../domain/period.ts'
import type { ResponseOf } from '../../../../api/types.ts'
import { Card } from '../../../../ui/card.tsx'
import { Disclosure } from '../../../../ui/disclosure.tsx'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { periodNoun } from './period-picker.tsx'

type Check = ResponseOf<typeof getDocumentTotals>['check']

function Note({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <Card padding="none" className="flex gap-3.5 p-5 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:flex-none">
      {icon}
      <div className="grid min-w-0 content-start gap-1">
        <h2 className="font-sans font-semibold text-base">{title}</h2>
        {children}
      </div>
    </Card>
  )
}

const textClass = 'text-ink-soft text-sm'

/** What the last nightly check found. */
export function CheckNote({ check }: { check: Check }) {
  if (!check)
    return (
      <Note icon={<ShieldCheck aria-hidden className="text-ink-faint" />} title="Not checked yet">
        <p className={textClass}>
          Every night at 3:00 AM all numbers and documents are checked. The first check is soon.
        </p>
      </Note>
    )
  const { checkedAt, ranges, problems, hasReadAll } = check
  const checked = (
    <p className={textClass}>
      {problems.length === 0 && `${existText(ranges)} ${hasReadAll ? readAllText : readSomeText} `}
      Checked <LocalTime iso={checkedAt} />.
    </p>
  )
  if (problems.length === 0)
    return (
      <Note icon={<ShieldCheck aria-hidden className="text-brand" />} title="No gaps, nothing changed">
        {checked}
      </Note>
    )
  return (
    <Note icon={<ShieldAlert aria-hidden className="text-danger" />} title="Not as it was issued">
      <ul className="m-0 grid list-none gap-1 p-0 font-semibold">
        {problems.slice(0, maxShown).map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
        {problems.length > maxShown && <li>And {problems.length - maxShown} more.</li>}
      </ul>
      <p className={textClass}>
        Documents never change, so someone has changed the database or the files directly, or a backup was
        restored in part. Compare it with a backup, then restore what is missing.
      </p>
      {checked}
    </Note>
  )
}

const maxShown = 10
const readAllText = 'Each PDF is the one that was issued.'
const readSomeText = 'Each PDF that was read this night is the one that was issued; the others are next.'

function existText(ranges: NonNullable<Check>['ranges']): string {
  if (ranges.length === 0) return 'There are no documents yet.'
  const texts = ranges.map(({ first, last }) => (first === last ? first : `${first} to ${last}`))
  return `Every number from ${texts.join(', and from ')} exists.`
}

export function ExportNote({
  period,
  datevProblem,
}: {
  period: Period
  datevProblem: string | null | undefined
}) {
  const query = { period: formatPeriod(period) }
  const noun = periodNoun(period)
  return (
    <Note
      icon={<FileArchive aria-hidden className="text-ink-soft" />}
      title={`What “Download ${noun}” holds`}
    >
      <p className={textClass}>
        All PDFs, a list as CSV, the ledger’s entries of the {noun}, and a sheet that adds them up to the
        totals above.
      </p>
      <p className="flex flex-wrap gap-x-5">
        <Export href={buildUrl(getDocumentsCsv, { query })}>List as CSV</Export>
        <Export href={buildUrl(getLedgerCsv, { query })}>Ledger as CSV</Export>
        {datevProblem === null && <Export href={buildUrl(getDatevFile, { query })}>For DATEV</Export>}
      </p>
      {datevProblem && <DatevProblem sentence={datevProblem} />}
    </Note>
  )
}

/** Of no use where the adviser has another program, so it is folded. */
function DatevProblem({ sentence }: { sentence: string }) {
  return (
    <Disclosure summary={<span className="text-ink-soft text-sm">Your adviser uses DATEV?</span>}>
      <p className="pb-2 text-ink-soft text-sm">
        {sentence} <TextLink href="/admin/settings/money">Settings</TextLink>
      </p>
    </Disclosure>
  )
}

function Export({ href, children }: { href: string; children: ReactNode }) {
  return (
    <TextLink href={href} download className="inline-flex min-h-11 items-center">
      {children}
    </TextLink>
  )
}
