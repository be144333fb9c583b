import type { ReminderReason } from '../../../../contract/payout-method-state.ts'
import { formatLongDate } from '../../../../domain/dates.ts'
import type { Ports } from '../../../ports/index.ts'
import type { EmailRenderers } from '../../telling/deliveries/deliveries.ts'
import { restrictionEmail } from '../payout-methods/emails.tsx'

/** About how a creator is paid; `statements/payout-emails.ts` has those about a payout. */
export const payoutMethodEmails = {
  payout_method_changed: (ports, { data: { destination, from, until, token } }) => ({
    title: 'Your payout method was changed',
    lines: [changeText(destination, from, until)],
    button: { label: 'Review payout settings', url: settingsUrl(ports) },
    ...(token && {
      otherButton: { label: 'It wasn’t me', url: `${ports.config.publicUrl}/stop-payouts/${token}` },
    }),
    closingLines: [
      token
        ? 'Wasn’t you? The second link stops your payouts and signs out every browser. It asks before it does anything.'
        : 'Wasn’t you? Sign in, change it back, and sign out everywhere else in Settings.',
    ],
  }),
  payouts_stopped: (ports, { data: { underway } }) => ({
    title: 'Your payouts are stopped',
    lines: [
      'Someone with a link from our email said that a change of your payout details wasn’t theirs. We signed out every browser, and no new payout is made until you sign in and confirm where your payouts go.',
      ...(underway
        ? ['A payout of before may be on its way already. We’ve told the operator of this site.']
        : []),
    ],
    button: { label: 'Check your payout details', url: settingsUrl(ports) },
  }),
  payout_method_reminder: (ports, { data: { amount, reason = 'payout_method_missing' } }) => ({
    title: `${amount} is waiting for you`,
    ...reminders[reason],
    button: { label: reminders[reason].button, url: settingsUrl(ports) },
  }),
  payout_account_restricted: restrictionEmail,
} satisfies Partial<EmailRenderers>

/** What only the creator can do, in the email that reminds them. */
const reminders: Record<ReminderReason, { lines: Array<string>; button: string }> = {
  payout_method_missing: {
    lines: [
      'You’ve earned it, but we don’t know where to send it. Add a payout method and it goes out in the next run.',
    ],
    button: 'Add a payout method',
  },
  payee_details_missing: {
    lines: [
      'You’ve earned it, but we have to know who we pay. Fill in your payee details and it goes out in the next run.',
    ],
    button: 'Add payee details',
  },
  confirmation_needed: {
    lines: [
      'You’ve earned it, but we don’t know whether your payout details are right. Confirm or change them and it goes out in the next run.',
    ],
    button: 'Check your payout details',
  },
}

function changeText(destination: string, from: string | undefined, until: string | null | undefined): string {
  if (!from) return `From now on, your payouts go to ${destination}.`
  const start = `From ${formatLongDate(new Date(from))}, your payouts go to ${destination}.`
  return until ? `${start} Until then they go to ${until}.` : `${start} Until then they wait.`
}

function settingsUrl({ config }: Ports): string {
  return `${config.publicUrl}/settings/payouts`
}
