import { getSiteLogo } from '../../../../contract/instance.ts'
import * as contract from '../../../../contract/instance-settings.ts'
import { type Feature, keptAlways } from '../../feature.ts'
import { listSettings, readSiteLogo, resetSetting, setSiteLogo, updateSettings } from './service.ts'

export const settings = {
  name: 'site/settings',
  routes(api, ports) {
    api.on(contract.listInstanceSettings, () => listSettings(ports))
    api.on(contract.updateInstanceSettings, ({ viewer, body }) => updateSettings(ports, viewer, body))
    api.on(contract.resetInstanceSetting, ({ viewer, params }) => resetSetting(ports, viewer, params.key))
    api.upload(contract.setSiteLogo, ({ viewer }, form) => setSiteLogo(ports, viewer, form))
    api.file(getSiteLogo, ({ params }) => readSiteLogo(ports, params.id))
  },
  retention: [
    keptAlways(
      ['instance_settings', 'payout_hold_changes'],
      'settings of the instance and changes of the hold days',
    ),
  ],
} satisfies Feature
