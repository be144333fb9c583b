import type { SaleDetail } from '../../../contract/sales.ts'
import { sourceLabel } from '../../shared/source-label.ts'
import { LocalTime } from '../../ui/local-time.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { emailLabel } from './sale-labels.ts'

/** The buyer, their message, the source and the emails sent. */
export function SaleBuyerSection({ sale }: { sale: SaleDetail }) {
  const { buyerEmail, supporterName, message, isSupporterPrivate, source, contentId, title } = sale
  const { emails, emailCorrections } = sale
  const items: Array<[name: string, value: string]> = [
    ['Email', buyerEmail || 'Not provided'],
    ...(supporterName ? [['Name', supporterName] as [string, string]] : []),
    ...(source ? [['Source', sourceLabel(source)] as [string, string]] : []),
  ]
  return (
    <section aria-labelledby="sale-buyer" className="grid gap-3">
      <h3 id="sale-buyer" className="text-lg">
        Buyer
      </h3>
      <dl className="grid gap-3">
        {items.map(([name, value]) => (
          <div key={name}>
            <dt className="text-ink-faint text-sm">{name}</dt>
            <dd className="wrap-anywhere font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {message && (
        <blockquote className="wrap-anywhere whitespace-pre-line rounded-md bg-sunken px-4 py-3">
          {message}
          {isSupporterPrivate && <span className="block text-ink-faint text-sm">Only you can see this.</span>}
        </blockquote>
      )}
      <p>
        <TextLink href={`/sales?item=${contentId}`} className="wrap-anywhere">
          All sales of {title}
        </TextLink>
      </p>
      {emailCorrections.length > 0 && (
        <ul aria-label="Corrections" className="grid gap-2 text-sm">
          {emailCorrections.map(({ at, by, from, to }) => (
            <li key={at} className="flex flex-wrap justify-between gap-x-4">
              <span className="wrap-anywhere">
                Email address corrected by {by === 'buyer' ? 'the buyer' : 'us'}
                {from && `: ${from} to ${to}`}
              </span>
              <LocalTime iso={at} />
            </li>
          ))}
        </ul>
      )}
      {emails.length > 0 && (
        <ul aria-label="Emails" className="grid gap-2 text-sm">
          {emails.map(({ kind, createdAt, sentAt }) => (
            <li key={`${kind} ${createdAt}`} className="flex flex-wrap justify-between gap-x-4">
              <span>{emailLabel(kind)}</span>
              <span className="text-ink-faint">
                {sentAt ? (
                  <>
                    Sent <LocalTime iso={sentAt} />
                  </>
                ) : (
                  'On its way'
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
