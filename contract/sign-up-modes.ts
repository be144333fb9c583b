/** Who may create an account: anyone, invited email addresses, or no one. */
export const signUpModes = ['open', 'invited', 'closed'] as const
