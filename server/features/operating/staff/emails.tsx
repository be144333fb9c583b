import type { Ports } from '../../../ports/index.ts'
import type { EmailMessage } from '../../../ports/mailer.ts'
import type { EmailRow } from '../../telling/deliveries/repository.ts'
import { renderEmailLayout } from '../../telling/email/layout.tsx'

/** The email to a person whose access to the admin pages began or ended; undefined for other kinds. */
export async function peopleEmail({ config }: Ports, email: EmailRow): Promise<EmailMessage | undefined> {
  const { kind, recipient: to, data } = email
  if (kind === 'staff_invited') {
    const title = data.message === 'admin' ? 'You’re now an admin' : 'You’re now an accountant'
    return {
      to,
      subject: title,
      ...renderEmailLayout({
        title,
        lines: [
          `${data.actorEmail ?? 'An admin'} gave you access to the admin pages.`,
          data.message === 'admin'
            ? 'You can see and do everything there.'
            : 'You can see everything there, and change nothing.',
          `Sign in with ${to} within 14 days. Then add a passkey in Settings: each sign-in is confirmed with it.`,
        ],
        button: { label: 'Open the admin pages', url: `${config.publicUrl}/admin` },
        closingLines: ['If you didn’t expect this, you can ignore this email.'],
      }),
    }
  }
  if (kind !== 'staff_removed') return undefined
  const title = 'Your access to the admin pages has ended'
  return {
    to,
    subject: title,
    ...renderEmailLayout({
      title,
      lines: ['An admin removed you from the people who can open the admin pages. Your account stays.'],
    }),
  }
}
