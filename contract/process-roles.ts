/** What a process does: `web` serves requests, `worker` runs the queue and the periodic tasks, `all` does both. */
export const processRoles = ['all', 'web', 'worker'] as const
