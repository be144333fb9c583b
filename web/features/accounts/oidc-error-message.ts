/** The message for a person who returns from the sign-in provider without a session. */
export function oidcErrorMessage(error: string, provider: string | null | undefined): string {
  const host = provider ?? 'the other site'
  switch (error) {
    case 'email_not_verified':
    case 'account_not_linked':
      return `Your email address isn’t verified with ${host}. Sign in with an email code instead.`
    case 'account_suspended':
      return 'This account is suspended. Sign in with an email code to see why.'
    case 'sign_up_refused':
      return 'This site isn’t taking new accounts without an invitation right now.'
    case 'provider_unreachable':
      return `${capitalize(host)} isn’t responding right now. Sign in with an email code, or try again in a moment.`
    case 'access_denied':
      return `Sign-in with ${host} was canceled. Try again, or sign in with an email code.`
    default:
      return `Sign-in with ${host} didn’t work. Try again, or sign in with an email code.`
  }
}

function capitalize(text: string): string {
  return text.startsWith('the ') ? `T${text.slice(1)}` : text
}
