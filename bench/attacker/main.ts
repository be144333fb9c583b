/** Runs one attack against a local server, in its own process so that the measuring client has its own event loop. */
import { type Attack, type Target, tally } from './attack.ts'
import { trickledForms, unreadDownloads, unreadPipelines } from './connections.ts'
import { fieldFlood, imageFlood } from './forms.ts'
import { missingPages } from './missing-pages.ts'
import { analyticsRange, listFlood, providerReads, textFlood } from './reads.ts'
import { deepJson, qrCodes, randomQueries, receiptFlood, shareCards } from './requests.ts'

const attacks: Record<string, Attack> = {
  fieldBurst: fieldFlood,
  fieldFlood,
  imageFlood,
  interlacedFlood: imageFlood,
  hostileImages: imageFlood,
  listFlood,
  textFlood,
  providerReads,
  analyticsRange,
  receiptFlood,
  deepJson,
  randomQueries,
  shareCards,
  missingPages,
  qrCodes,
  unreadDownloads,
  unreadPipelines,
  trickledForms,
}

const [name = '', target = '{}'] = process.argv.slice(2)
const attack = attacks[name]
if (!attack) throw new Error(`There is no attack "${name}"`)
await attack(JSON.parse(target) as Target)
process.send?.(Object.fromEntries(tally))
process.exit(0)
