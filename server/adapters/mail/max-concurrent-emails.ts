/** The connections of one process to the mail server. */
export const maxConcurrentEmails = 6
