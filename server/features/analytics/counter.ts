import { createHash, randomBytes } from 'node:crypto'
import { type Day, dayOf } from '../../../domain/days.ts'
import { isPerson, sourceOf } from '../../../domain/views.ts'
import type { Ports } from '../../ports/index.ts'
import { addViews, forgetMarksBefore, keepMarks, type Mark, saltOf } from './views.ts'

/** Milliseconds that a view waits for others to be written with. */
const wait = 2_000
/** Views written at once, and views that wait at the most while the database is away. */
const batch = 1_000
const most = 50_000
/** Views of one address in an hour: a whole school behind one address, and no more. */
const mostOfAnAddress = 1_000

type Seen = {
  contentId: number
  address: string
  agent: string | undefined
  marks: string
  referrer: string
  viewerId: string | undefined
}

/** Notes views without a word to the database, and writes them down together. */
export type ViewCounter = {
  saw(view: Seen): void
  /** Writes down what waits. */
  flush(): Promise<void>
  /** The same, for the last time. */
  stop(): Promise<void>
}

type Waiting = Seen & { day: Day }

/** Counts for one process; that nobody counts twice a day is for the database to see. */
export function viewCounter(ports: Ports): ViewCounter {
  const { config, clock, log } = ports
  const ownHost = new URL(config.publicUrl).host
  let waiting: Array<Waiting> = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> = Promise.resolve()
  const salts = new Map<Day, string>()
  const isTooMuch = hourly(mostOfAnAddress, () => clock.now().getTime())

  async function saltFor(day: Day): Promise<string> {
    const salt = salts.get(day) ?? (await saltOf(ports.db, day, randomBytes(32).toString('base64url')))
    if (!salts.has(day)) salts.clear()
    salts.set(day, salt)
    return salt
  }

  async function marked({
    day,
    address,
    agent,
    contentId,
    marks,
    referrer,
    viewerId,
  }: Waiting): Promise<Mark> {
    const visitor = createHash('sha256')
      .update([await saltFor(day), address, agent].join('\n'))
      .digest('base64url')
    return { day, contentId, visitor, viewerId, source: sourceOf({ marks, referrer, ownHost }) }
  }

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const now = waiting.slice(0, batch)
      const kept: Array<Mark> = []
      for (const one of now) kept.push(await marked(one))
      await ports.db.transaction(async (tx) => addViews(tx, await keepMarks(tx, kept)))
      waiting = waiting.slice(now.length)
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write).catch((error: unknown) => {
      log.error({ err: error, waiting: waiting.length }, 'views could not be written; they wait')
    })
    return writing
  }

  return {
    saw(view) {
      if (!isPerson(view.agent) || waiting.length >= most || isTooMuch(view.address)) return
      waiting.push({ ...view, day: dayOf(clock.now()) })
      timer ??= setTimeout(flush, wait)
    },
    flush,
    stop: flush,
  }
}

/** Says when somebody has had their share of this hour. */
function hourly(share: number, now: () => number): (who: string) => boolean {
  let hour = 0
  const had = new Map<string, number>()
  return (who) => {
    const current = Math.floor(now() / 3_600_000)
    if (current !== hour) had.clear()
    hour = current
    const count = (had.get(who) ?? 0) + 1
    had.set(who, count)
    return count > share
  }
}

/** Nobody can be recognised once their day is over; what was seen just before midnight is written by then. */
export async function forgetVisitors({ db, clock }: Ports): Promise<void> {
  const lately = new Date(clock.now().getTime() - 10 * 60_000)
  await forgetMarksBefore(db, dayOf(lately))
}
