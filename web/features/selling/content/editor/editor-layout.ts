/** The form beside its preview. On a small screen the buttons are a bar at the foot, which no field may hide behind. */
export const editorForm =
  'grid grid-cols-[minmax(0,1fr)] gap-6 max-lg:pb-24 max-lg:[&_:is(input,select,textarea)]:scroll-mb-28'
export const editorColumns = 'grid items-start gap-7 lg:grid-cols-[minmax(0,1fr)_minmax(0,23.25rem)] lg:gap-8'
/** One part of the form. */
export const editorCard = 'grid scroll-mt-6 grid-cols-[minmax(0,1fr)] gap-5 p-5 sm:p-6'
