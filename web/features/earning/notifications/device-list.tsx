import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import {
  getNotifications,
  type Notifications,
  type PushDevice,
  testPushDevice,
} from '../../../../contract/notifications.ts'
import { useApiMutation, useInvalidateQueries } from '../../../api/query.ts'
import { showErrorToast } from '../../../shared/session-expired.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { toast } from '../../../ui/toast.ts'

type Changes = {
  onChanged: (notifications: Notifications) => void
  onTurnOff: (id: number) => Promise<void>
}

/** This browser, where they are on. */
export function ThisDevice({ device, ...changes }: Changes & { device: PushDevice }) {
  return (
    <ul className="m-0 grid list-none p-0">
      <DeviceRow device={device} isHere {...changes} />
    </ul>
  )
}

/** The others where they are on. */
export function OtherDevices({ devices, ...changes }: Changes & { devices: Array<PushDevice> }) {
  if (devices.length === 0) return null
  return (
    <div className="grid gap-2">
      <h3 className="text-base">Other devices</h3>
      <ul className="m-0 grid list-none p-0">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} {...changes} />
        ))}
      </ul>
    </div>
  )
}

type DeviceRowProps = Changes & {
  device: PushDevice
  isHere?: boolean
}

function DeviceRow({ device, isHere = false, onChanged, onTurnOff }: DeviceRowProps) {
  const { id, name } = device
  const [isEnding, setIsEnding] = useState(false)
  const refresh = useInvalidateQueries()
  const test = useApiMutation(testPushDevice, {
    onSuccess(notifications) {
      onChanged(notifications)
      toast({ title: 'Sent', description: 'It shows up in a moment.', tone: 'success' })
    },
    onError(error) {
      showErrorToast(error, 'It didn’t arrive')
      void refresh(getNotifications)
    },
  })

  async function end() {
    setIsEnding(true)
    await onTurnOff(id)
    setIsEnding(false)
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t py-3 first:border-t-0 first:pt-0 last:pb-0">
      <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">
          {name} {isHere && <Badge>This device</Badge>}
        </p>
        <DeviceState {...device} />
      </div>
      <div className="flex gap-1 max-sm:w-full max-sm:pl-5">
        {isHere && (
          <Button
            variant="tertiary"
            size="sm"
            isLoading={test.isPending}
            onClick={() => test.mutate({ params: { id } })}
          >
            Send a test
          </Button>
        )}
        <Button variant="tertiary" size="sm" isLoading={isEnding} onClick={() => void end()}>
          Turn off<span className="sr-only"> on {name}</span>
        </Button>
      </div>
    </li>
  )
}

function DeviceState({ addedAt, lastSentAt, failingSince }: PushDevice) {
  if (failingSince)
    return (
      <p className="text-sm text-warn">
        Nothing has arrived since <LocalTime iso={failingSince} />. After 7 days it’s turned off.
      </p>
    )
  return (
    <p className="text-ink-soft text-sm">
      On since <LocalTime iso={addedAt} format="date" />
      {lastSentAt ? (
        <>
          , last one <LocalTime iso={lastSentAt} />
        </>
      ) : (
        ', none yet'
      )}
    </p>
  )
}
