import { decimal } from '../../../contract/money.ts'
import type { LiveEvent } from '../../../contract/sales.ts'
import { listen } from '../../db/listen.ts'
import type { Viewer } from '../../http/call.ts'
import type { Teller } from '../../http/events.ts'
import type { Ports } from '../../ports/index.ts'
import { readNews, type SaleNews, salesChannel } from '../purchases/announce.ts'
import { newestSale, saleById } from './repository.ts'

type Ear = (event: LiveEvent) => void

/**
 * One connection to the database hears of every sale in any process and passes it to those who look at its creator's. An
 * announcement names a sale and says nothing of it: what is told is read then.
 */
export function liveSales(ports: Ports) {
  const ears = new Map<string, Set<Ear>>()

  function tell(creatorId: string, event: LiveEvent): void {
    for (const ear of ears.get(creatorId) ?? []) ear(event)
  }
  function fail(error: unknown): void {
    ports.log.error({ err: error }, 'news of a sale could not be told')
  }
  const stop = listen(ports.pool, salesChannel, {
    heard(payload) {
      const news = readNews(payload)
      if (!news || !ears.has(news.creatorId)) return
      eventOf(ports, news).then((event) => tell(news.creatorId, event), fail)
    },
    missed() {
      for (const creatorId of ears.keys()) tell(creatorId, { type: 'missed' })
    },
  })

  /** For one viewer: what is newest now, then everything that happens. */
  function tellTo({ id }: Viewer): Teller<LiveEvent> {
    return (send) => {
      const own = ears.get(id) ?? new Set()
      ears.set(id, own.add(send))
      newestSale(ports.db, id).then((newest) => send({ type: 'hello', newest }), fail)
      return () => {
        own.delete(send)
        if (own.size === 0) ears.delete(id)
      }
    }
  }
  return { tellTo, stop }
}

async function eventOf({ db }: Ports, { purchaseId: id, what }: SaleNews): Promise<LiveEvent> {
  const row = what === 'sale' ? await saleById(db, id) : undefined
  if (!row) return { type: 'change', id }
  const { amount, currency } = row.purchase
  return { type: 'sale', id, amount: decimal(amount, currency), currency, title: row.title }
}
