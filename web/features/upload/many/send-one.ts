import { publishBulk } from '../../../../contract/bulk.ts'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { loadTus } from '../../../api/load-tus.ts'
import { speedometer } from '../progress-words.ts'
import { fieldsOf, type Typed } from '../typed.ts'
import type { Row } from './rows.ts'

type Order = {
  shared: Typed
  signal: AbortSignal
  /** Hears how it goes. */
  tell: (change: Partial<Row>) => void
}

/** Milliseconds between two words on how far a file has come. */
const calm = 200

/** Sends one file in pieces, or the rest of it, and publishes it. Throws ApiError, or what the signal was ended with. */
export async function sendOne(row: Row, { shared, signal, tell }: Order): Promise<void> {
  const uploadId = await sendFile(row, { signal, tell })
  tell({ state: 'saving', loaded: row.size, uploadId })
  const body = bodyOf(shared, { uploadId, title: row.title })
  const [outcome] = (await call(publishBulk, { body, signal })).outcomes
  if (!outcome?.item) throw refusalOf(outcome?.refused)
  const { id, status } = outcome.item
  tell({ state: 'done', made: { id, status } })
}

async function sendFile({ file, uploadId }: Row, { signal, tell }: Omit<Order, 'shared'>): Promise<string> {
  const { sendInPieces } = await loadTus()
  signal.throwIfAborted()
  let measure = speedometer()
  let told = 0
  return sendInPieces(file, {
    ...(uploadId && { known: uploadId }),
    signal,
    onBegun: (begun) => tell({ uploadId: begun }),
    onProgress({ loaded }) {
      const at = performance.now()
      const speed = measure({ at, loaded })
      if (at - told < calm) return
      told = at
      tell({ loaded, speed })
    },
    onState(state, waitsFor) {
      measure = speedometer()
      tell({ state: state === 'waiting' ? 'lost' : 'sending', waitsFor, speed: undefined })
    },
  }).done
}

function bodyOf(shared: Typed, item: { uploadId: string; title: string }) {
  const { title: _, kind: __, ...fields } = fieldsOf({ ...shared, kind: 'file' })
  return { ...fields, items: [item] }
}

/** A refusal of one file as the refusal of a call. */
function refusalOf(refused: { code: string; message: string } | null | undefined): ApiError {
  return new ApiError(refused?.code === 'not_found' ? 404 : 400, '', JSON.stringify(refused ?? {}))
}
