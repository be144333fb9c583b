import { mailPage } from '../../ports/mail-page.ts'
import type { Mail } from '../../ports/mailer.ts'

export function signInMail({ to, code }: { to: string; code: string }): Mail {
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
  return {
    to,
    subject: `${spaced} is your Tipdrop code`,
    ...mailPage({
      title: 'Sign in to Tipdrop',
      lines: ['Enter this code on the sign-in page. It works for ten minutes.'],
      big: spaced,
      after: ['If you did not ask for it, ignore this mail: nobody can sign in without it.'],
    }),
  }
}
