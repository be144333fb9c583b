import { useState } from 'react'
import { reopenAccess, resendAccess, type SaleDetail } from '../../../contract/sales.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { CloseDialog } from './close-dialog.tsx'
import { useAct } from './use-act.ts'
import { accessSentence } from './words.ts'

type Asked = 'close' | 'reopen'

/** Whether the buyer gets in, and what can be done about it. */
export function AccessPart({ sale }: { sale: SaleDetail }) {
  const { id, access, closed, buyer, mayReopen } = sale
  const [asked, setAsked] = useState<Asked>()
  const resend = useAct(resendAccess, {
    title: 'Not sent',
    done: () => toast({ title: 'Sent', text: `The access link is on its way to ${buyer}.`, tone: 'success' }),
  })
  return (
    <section aria-labelledby="sale-access" className="grid gap-3">
      <h3 id="sale-access" className="text-lg">
        Access
      </h3>
      <p>{accessSentence(sale)}</p>
      {closed?.reason && (
        <p className="wrap-anywhere whitespace-pre-line rounded-md bg-sunken px-4 py-3">
          The buyer reads: “{closed.reason}”
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {access === 'open' && buyer && (
          <Button variant="ghost" busy={resend.isPending} onClick={() => resend.mutate({ params: { id } })}>
            Send access again
          </Button>
        )}
        {access === 'open' && (
          <Button variant="ghost" onClick={() => setAsked('close')}>
            Close access
          </Button>
        )}
        {mayReopen && (
          <Button variant="ghost" onClick={() => setAsked('reopen')}>
            Restore access
          </Button>
        )}
      </div>
      {asked === 'close' && <CloseDialog sale={sale} onClose={() => setAsked(undefined)} />}
      {asked === 'reopen' && <ReopenDialog sale={sale} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

function ReopenDialog({ sale: { id }, onClose }: { sale: SaleDetail; onClose: () => void }) {
  const act = useAct(reopenAccess, {
    title: 'Not restored',
    done: () => {
      toast({ title: 'Access restored', text: 'The buyer’s link works again.', tone: 'success' })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Restore access"
      text="The buyer’s own link works again at once. No money moves."
      action="Restore access"
      tone="primary"
      busy={act.isPending}
      onConfirm={() => act.mutate({ params: { id } })}
    />
  )
}
