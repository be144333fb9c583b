import { getTrial, getTrialFile, startTrialForm } from '../../../contract/trials.ts'
import type { AppError } from '../../../domain/errors.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { readAmountIn, typedAmount } from './checkout-form.ts'
import { showTrial, startTrial, trialLimits } from './trial.ts'
import { downloadTrial } from './trial-files.ts'

/** A creator tries their own item as a buyer. */
export function trialRoutes(api: Api, ports: Ports) {
  api.on(getTrial, ({ viewer, params }) => showTrial(ports, viewer, params.id))
  api.form(
    startTrialForm,
    ({ viewer, params, body }) =>
      startTrial(ports, viewer, { contentId: params.id, amount: readAmountIn(ports, body) }),
    {
      limits: ({ viewer }) => trialLimits(viewer),
      back: ({ params, body }, refusal) => backToTry(params.id, typedAmount(body), refusal),
    },
  )
  api.file(
    getTrialFile,
    ({ params, query }) => downloadTrial(ports, { ...query, purchaseId: params.purchaseId }),
    { failsWithPage: true },
  )
}

/** The page has the sentence for each of these; whoever is signed out, or not its creator, it tells so by itself. */
function backToTry(id: number, amount: string, { code, fields }: AppError): string {
  const problem = code === 'throttled' ? code : fields?.customAmount === undefined ? 'failed' : 'amount'
  const query = new URLSearchParams({ try: '1', ...(amount && { amount }), problem })
  return `/p/${id}?${query}`
}
