/** The message for a person who returns from the sign-in provider without a session. */
export function oidcErrorMessage(error: string, provider: string | null | undefined): string {
  const host = provider ?? 'the other site'
  switch (error) {
    case 'email_not_verified':
    case 'account_not_linked':
      return `Your e-mail address is not verified at ${host}. Sign in with an e-mail code instead.`
    case 'account_suspended':
      return 'This account is suspended. Sign in with an e-mail code to read why.'
    case 'provider_unreachable':
      return `${capitalize(host)} does not answer right now. Sign in with an e-mail code, or try again in a moment.`
    case 'access_denied':
      return `Signing in at ${host} was stopped. Try again, or sign in with an e-mail code.`
    default:
      return `Signing in at ${host} did not work. Try again, or sign in with an e-mail code.`
  }
}

function capitalize(text: string): string {
  return text.startsWith('the ') ? `T${text.slice(1)}` : text
}
