/** The features of Pro, most wanted first. */
export const proFeatures = [
  { title: 'Zero commission', description: 'Every cent of a sale is yours. The platform takes nothing.' },
  {
    title: 'Advanced analytics',
    description:
      'Views, checkouts and sales per item and day, where people came from, for the dates you choose.',
  },
  { title: 'Priority support', description: 'Your messages come first and are marked as Pro.' },
  { title: 'Custom branding', description: 'Your colour and your logo on your pages, our name hidden.' },
  { title: 'Bulk upload', description: 'Many files in one go, with one list of how far each has come.' },
  { title: 'Export customer data', description: 'Who bought what, as a table for your own books and mails.' },
  { title: 'Early access', description: 'Switch on what is new before everybody has it.' },
  { title: 'Premium categories', description: 'Categories that only Pro creators can publish in.' },
]
