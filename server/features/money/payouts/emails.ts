import type { Ports } from '../../../ports/index.ts'
import type { EmailRenderers } from '../../telling/deliveries/deliveries.ts'
import { restrictionEmail } from '../payout-methods/emails.tsx'

/** About how a creator is paid; `statements/payout-emails.ts` has those about a payout. */
export const payoutMethodEmails = {
  payout_method_changed: (ports, { data: { destination } }) => ({
    title: 'Your payout method was changed',
    lines: [`From now on, your payouts go to ${destination}.`],
    button: { label: 'Review payout settings', url: settingsUrl(ports) },
    closingLines: ['Wasn’t you? Sign in, change it back, and sign out everywhere else in Settings.'],
  }),
  payout_method_reminder: (ports, { data: { amount } }) => ({
    title: `${amount} is waiting for you`,
    lines: [
      'You’ve earned it, but we don’t know where to send it. Add a payout method and it goes out in the next run.',
    ],
    button: { label: 'Add a payout method', url: settingsUrl(ports) },
  }),
  payout_account_restricted: restrictionEmail,
} satisfies Partial<EmailRenderers>

function settingsUrl({ config }: Ports): string {
  return `${config.publicUrl}/settings/payouts`
}
