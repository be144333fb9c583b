import { cut } from '../../../domain/truncate.ts'
import { isEuVatId } from '../../../domain/vat-id.ts'
import type { BasicLogger } from '../../ports/index.ts'
import type { Outside } from '../../ports/outside.ts'
import type { VatRegister, VatRegisterAnswer } from '../../ports/vat-register.ts'

type Options = {
  outside: Outside
  url: string
  /** Asked at each look-up, because admins change it while the process runs. */
  isOn: () => boolean
  /** The VAT ID of who asks, for which the register gives a consultation number; empty without one. */
  requester: () => string
  log: BasicLogger
}

/**
 * VIES, the European Commission's register of VAT IDs, by its REST service (`POST check-vat-number`). An answer without
 * `valid`, such as `errorWrappers` with `MS_UNAVAILABLE`, says nothing about the VAT ID. A country that keeps names and
 * addresses to itself answers `---`.
 */
export function vies({ outside, url, isOn, requester, log }: Options): VatRegister {
  return {
    async look(vatId) {
      if (!isOn() || !isEuVatId(vatId)) return { state: 'not_asked' }
      const question = JSON.stringify({ ...numberOf(vatId), ...requesterOf(requester()) })
      try {
        const { status, text } = await outside.post(url, {
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: Buffer.from(question),
        })
        const answer = readAnswer(status, text)
        if (answer.state === 'unavailable')
          log.warn({ status }, 'the VAT register gave no answer, will retry')
        return answer
      } catch (error) {
        log.warn({ err: error }, 'the VAT register can’t be reached, will retry')
        return { state: 'unavailable' }
      }
    },
  }
}

function numberOf(vatId: string) {
  return { countryCode: vatId.slice(0, 2), vatNumber: vatId.slice(2) }
}

/** Only a requester in the EU gets a consultation number. */
function requesterOf(vatId: string) {
  if (!isEuVatId(vatId)) return {}
  return { requesterMemberStateCode: vatId.slice(0, 2), requesterNumber: vatId.slice(2) }
}

function readAnswer(status: number, text: string): VatRegisterAnswer {
  const body = parseObject(text)
  if (status !== 200 || typeof body.valid !== 'boolean') return { state: 'unavailable' }
  if (!body.valid) return { state: 'invalid' }
  return {
    state: 'valid',
    name: textOrNull(body.name),
    address: textOrNull(body.address),
    consultationNumber: textOrNull(body.requestIdentifier),
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

const maxTextLength = 300

function textOrNull(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim().replace(/\s+/g, ' ')
  return text === '' || text === '---' ? null : cut(text, maxTextLength)
}
