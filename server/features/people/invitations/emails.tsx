import { startSignIn } from '../../../../contract/accounts.ts'
import { site } from '../../../../contract/site.ts'
import { type EmailRenderers, keptFor, transientDays } from '../../telling/deliveries/deliveries.ts'

export const invitationEmails = {
  sign_up_invitation: keptFor(transientDays, ({ config }) => ({
    title: `You’re invited to sell on ${site().name}`,
    lines: [
      'Drop a file, set a price, share one link. Fans pay by card, and you get paid.',
      'Sign in with this email address to create your account.',
    ],
    button: { label: 'Create your account', url: `${config.publicUrl}${startSignIn.path}` },
    closingLines: ['Don’t know what this is about? You can ignore this email.'],
  })),
} satisfies Partial<EmailRenderers>
