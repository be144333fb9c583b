import * as contract from '../../../../contract/notifications.ts'
import type { Feature } from '../../feature.ts'
import { addDevice, getNotifications, removeDevice, testDevice } from './devices.ts'
import { devicesTable } from './repository.ts'

const minuteMs = 60_000

/** Notifications of sales in the browsers where a creator turned them on. */
export const notifications = {
  name: 'earning/notifications',
  routes(api, ports) {
    api.on(contract.getNotifications, ({ viewer }) => getNotifications(ports, viewer))
    api.on(
      contract.addPushDevice,
      ({ viewer, body, headers, ensureBuyerCookie }) =>
        addDevice(ports, viewer, body, {
          userAgent: headers['user-agent'],
          browserHash: ensureBuyerCookie(),
        }),
      { limits: ({ viewer }) => [{ key: `push-device/${viewer.id}`, max: 30, windowMs: 60 * minuteMs }] },
    )
    api.on(contract.removePushDevice, ({ viewer, params }) => removeDevice(ports, viewer, params.id))
    api.on(contract.testPushDevice, ({ viewer, params }) => testDevice(ports, viewer, params.id), {
      limits: ({ viewer }) => [{ key: `push-test/${viewer.id}`, max: 10, windowMs: 10 * minuteMs }],
    })
  },
  exportedTables: (db, creatorId) => [devicesTable(db, creatorId)],
  retention: [
    {
      stores: ['push_devices'],
      data: 'browsers that show notifications of sales',
      kept: 'until they are turned off, signed out, or not reached for 7 days, or the account is closed',
    },
  ],
} satisfies Feature
