import { type Handlers, type PgBossQueue, startWorkers } from '../adapters/queue.ts'
import { registered } from '../features/index.ts'
import type { Ports } from '../ports/index.ts'
import { startPeriodicTasks } from './periodic.ts'
import { startDeliveries } from './sender.ts'

/**
 * Starts the workers of the queue, the sender and the periodic steps. The returned function waits for what they are
 * doing.
 */
export async function startJobs(ports: Ports, queue: PgBossQueue): Promise<() => Promise<unknown>> {
  await startWorkers(queue, handlersFor(ports))
  const stopDeliveries = startDeliveries(ports)
  const stopPeriodicTasks = startPeriodicTasks(ports)
  return () => Promise.all([stopDeliveries(), stopPeriodicTasks()])
}

/** The features' handlers of jobs, bound to the ports of this process. */
export function handlersFor(ports: Ports, { jobs } = registered): Handlers {
  const bound = Object.entries(jobs).map(([name, handle]) => [name, (data: never) => handle(ports, data)])
  // The names are those of the features' handlers, of which none is missing.
  return Object.fromEntries(bound) as Handlers
}
