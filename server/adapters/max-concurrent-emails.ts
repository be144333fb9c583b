/** The emails that one process sends at once. Limits the jobs of the outbox and the connections to the mail server. */
export const maxConcurrentEmails = 6
