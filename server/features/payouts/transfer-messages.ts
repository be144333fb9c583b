import type { Currency } from '../../../contract/money.ts'
import type { TransferRejection } from '../../ports/connect.ts'

/** Why a creator's transfer was rejected and what to do, as sentences. */
export function rejectionMessage(rejection: TransferRejection, currency: Currency): string {
  return messages[rejection].replace('{currency}', currency)
}

export const transferReturnedMessage = 'The bank returned it to us.'

const messages: Record<TransferRejection, string> = {
  account_restricted:
    'The payment provider has paused payouts to your bank account until you complete your details. Open your bank account under Payouts in Settings to see what’s missing.',
  transfers_inactive:
    'Transfers to your bank account are turned off at the payment provider. Open your bank account under Payouts in Settings to turn them on, or choose another payout method.',
  disconnected:
    'Your bank account is no longer connected. Connect it again under Payouts in Settings, or choose another payout method.',
  country:
    'The payment provider can’t transfer money to your country from ours. Choose another payout method under Payouts in Settings.',
  currency:
    'Your bank account can’t receive {currency}. Add one that can, or choose another payout method under Payouts in Settings.',
  other:
    'The payment provider rejected it for a reason on our side. Your bank account is fine. We’re looking into it, and the money goes out with your next payout.',
}
