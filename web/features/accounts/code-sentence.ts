/** The text of the code step. `isSent` is false while the mail server does not accept the email. */
export function codeSentence({ email, isSent }: { email: string; isSent: boolean }): string {
  if (isSent) return `We sent a six-digit code to ${email}. It expires in 10 minutes.`
  return `Our mail server isn’t responding right now. We’ll keep trying to send your code to ${email} for the next 10 minutes.`
}
