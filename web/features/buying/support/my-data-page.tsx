import { Download, MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useSearch } from 'wouter'
import {
  BuyerDataInput,
  eraseBuyerData,
  exportBuyerData,
  requestBuyerData,
} from '../../../../contract/buyer-data.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { formError } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/query.ts'
import { EmailField } from '../../../shared/email-field.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { FormError } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { StillWater } from '../../../ui/water.tsx'

/** `/my-data`: a buyer gets a link by email, and with it exports or erases what is stored about the address. */
export function MyDataPage() {
  const token = new URLSearchParams(useSearch()).get('token')
  return token ? <MyData token={token} /> : <RequestLink />
}

function RequestLink() {
  const request = useApiMutation(requestBuyerData)
  if (request.isSuccess)
    return (
      <PageNotice
        icon={<MailCheck aria-hidden />}
        title="Check your inbox"
        description="We’ve emailed you a link that works for 24 hours. If nothing arrives in a minute, check your spam folder."
      />
    )
  return (
    <div className="mx-auto grid max-w-[480px] gap-6 py-10 sm:py-14">
      <div className="grid gap-2 text-center">
        <h1 className="text-2xl sm:text-[2.2rem]">Your data</h1>
        <p className="text-ink-soft">
          Enter the email address you paid with. We’ll send it a link to download or erase what we store about
          it.
        </p>
      </div>
      <Card elevated>
        <Form
          schema={BuyerDataInput}
          errors={request.error?.fields}
          onSubmit={(body) => request.mutate({ body })}
          className="grid gap-5"
        >
          <EmailField email="" />
          <FormError>{formError(request.error)}</FormError>
          <Button type="submit" size="lg" fullWidth isLoading={request.isPending}>
            Send me a link
          </Button>
        </Form>
      </Card>
    </div>
  )
}

function MyData({ token }: { token: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const erase = useApiMutation(eraseBuyerData, { onSuccess: () => setIsAsking(false) })
  if (erase.isSuccess)
    return (
      <PageNotice
        drawing={<StillWater />}
        title="We’ve erased your data"
        description="We removed your email address, names and messages. Your access links still work, but we can’t send them again."
      />
    )
  return (
    <div className="mx-auto grid max-w-[560px] gap-6 py-10 sm:py-14">
      <h1 className="text-2xl sm:text-[2.2rem]">Your data</h1>
      <Card className="grid gap-3">
        <h2 className="text-lg">Download it</h2>
        <p className="text-ink-soft">Your purchases, messages and whom you follow, as a JSON file.</p>
        <LinkButton
          download
          href={buildUrl(exportBuyerData, { params: { token } })}
          className="justify-self-start"
        >
          <Download aria-hidden />
          Download my data
        </LinkButton>
      </Card>
      <Card className="grid gap-3">
        <h2 className="text-lg">Erase it</h2>
        <p className="text-ink-soft">
          We remove your email address, names and messages. Amounts and receipts stay as long as tax law
          wants, without your email address. Your access links keep working, but we can’t send them again.
        </p>
        <FormError>{erase.error?.userMessage}</FormError>
        <Button variant="danger" className="justify-self-start" onClick={() => setIsAsking(true)}>
          Erase my data
        </Button>
      </Card>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Erase your data?"
        description="This can’t be undone."
        confirmLabel="Erase"
        isLoading={erase.isPending}
        onConfirm={() => erase.mutate({ params: { token } })}
      />
    </div>
  )
}
