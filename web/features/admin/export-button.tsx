import { Download } from 'lucide-react'
import { useState } from 'react'
import { exportPayouts } from '../../../contract/admin.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import type { Period } from './month-picker.tsx'
import { monthKey, saveFile } from './save-file.ts'
import { periodName } from './words.ts'

/** Saves the month's creators as CSV: a closed month as it was closed, another as it stands. */
export function ExportButton({ period }: { period: Period }) {
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    try {
      const bytes = await call(exportPayouts, { query: period })
      saveFile(bytes, `creator-payouts-${monthKey(period)}.csv`)
      toast({
        title: 'Export Complete',
        text: `${periodName(period)} is in your downloads.`,
        tone: 'success',
      })
    } catch (fault) {
      const text =
        fault instanceof ApiError ? fault.sentence : 'The file could not be saved. Please try again.'
      toast({ title: 'Export Failed', text, tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button variant="ghost" busy={busy} onClick={() => void save()}>
      <Download aria-hidden />
      Export CSV Report
    </Button>
  )
}
