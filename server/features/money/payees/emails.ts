import type { Ports } from '../../../ports/index.ts'
import type { EmailRenderers } from '../../telling/deliveries/deliveries.ts'

export const payeeEmails = {
  payee_changed: (ports, { data: { isFirst } }) => ({
    title: isFirst ? 'Your payee details are saved' : 'Your payee details were changed',
    lines: [
      'They say who gets the money, and are on new statements from now on. Documents already issued keep the old details.',
    ],
    button: { label: 'Review payee details', url: settingsUrl(ports) },
    closingLines: ['Wasn’t you? Sign in, change them back, and sign out everywhere else in Settings.'],
  }),
  vat_id_not_found: (ports, { data: { vatId } }) => ({
    title: 'The register doesn’t have your VAT ID',
    lines: [
      `We looked ${vatId} up again, and the EU’s register doesn’t know it. Check it, or remove it if you don’t have one.`,
    ],
    button: { label: 'Review payee details', url: settingsUrl(ports) },
  }),
} satisfies Partial<EmailRenderers>

function settingsUrl({ config }: Pick<Ports, 'config'>): string {
  return `${config.publicUrl}/settings/payouts`
}
