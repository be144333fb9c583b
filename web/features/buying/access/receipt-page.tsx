import { Download, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { countryName } from '../../../../contract/countries.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { getReceipt, type Receipt, type ReceiptSeller } from '../../../../contract/receipts.ts'
import { site } from '../../../../contract/site.ts'
import { guaranteeUntilText } from '../../../../domain/guarantee-until.ts'
import { formatTaxRate, reverseChargeText } from '../../../../domain/tax.ts'
import { taxNumberName } from '../../../../domain/tax-number.ts'
import { useApiQuery } from '../../../api/query.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DescriptionItem } from '../../../ui/description-item.tsx'
import { formatLongDate, formatMoney } from '../../../ui/format.ts'
import { Logo } from '../../../ui/logo.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { CompanyForm } from './company-form.tsx'
import { CountryQuestion } from './country-question.tsx'

/** The receipt of a purchase, for screen, print and PDF. It remains after access has ended. */
export function ReceiptPage() {
  const { token = '' } = useParams()
  const { data, error } = useApiQuery(getReceipt, { params: { token } })

  if (data) return <ReceiptDocument receipt={data} token={token} />
  const isServerError = error !== null && error.status >= 500
  return (
    <PageNotice
      icon={<TriangleAlert aria-hidden />}
      tone="warn"
      title={isServerError ? 'We couldn’t load this page' : 'Purchase Not Found'}
      description={
        isServerError
          ? 'Something went wrong on our side, but your purchase is safe. Please try again in a moment.'
          : 'This link doesn’t work. Make sure you copied all of it.'
      }
      actions={<LinkButton href="/lost-link">Lost your link?</LinkButton>}
    />
  )
}

function ReceiptDocument({ receipt, token }: { receipt: Receipt; token: string }) {
  const {
    id,
    number,
    paidAt,
    email,
    seller,
    issuer,
    business,
    title,
    card,
    isTest,
    tax,
    taxTreatment,
    buyerCountry,
    licenseKeys,
  } = receipt
  return (
    <div className="mx-auto grid max-w-[560px] gap-6 py-8 print:max-w-none print:py-0 sm:py-12">
      <div className="flex items-start justify-between gap-6">
        <div className="hidden print:block">
          <Logo />
        </div>
        <div className="grid gap-1 print:text-right">
          <h1 className="text-2xl sm:text-[2.2rem]">Receipt</h1>
          {isTest && <p className="font-semibold text-warn">TEST. No money moved.</p>}
        </div>
      </div>
      <Card elevated className="print:border-0 print:p-0 print:shadow-none">
        {issuer && <Seller issuer={issuer} />}
        <dl className="grid print:grid-cols-2 print:gap-x-7 print:gap-y-2.5">
          {number && <Fact name="Receipt number">{number}</Fact>}
          <Fact name="Order number">{id}</Fact>
          <Fact name="Date">{formatLongDate(paidAt)}</Fact>
          {email && <Fact name="Paid by">{email}</Fact>}
          {business?.name && <Fact name="Company">{business.name}</Fact>}
          {business?.address && <Fact name="Address">{business.address}</Fact>}
          {business?.vatId && <Fact name={taxNumberName(business.vatId)}>{business.vatId}</Fact>}
          {(tax || business) && buyerCountry && <Fact name="Country">{countryName(buyerCountry)}</Fact>}
          {card && <Fact name="Card">{card}</Fact>}
          {seller && <Fact name={issuer ? 'Creator' : 'Sold by'}>{seller}</Fact>}
          <Fact name="Item">{title}</Fact>
          {licenseKeys.map((license) => (
            <Fact
              key={license.key}
              name={licenseKeys.length === 1 ? 'License key' : `License key of ${license.title}`}
            >
              {license.key}
            </Fact>
          ))}
          {taxTreatment === 'reverse_charge' && <Fact name="Tax">{reverseChargeText}</Fact>}
        </dl>
        <dl className="grid">
          <Sums receipt={receipt} />
        </dl>
        <Closing receipt={receipt} />
      </Card>
      <PrintedFoot orderNumber={id} />
      <div className="flex flex-wrap gap-3 print:hidden">
        <LinkButton href={`/access/${token}/receipt.pdf`} download>
          <Download aria-hidden />
          Download PDF
        </LinkButton>
        <LinkButton variant="secondary" href={`/access/${token}`}>
          Back to purchase
        </LinkButton>
      </div>
      {receipt.countryQuestion && <CountryQuestion token={token} question={receipt.countryQuestion} />}
      {receipt.canAddCompany && <CompanyForm token={token} />}
      <Since receipt={receipt} />
      <Corrections receipt={receipt} token={token} />
    </div>
  )
}

/** On paper, facts are in two columns, each below its name. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-1 print:block print:py-0">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-semibold [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

/** What the foot of the PDF says: paper has no links. */
function PrintedFoot({ orderNumber }: { orderNumber: number }) {
  const { data } = useApiQuery(getInstance)
  return (
    <p className="hidden justify-between border-line border-t pt-3 text-ink-faint text-sm print:flex">
      <span>Order {orderNumber}</span>
      {data && <span>{new URL(data.publicUrl).host}/lost-link for a new link</span>}
    </p>
  )
}

function Closing({ receipt: { withdrawalConsent, guarantee } }: { receipt: Receipt }) {
  return (
    <div className="mt-4 grid gap-2 text-ink-faint text-sm">
      {guarantee && (
        <p className="text-base text-ink-soft">
          {guaranteeUntilText({
            policy: guarantee.policy,
            until: guarantee.until === null ? null : new Date(guarantee.until),
          })}
        </p>
      )}
      <p>Paid by card through {site().name}.</p>
      {withdrawalConsent && (
        <p>
          On {formatLongDate(withdrawalConsent.at)} you agreed: “{withdrawalConsent.text}”
        </p>
      )}
      <p>
        See our <TextLink href="/terms">terms</TextLink>, <TextLink href="/privacy">privacy policy</TextLink>{' '}
        and <TextLink href="/imprint">{site().imprintName.toLowerCase()}</TextLink>.
      </p>
    </div>
  )
}

type SumsProps = { receipt: Receipt }

function Sums({ receipt }: SumsProps) {
  const { listAmount, discount, tip, tax, amount, currency } = receipt
  return (
    <>
      <DescriptionItem name="Price" hasDivider>
        {formatMoney(listAmount, currency)}
      </DescriptionItem>
      {discount && (
        <DescriptionItem name={`Discount (${discount.code})`}>
          −{formatMoney(discount.amount, currency)}
        </DescriptionItem>
      )}
      {Number(tip) > 0 && <DescriptionItem name="Tip">{formatMoney(tip, currency)}</DescriptionItem>}
      <DescriptionItem name="Processing fee">{formatMoney('0', currency)}</DescriptionItem>
      {tax && (
        <>
          <DescriptionItem name="Net">{formatMoney(tax.netAmount, currency)}</DescriptionItem>
          <DescriptionItem name={`Tax (${formatTaxRate(tax.rateMillionths)})`}>
            {formatMoney(tax.amount, currency)}
          </DescriptionItem>
        </>
      )}
      <DescriptionItem name="Total paid" hasDivider>
        {formatMoney(amount, currency)}
      </DescriptionItem>
    </>
  )
}

/** Who sold the item by law. */
function Seller({ issuer }: { issuer: ReceiptSeller }) {
  const { name, address, country, registration, vatId, email } = issuer
  return (
    <address className="mb-4 grid text-ink-soft text-sm not-italic [overflow-wrap:anywhere]">
      <b className="text-ink">{name}</b>
      <span className="whitespace-pre-line">{address}</span>
      {country && <span>{countryName(country)}</span>}
      {registration && <span>Registration number {registration}</span>}
      {vatId && (
        <span>
          {taxNumberName(vatId)} {vatId}
        </span>
      )}
      {email && <span>{email}</span>}
    </address>
  )
}

const correctionLabels = {
  receipt: 'Receipt',
  statement: 'Payout statement',
  invoice: 'Invoice',
  credit_note: 'Credit note',
  credit_note_reversal: 'Cancellation of a credit note',
}

/** What happened after the receipt was issued, which never changes. */
function Since({ receipt: { state, refundedAmount, netAmount, currency } }: { receipt: Receipt }) {
  if (state === 'paid') return null
  return (
    <section aria-labelledby="since" className="grid gap-2">
      <h2 id="since" className="text-lg">
        Since then
      </h2>
      <dl className="grid">
        <DescriptionItem name="Refunded">−{formatMoney(refundedAmount, currency)}</DescriptionItem>
        <DescriptionItem name="You paid in the end">{formatMoney(netAmount, currency)}</DescriptionItem>
      </dl>
    </section>
  )
}

function Corrections({ receipt: { corrections, currency }, token }: { receipt: Receipt; token: string }) {
  if (corrections.length === 0) return null
  return (
    <section aria-labelledby="corrections" className="grid gap-2">
      <h2 id="corrections" className="text-lg">
        Corrections
      </h2>
      <ul className="m-0 grid list-none gap-2 p-0">
        {corrections.map(({ number, kind, issuedAt, amount }) => (
          <li key={number} className="flex flex-wrap items-center justify-between gap-x-4">
            <span>
              <span className="font-semibold">
                {correctionLabels[kind]} {number}
              </span>
              <span className="block text-ink-soft text-sm">
                {formatLongDate(issuedAt)}, {formatMoney(amount, currency)}
              </span>
            </span>
            <TextLink
              href={`/access/${token}/corrections/${number}`}
              download
              className="inline-grid min-h-11 place-items-center print:hidden"
            >
              PDF<span className="sr-only"> of {number}</span>
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
