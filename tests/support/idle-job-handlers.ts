import type { Handlers } from '../../server/adapters/queue.ts'
import { jobNames } from '../../server/ports/queue.ts'

/** A handler that does nothing for each kind of job. */
export const idleJobHandlers = Object.fromEntries(
  jobNames.map((name) => [name, async () => undefined]),
) as unknown as Handlers
