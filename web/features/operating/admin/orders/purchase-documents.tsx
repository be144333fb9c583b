import { FileDown } from 'lucide-react'
import { getDocumentPdf } from '../../../../../contract/admin-documents.ts'
import {
  AdminCompanyInput,
  type PurchaseDetail,
  replaceReceiptAsAdmin,
} from '../../../../../contract/admin-purchases.ts'
import { countryName } from '../../../../../contract/countries.ts'
import { buildUrl } from '../../../../../contract/route.ts'
import { documentTypeLabels } from '../../../../../domain/documents.ts'
import { DescriptionList } from '../../../../ui/description-list.tsx'
import { Field } from '../../../../ui/field.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { Input, Textarea } from '../../../../ui/input.tsx'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { AdminOnly } from '../admin-layout.tsx'
import { DetailSection } from '../sections.tsx'
import { FoldedForm } from './folded-form.tsx'

/** The documents of a purchase, each as it was issued, and what decided their tax. */
export function PurchaseDocuments({ record: { documents, taxCase, purchase } }: { record: PurchaseDetail }) {
  if (documents.length === 0 && Number(purchase.amount) === 0) return null
  return (
    <DetailSection title="Documents and tax">
      {documents.length > 0 && (
        <ul className="m-0 grid list-none p-0">
          {documents.map(({ id, number, type, issuedAt, amount }) => (
            <li
              key={id}
              className="flex items-center justify-between gap-3 border-line border-b py-2 first:pt-0 last:border-b-0"
            >
              <span className="min-w-0">
                <span className="font-semibold">
                  {documentTypeLabels[type].one}{' '}
                  <span className="whitespace-nowrap tabular-nums">{number}</span>
                </span>
                <span className="block text-ink-faint text-sm">
                  <LocalTime iso={issuedAt} format="date" />, {formatMoney(amount, purchase.currency)}
                </span>
              </span>
              <TextLink
                unstyled
                href={buildUrl(getDocumentPdf, { params: { id } })}
                download
                aria-label={`PDF of ${number}`}
                className="moves inline-grid size-11 flex-none place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink print:hidden"
              >
                <FileDown aria-hidden className="size-5" />
              </TextLink>
            </li>
          ))}
        </ul>
      )}
      <TaxCase {...taxCase} />
      {documents.some(({ type }) => type === 'receipt') && (
        <AdminOnly>
          <CompanyCorrection id={purchase.id} taxCase={taxCase} />
        </AdminOnly>
      )}
    </DetailSection>
  )
}

/** A document never changes: a mistake on it is corrected by two others. */
function CompanyCorrection({ id, taxCase }: { id: number; taxCase: PurchaseDetail['taxCase'] }) {
  return (
    <FoldedForm
      title="Correct the company details"
      route={replaceReceiptAsAdmin}
      schema={AdminCompanyInput}
      toInput={(body) => ({ params: { id }, body })}
      successMessage="New receipt issued"
      submitLabel="Issue credit note and new receipt"
    >
      <p className="text-ink-soft text-sm">
        The receipt stays as it is. A credit note cancels it, and a new one has these details. The tax stays,
        and no money moves.
      </p>
      <Field label="Company" name="businessName">
        <Input defaultValue={taxCase.businessName} />
      </Field>
      <Field label="Address" name="businessAddress" isOptional>
        <Textarea defaultValue={taxCase.businessAddress} rows={3} />
      </Field>
      <Field label="VAT ID" name="vatId" isOptional>
        <Input defaultValue={taxCase.vatId} />
      </Field>
      <Field label="Reason" name="reason" hint="Only the audit log has it.">
        <Textarea />
      </Field>
    </FoldedForm>
  )
}

const sources = { stated: 'stated', card: 'card', answer: 'answered when asked' } as const
const treatments = {
  taxed: '',
  untaxed: 'No tax was due',
  reverse_charge: 'Reverse charge: the business owes it',
} as const

function TaxCase({
  country,
  region,
  evidence,
  treatment,
  businessName,
  businessAddress,
  vatId,
  vatIdVerifiedAt,
}: PurchaseDetail['taxCase']) {
  const place = country ? [countryName(country), region].filter(Boolean).join(', ') : 'Not known'
  return (
    <DescriptionList
      items={[
        ['Country', place],
        [
          'Evidence',
          evidence.map((each) => `${countryName(each.country)} (${sources[each.source]})`).join(', ') ||
            'None',
        ],
        ['Tax case', treatments[treatment]],
        ['Company', [businessName, businessAddress.replaceAll('\n', ', ')].filter(Boolean).join(', ')],
        [
          'VAT ID',
          vatId && (
            <span key="vat">
              {vatId}
              {vatIdVerifiedAt && (
                <span className="block text-ink-faint text-sm">
                  Valid in the register on <LocalTime iso={vatIdVerifiedAt} format="date" />
                </span>
              )}
            </span>
          ),
        ],
      ]}
    />
  )
}
