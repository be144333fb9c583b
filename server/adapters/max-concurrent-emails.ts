/** Emails that one process sends at once: the jobs of the outbox, and the connections to the mail server. */
export const maxConcurrentEmails = 6
