import { startSignIn } from '../../../../contract/accounts.ts'
import { site } from '../../../../contract/site.ts'
import type { Ports } from '../../../ports/index.ts'
import type { EmailMessage } from '../../../ports/mailer.ts'
import type { EmailRow } from '../../telling/deliveries/repository.ts'
import { renderEmailLayout } from '../../telling/email/layout.tsx'

/** The email to an invited creator; undefined for other kinds. */
export function invitationEmail({ config }: Ports, { kind, recipient }: EmailRow): EmailMessage | undefined {
  if (kind !== 'sign_up_invitation') return undefined
  const title = `You’re invited to sell on ${site().name}`
  return {
    to: recipient,
    subject: title,
    ...renderEmailLayout({
      title,
      lines: [
        'Drop a file, set a price, share one link. Fans pay by card, and you get paid.',
        'Sign in with this email address to create your account.',
      ],
      button: { label: 'Create your account', url: `${config.publicUrl}${startSignIn.path}` },
      closingLines: ['Don’t know what this is about? You can ignore this email.'],
    }),
  }
}
