import type { z } from 'zod'
import { formatDecimal } from '../../../../contract/money.ts'
import type { PayoutBatch } from '../../../../contract/payout-batches.ts'
import { maxFileRows } from '../../../../domain/payout-files/payout-file.ts'
import type { Ports } from '../../../ports/index.ts'
import { batchNumber } from './batch-number.ts'
import { missingSettings } from './file.ts'
import type { BatchWithSums } from './repository.ts'

export function presentBatch(ports: Ports, batch: BatchWithSums): z.input<typeof PayoutBatch> {
  const { id, method, format, currency, downloadedAt, sha256 } = batch
  return {
    id,
    number: batchNumber(batch),
    method,
    format,
    state: stateOf(batch),
    payoutCount: batch.payoutCount,
    amount: formatDecimal(batch.amount, currency),
    currency,
    processingCount: batch.processingCount,
    paidCount: batch.paidCount,
    returnedCount: batch.returnedCount,
    maxRows: maxFileRows[format],
    createdAt: batch.createdAt.toISOString(),
    downloadedAt: downloadedAt?.toISOString() ?? null,
    downloadedBy: batch.downloadedByName,
    sha256,
    missing: downloadedAt ? null : (missingSettings(ports, format) ?? null),
  }
}

function stateOf({ isRecording, processingCount, downloadedAt }: BatchWithSums): PayoutBatch['state'] {
  if (isRecording) return 'recording'
  if (processingCount === 0) return 'done'
  return downloadedAt ? 'downloaded' : 'new'
}
