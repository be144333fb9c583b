/** What Pro is, in the order people ask about it. */
export const proFeatures = [
  { title: 'Zero commission', text: 'Every cent of a sale is yours. The platform takes nothing.' },
  {
    title: 'Advanced analytics',
    text: 'Views, checkouts and sales per item and day, where people came from, for the dates you choose.',
  },
  { title: 'Priority support', text: 'Your messages come first and are marked as Pro.' },
  { title: 'Custom branding', text: 'Your colour and your logo on your pages, our name hidden.' },
  { title: 'Bulk upload', text: 'Many files in one go, with one list of how far each has come.' },
  { title: 'Export customer data', text: 'Who bought what, as a table for your own books and mails.' },
  { title: 'Early access', text: 'Switch on what is new before everybody has it.' },
  { title: 'Premium categories', text: 'Categories that only Pro creators can publish in.' },
]
