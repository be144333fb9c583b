import { readXml, type XmlElement } from '../../domain/payout-files/read-xml.ts'

/**
 * The part of `pain.001.001.09` that SEPA credit transfers use, as rules of our own: elements in their order, how often each
 * occurs, and the form of each text. Written from ISO 20022's message definition and the European Payments Council's
 * EPC132-08 (“customer-to-PSP implementation guidelines”), because ISO's own XSD is not a part of this repository.
 */
type Rule = { min?: 0; max?: number; text?: RegExp; children?: ReadonlyArray<readonly [string, Rule]> }

const sepaText = (max: number) => new RegExp(`^(?!/)(?!.*//)[a-zA-Z0-9/\\-?:().,'+ ]{1,${max}}(?<!/)$`)
const id = { text: sepaText(35) }
const name = { children: [['Nm', { text: sepaText(70) }]] } satisfies Rule
const count = { text: /^\d{1,15}$/ }
const sum = { text: /^\d{1,18}(\.\d{1,2})?$/ }
const bic = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/
const iban = {
  children: [['Id', { children: [['IBAN', { text: /^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/ }]] }]],
} satisfies Rule

const transfer: Rule = {
  max: 100_000,
  children: [
    [
      'PmtId',
      {
        children: [
          ['InstrId', { min: 0, ...id }],
          ['EndToEndId', id],
        ],
      },
    ],
    // 0.01 to 999999999.99, in euro.
    ['Amt', { children: [['InstdAmt', { text: /^(?!0+(\.0+)?$)\d{1,9}(\.\d{1,2})?$/ }]] }],
    ['ChrgBr', { min: 0, text: /^SLEV$/ }],
    ['Cdtr', name],
    ['CdtrAcct', iban],
    ['RmtInf', { min: 0, children: [['Ustrd', { text: sepaText(140) }]] }],
  ],
}

const document: Rule = {
  children: [
    [
      'CstmrCdtTrfInitn',
      {
        children: [
          [
            'GrpHdr',
            {
              children: [
                ['MsgId', id],
                ['CreDtTm', { text: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/ }],
                ['NbOfTxs', count],
                ['CtrlSum', sum],
                ['InitgPty', name],
              ],
            },
          ],
          [
            'PmtInf',
            {
              children: [
                ['PmtInfId', id],
                ['PmtMtd', { text: /^TRF$/ }],
                ['BtchBookg', { min: 0, text: /^(true|false)$/ }],
                ['NbOfTxs', count],
                ['CtrlSum', sum],
                ['PmtTpInf', { children: [['SvcLvl', { children: [['Cd', { text: /^SEPA$/ }]] }]] }],
                ['ReqdExctnDt', { children: [['Dt', { text: /^\d{4}-\d\d-\d\d$/ }]] }],
                ['Dbtr', name],
                ['DbtrAcct', iban],
                [
                  'DbtrAgt',
                  {
                    children: [
                      [
                        'FinInstnId',
                        {
                          children: [
                            ['BICFI', { min: 0, text: bic }],
                            ['Othr', { min: 0, children: [['Id', { text: /^NOTPROVIDED$/ }]] }],
                          ],
                        },
                      ],
                    ],
                  },
                ],
                ['ChrgBr', { min: 0, text: /^SLEV$/ }],
                ['CdtTrfTxInf', transfer],
              ],
            },
          ],
        ],
      },
    ],
  ],
}

/** What is wrong with a file, each with its place; none when a bank can read it. */
export function pain001Problems(file: string): Array<string> {
  const root = readXml(file)
  if (root?.name !== 'Document') return ['no Document']
  const isNamed = file.includes('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">')
  const currencies = [...file.matchAll(/<InstdAmt Ccy="([^"]*)">/g)].map(([, currency]) => currency)
  return [
    ...(isNamed ? [] : ['another namespace']),
    ...(currencies.every((currency) => currency === 'EUR') ? [] : ['an amount that is no euro']),
    ...problemsOf(root, document, 'Document'),
    ...controlProblems(root),
  ]
}

function problemsOf(element: XmlElement, rule: Rule, path: string): Array<string> {
  if (rule.text)
    return element.children.length === 0 && rule.text.test(element.text) ? [] : [`${path}: “${element.text}”`]
  const problems: Array<string> = element.text.trim() === '' ? [] : [`${path}: text`]
  let index = 0
  for (const [childName, child] of rule.children ?? []) {
    let found = 0
    for (; element.children[index]?.name === childName; index++, found++)
      problems.push(...problemsOf(element.children[index] as XmlElement, child, `${path}/${childName}`))
    if (found < (child.min ?? 1)) problems.push(`${path}: no ${childName}`)
    if (found > (child.max ?? 1)) problems.push(`${path}: ${found} of ${childName}`)
  }
  const stray = element.children[index]
  return stray ? [...problems, `${path}: ${stray.name} out of place`] : problems
}

/** The number and the sum at the head of the message and of the payment are those of its transfers. */
function controlProblems(root: XmlElement): Array<string> {
  const all = (element: XmlElement, childName: string): Array<XmlElement> => [
    ...element.children.filter(({ name: found }) => found === childName),
    ...element.children.flatMap((child) => all(child, childName)),
  ]
  const texts = (childName: string) => all(root, childName).map(({ text }) => text)
  const cents = (text: string) => Math.round(Number(text) * 100)
  const total = texts('InstdAmt').reduce((added, text) => added + cents(text), 0)
  const transfers = all(root, 'CdtTrfTxInf').length
  const ids = texts('EndToEndId')
  return [
    ...texts('NbOfTxs')
      .filter((text) => Number(text) !== transfers)
      .map((text) => `NbOfTxs ${text}`),
    ...texts('CtrlSum')
      .filter((text) => cents(text) !== total)
      .map((text) => `CtrlSum ${text}`),
    ...(new Set(ids).size === ids.length ? [] : ['an EndToEndId twice']),
  ]
}
