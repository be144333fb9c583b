import { updateProfile } from '../../contract/accounts.ts'
import { followCreator } from '../../contract/creators.ts'
import type { OtherProcess } from './other-process.ts'
import { signInAs } from './test-app/creator-client.ts'
import { sendDue, type TestApp } from './test-app.ts'

/** A visitor asks to follow a creator, and gets a link. */
export async function requestToFollow(w: TestApp, signer: OtherProcess) {
  const creator = await signInAs(signer.visitor(), w.mailbox, 'mara@example.com')
  await creator.call(updateProfile, { body: { firstName: 'Mara', handle: 'mara', bio: '', links: '' } })
  await signer
    .visitor()
    .call(followCreator, { params: { handle: 'mara' }, body: { email: 'fan@example.com' } })
  await sendDue(signer.ports)
  const [email] = (await w.mailbox.list()).filter(({ to }) => to === 'fan@example.com')
  const text = (await w.mailbox.read(email?.id ?? ''))?.text ?? ''
  return { token: /following\/(\S+)/.exec(text)?.[1] ?? '' }
}
