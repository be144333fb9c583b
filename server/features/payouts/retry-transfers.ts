import type { MinorUnits } from '../../../contract/money.ts'
import type { Ports } from '../../ports/index.ts'
import { refreshBalanceAlert } from './balance-alert.ts'
import type { PayoutRow } from './repository.ts'
import { requireConnect, sendTransfer } from './send-transfer.ts'
import { isWaitingForBalance } from './transfer-age.ts'
import {
  postponeTransfers,
  selectDueTransfers,
  selectTransfersWaitingForBalance,
} from './transfers-repository.ts'

const batchSize = 100
/** The interval at which the balance is compared with transfers that it did not cover. */
const balanceIntervalMs = 60_000

/** Sends transfers that are due: those whose job was lost, that the provider did not answer, or that waited. */
export async function retryTransfers(ports: Ports): Promise<void> {
  await sendTransfers(ports, await selectDueTransfers(ports.db, ports.clock.now(), batchSize))
  await refreshBalanceAlert(ports)
}

/** Sends what the balance covers now, as soon as the provider announces that more is available. */
export async function sendWaitingTransfers(ports: Ports): Promise<void> {
  await sendTransfers(ports, await selectTransfersWaitingForBalance(ports.db, batchSize))
  await refreshBalanceAlert(ports)
}

/** Oldest first. One that the balance does not cover is left out, so that it does not hold up smaller ones. */
async function sendTransfers(ports: Ports, transfers: Array<PayoutRow>): Promise<void> {
  const { db, clock, log } = ports
  let available = transfers.some(isWaitingForBalance) ? await readAvailable(ports) : Number.POSITIVE_INFINITY
  const uncovered: Array<number> = []
  for (const payout of transfers) {
    const { id, amount } = payout
    if (isWaitingForBalance(payout) && amount > available) {
      uncovered.push(id)
      continue
    }
    available -= amount
    await sendTransfer(ports, { payoutId: String(id) }).catch((error: unknown) => {
      log.error({ err: error, payoutId: id }, 'transfer could not be sent, will retry')
    })
  }
  await postponeTransfers(db, uncovered, new Date(clock.now().getTime() + balanceIntervalMs))
}

/** Unlimited when the provider does not say what the balance is: then it decides about each transfer. */
async function readAvailable({ paymentProvider }: Ports): Promise<MinorUnits> {
  const balance = await requireConnect(paymentProvider).getBalance()
  return balance?.available ?? Number.POSITIVE_INFINITY
}
