import * as contract from '../../../../contract/tax.ts'
import { type Feature, keptAlways } from '../../feature.ts'
import { addEuTaxRates, addTaxRate, deleteTaxRate, getTaxSettings } from './rates.ts'

export const tax = {
  name: 'money/tax',
  routes(api, ports) {
    api.on(contract.getTaxSettings, () => getTaxSettings(ports))
    api.on(contract.addTaxRate, ({ body }) => addTaxRate(ports, body))
    api.on(contract.addEuTaxRates, () => addEuTaxRates(ports))
    api.on(contract.deleteTaxRate, ({ params }) => deleteTaxRate(ports, params.id))
  },
  retention: [keptAlways(['tax_rates'], 'tax rates')],
} satisfies Feature
