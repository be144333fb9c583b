import type { AuditEntry } from '../../../../../contract/admin-overview.ts'
import { dictionary } from '../../../../../contract/dictionary.ts'
import { settingFields } from '../settings/setting-fields.ts'

/** The first words of the routes' names, as what was done. */
const pastVerbs: Record<string, string> = dictionary({
  add: 'Added',
  approve: 'Approved',
  change: 'Changed',
  correct: 'Corrected',
  decide: 'Decided',
  dismiss: 'Dismissed',
  dispute: 'Disputed',
  export: 'Exported',
  invite: 'Invited',
  mark: 'Marked',
  process: 'Processed',
  publish: 'Published',
  reinstate: 'Restored',
  reject: 'Rejected',
  remove: 'Removed',
  reset: 'Reset',
  resolve: 'Resolved',
  restore: 'Restored',
  revoke: 'Revoked',
  set: 'Set',
  suspend: 'Suspended',
  take: 'Took',
  transfer: 'Transferred',
  update: 'Changed',
  withdraw: 'Withdrew',
})

/** Routes whose names are no words of a person. */
const sentences: Record<string, string> = dictionary({
  refundAsAdmin: 'Refunded a purchase',
  takeDownContent: 'Took down an item',
  reinstateContent: 'Restored an item',
  approveContent: 'Approved an item',
  rejectContent: 'Rejected an item',
  resendAccessAsAdmin: 'Sent the access link again',
  resendDelivery: 'Sent an email again',
  retryJob: 'Ran a job again',
  markPayoutPaid: 'Marked a payout as paid',
  markPayoutReturned: 'Marked a payout as returned',
  markPayoutBatchPaid: 'Marked a batch of payouts as paid',
  makePayoutBatches: 'Made batches of payouts',
  downloadPayoutBatch: 'Downloaded a payout file',
  dissolvePayoutBatch: 'Dissolved a batch of payouts',
  recordPayoutResult: 'Recorded the result of a payout file',
})

type Entry = Pick<AuditEntry, 'action' | 'target' | 'oldValues' | 'newValues'>

/** An action as a sentence: `suspendCreator` is `Suspended creator`, a setting has its name on the settings page. */
export function auditSentence({ action, target }: Pick<Entry, 'action' | 'target'>): string {
  if (action === 'updateInstanceSettings')
    return `Changed “${settingOf(target)?.label ?? settingKeyOf(target)}”`
  const known = sentences[action]
  if (known) return known
  const [verb = '', ...rest] = wordsOf(action.replace(/AsAdmin$/, '')).split(' ')
  return [pastVerbs[verb] ?? `${verb.charAt(0).toUpperCase()}${verb.slice(1)}`, ...rest].join(' ')
}

const targetNames: Record<string, string> = dictionary({
  content: 'Item',
  creator: 'Creator',
  purchase: 'Order',
  payout: 'Payout',
  alert: 'Alert',
  feedback: 'Feedback',
})

/** `content/274` is `Item 274`. What the sentence says already is left out. */
export function auditTarget(target: string): string {
  const [kind = '', id] = target.split('/')
  if (kind === 'setting') return ''
  return id !== undefined && targetNames[kind] ? `${targetNames[kind]} ${id}` : target
}

/** The values that differ, or that came with the action; the value of a setting needs no name. */
export function auditChanges({ target, oldValues, newValues }: Entry): Array<{ name: string; text: string }> {
  const names = [...new Set([...Object.keys(oldValues ?? {}), ...Object.keys(newValues ?? {})])]
  const setting = settingOf(target)
  const show = (value: unknown) => {
    const option = setting?.options?.find((one) => one.value === String(value))
    return option?.label ?? textOf(value)
  }
  return names.flatMap((name) => {
    const [before, after] = [show(oldValues?.[name]), show(newValues?.[name])]
    if ((before === '' && after === '') || isNone(before, after)) return []
    const isSwitch = [before, after].every((text) => text === 'Yes' || text === 'No')
    const text =
      before && after && before !== after && !isSwitch ? `From ${before} to ${after}` : after || before
    return [{ name: setting && name === 'value' ? '' : wordsOf(name), text }]
  })
}

/** A count of nothing, and what was not so and is not so. */
function isNone(before: string, after: string): boolean {
  return [before, after].every((text) => text === '' || text === '0' || text === 'No')
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function settingKeyOf(target: string): string {
  return target.split('/')[1] ?? target
}

function settingOf(target: string) {
  if (!target.startsWith('setting/')) return undefined
  return settingFields.find(({ key }) => key === settingKeyOf(target))
}

/** `revokedGrantCount` as words: `revoked grant count`. */
function wordsOf(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}
