import { useEffect, useRef, useState } from 'react'
import {
  addPushDevice,
  getNotifications,
  type Notifications,
  removePushDevice,
} from '../../../../contract/notifications.ts'
import { userMessage } from '../../../api/client.ts'
import { useApiMutation, useApiQuery, useSetQueryData } from '../../../api/query.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/card.tsx'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { AddToHomeScreen } from './add-to-home-screen.tsx'
import { type BrowserPush, pushSupport, subscribeToPush, unsubscribeFromPush } from './browser-push.ts'
import { OtherDevices, ThisDevice } from './device-list.tsx'
import { useBrowserPush } from './use-browser-push.ts'

/** Notifications of sales, by browser: off until the person turns them on. */
export function NotificationsSection() {
  const read = useApiQuery(getNotifications)
  // A site may have turned them off.
  if (read.data?.publicKey === null) return null
  return (
    <Section
      id="notifications"
      title="Notifications on this device"
      description="Who paid, for what, and what you earned, when it happens. At most 100 a day."
    >
      <QueryState query={read} subject="Your notifications" skeleton={<Loading />}>
        {(data) => <Devices notifications={data} />}
      </QueryState>
    </Section>
  )
}

function Loading() {
  return <SkeletonBlocks label="Loading your notifications" sizes={['h-11']} />
}

function Devices({ notifications }: { notifications: Notifications }) {
  const { browser, refresh } = useBrowserPush()
  if (!browser && pushSupport() === 'yes') return <Loading />
  return <Switches notifications={notifications} browser={browser} refresh={refresh} />
}

type SwitchesProps = {
  notifications: Notifications
  /** Undefined where it can't show notifications. */
  browser: BrowserPush | undefined
  refresh: () => Promise<void>
}

/** This browser's switch, and the other devices where they are on. */
function Switches({ notifications: { devices, publicKey }, browser, refresh }: SwitchesProps) {
  const setNotifications = useSetQueryData(getNotifications)
  const remove = useApiMutation(removePushDevice)
  const region = useRef<HTMLDivElement>(null)
  const support = pushSupport()
  const here = devices.find(({ endpoint }) => endpoint === browser?.endpoint)
  const isOn = here !== undefined
  const wasOn = useRef(isOn)

  // The button that was pressed is gone, and the keyboard would start at the top of the page.
  useEffect(() => {
    if (isOn !== wasOn.current && document.activeElement === document.body)
      region.current?.focus({ preventScroll: true })
    wasOn.current = isOn
  }, [isOn])

  async function turnOff(id: number) {
    try {
      setNotifications(await remove.mutateAsync({ params: { id } }))
      if (id === here?.id) await unsubscribeFromPush()
    } catch (error) {
      toast({ title: 'Couldn’t turn them off', description: userMessage(error), tone: 'destructive' })
    }
    await refresh()
  }

  return (
    <div ref={region} tabIndex={-1} className="grid gap-5 outline-none">
      {here && <ThisDevice device={here} onChanged={setNotifications} onTurnOff={turnOff} />}
      {support === 'homeScreen' && <AddToHomeScreen />}
      {support === 'no' && (
        <p className="text-ink-soft">
          This browser can’t show notifications of websites. Emails reach you anyway.
        </p>
      )}
      {browser && !here && <ThisBrowser {...browser} publicKey={publicKey ?? ''} onChanged={refresh} />}
      <OtherDevices
        devices={devices.filter((device) => device !== here)}
        onChanged={setNotifications}
        onTurnOff={turnOff}
      />
    </div>
  )
}

type ThisBrowserProps = BrowserPush & { publicKey: string; onChanged: () => Promise<void> }

/** What a browser says in which they are off. */
function ThisBrowser({ permission, publicKey, onChanged }: ThisBrowserProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const setNotifications = useSetQueryData(getNotifications)
  const add = useApiMutation(addPushDevice)

  async function turnOn() {
    setIsAsking(true)
    setProblem(undefined)
    try {
      const subscription = await subscribeToPush(publicKey)
      if (subscription) {
        const changed = await add.mutateAsync({ body: subscription })
        // Known to the browser first, or it would be another device for a moment.
        await onChanged()
        setNotifications(changed)
        toast({ title: 'Notifications are on', tone: 'success' })
      } else if (Notification.permission === 'default') {
        setProblem('You closed your browser’s question, so they’re still off.')
      }
    } catch (error) {
      setProblem(error instanceof DOMException ? unreachable : userMessage(error))
      await unsubscribeFromPush()
    }
    setIsAsking(false)
    await onChanged()
  }

  if (permission === 'denied')
    return (
      <p role="status" className="rounded-sm bg-warn-soft px-3.5 py-2.5 text-warn">
        Your browser blocks notifications from this site. Allow them in its settings for this site, usually
        behind the icon beside the address.
      </p>
    )
  return (
    <div className="grid justify-items-start gap-2.5">
      <Button variant="secondary" isLoading={isAsking} onClick={() => void turnOn()}>
        Turn on notifications
      </Button>
      <p role="status" className={problem ? 'text-danger' : 'text-ink-soft text-sm'}>
        {problem ?? 'Off on this device. Your browser asks before it turns them on.'}
      </p>
    </div>
  )
}

const unreachable =
  'Your browser didn’t reach its push service. Check your connection, and whether its settings turn that service off.'
