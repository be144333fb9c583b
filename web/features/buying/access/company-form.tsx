import { useSearch } from 'wouter'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'

/** Puts a company on the receipt after paying. A plain form; the server responds with the page. */
export function CompanyForm({ token }: { token: string }) {
  const query = new URLSearchParams(useSearch())
  const problem = query.get('problem')
  const field = problem === 'invalid_input' ? query.get('field') : null
  const errorOf = (name: keyof typeof messages) => (field === name ? messages[name] : undefined)
  const typed = (name: string) => query.get(name) ?? ''
  return (
    <Card id="company" padding="none" className="px-5 py-3 print:hidden">
      <Disclosure
        isOpen={problem !== null}
        summary={<span className="font-semibold">Bought for a company?</span>}
      >
        <form method="post" action={`/access/${token}/company`} className="grid gap-5 pt-2 pb-3">
          <p className="text-ink-soft">
            We cancel this receipt by a credit note and issue a new one with the details. You can do it once,
            within 30 days. The amount and its tax stay.
          </p>
          {problem && !field && (
            <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
              {problem === 'conflict'
                ? 'This receipt can’t be changed anymore. Please contact us.'
                : 'We couldn’t save the details. Please try again in a moment.'}
            </p>
          )}
          <Field label="Company" name="businessName" error={errorOf('businessName')}>
            <Input
              maxLength={120}
              autoComplete="organization"
              defaultValue={typed('businessName')}
              required
            />
          </Field>
          <Field label="Address" name="businessAddress" isOptional error={errorOf('businessAddress')}>
            <Textarea maxLength={400} rows={3} defaultValue={typed('businessAddress')} />
          </Field>
          <Field label="VAT ID" name="vatId" isOptional error={errorOf('vatId')}>
            <Input maxLength={24} defaultValue={typed('vatId')} />
          </Field>
          <Button type="submit" variant="secondary" className="justify-self-start">
            Issue a new receipt
          </Button>
        </form>
      </Disclosure>
    </Card>
  )
}

/** The page's words for what the server refuses. */
const messages = {
  businessName: 'Enter the company’s name',
  businessAddress: 'Use 400 characters or fewer',
  vatId: 'We don’t know this VAT ID. Check it, or leave it empty.',
}
