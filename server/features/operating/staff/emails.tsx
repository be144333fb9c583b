import { type EmailRenderers, keptFor, transientDays } from '../../telling/deliveries/deliveries.ts'

export const peopleEmails = {
  staff_invited: keptFor(transientDays, ({ config }, { to, data: { role, actorEmail } }) => ({
    title: role === 'admin' ? 'You’re now an admin' : 'You’re now an accountant',
    lines: [
      `${actorEmail} gave you access to the admin pages.`,
      role === 'admin'
        ? 'You can see and do everything there.'
        : 'You can see everything there, and change nothing.',
      `Sign in with ${to} within 14 days. Then add a passkey in Settings: each sign-in is confirmed with it.`,
    ],
    button: { label: 'Open the admin pages', url: `${config.publicUrl}/admin` },
    closingLines: ['If you didn’t expect this, you can ignore this email.'],
  })),
  staff_removed: keptFor(transientDays, () => ({
    title: 'Your access to the admin pages has ended',
    lines: ['An admin removed you from the people who can open the admin pages. Your account stays.'],
  })),
} satisfies Partial<EmailRenderers>
