import * as contract from '../../../../contract/provider-balance.ts'
import { type Feature, keptAlways } from '../../feature.ts'
import { getProviderBalance, providerBalanceCsv } from './comparison.ts'
import { importBalanceTransactions } from './import.ts'

const hourMs = 3_600_000

export const providerBalance = {
  name: 'money/provider-balance',
  routes(api, ports) {
    api.on(contract.getProviderBalance, ({ query }) => getProviderBalance(ports, query))
    api.file(contract.getProviderBalanceFile, ({ query }) => providerBalanceCsv(ports, query))
  },
  periodic: [
    { steps: [importBalanceTransactions], everyMs: hourMs, firstAfterMs: 60_000, withAnyClock: true },
  ],
  retention: [
    keptAlways(
      ['provider_balance_transactions'],
      'changes of the balance at the card provider, for the books',
    ),
  ],
} satisfies Feature
