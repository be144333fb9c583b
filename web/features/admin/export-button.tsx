import { Download } from 'lucide-react'
import { useState } from 'react'
import { exportCreatorPayoutsCsv } from '../../../contract/admin.ts'
import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { downloadBlob, formatYearMonth } from '../../ui/download-blob.ts'
import { toast } from '../../ui/toast.ts'
import { formatMonth } from './admin-format.ts'
import type { YearMonth } from './month-picker.tsx'

/** Downloads the month's creators as CSV: final for a closed month, current for others. */
export function ExportButton({ period }: { period: YearMonth }) {
  const [isBusy, setIsBusy] = useState(false)

  async function exportCsv() {
    setIsBusy(true)
    try {
      const blob = await request(exportCreatorPayoutsCsv, { query: period })
      downloadBlob(blob, `creator-payouts-${formatYearMonth(period)}.csv`)
      toast({
        title: 'Export Complete',
        description: `The report for ${formatMonth(period)} is in your downloads.`,
        tone: 'success',
      })
    } catch (error) {
      const description =
        error instanceof ApiError ? error.userMessage : 'We couldn’t save the file. Please try again.'
      toast({ title: 'Export Failed', description, tone: 'destructive' })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Button variant="secondary" isLoading={isBusy} onClick={() => void exportCsv()}>
      <Download aria-hidden />
      Export CSV Report
    </Button>
  )
}
