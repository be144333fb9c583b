/** The form beside its preview. On a small screen the buttons are a bar at the foot, which no field may hide behind. */
export const editorForm =
  'grid grid-cols-[minmax(0,1fr)] gap-6 max-lg:pb-24 max-lg:[&_:is(input,select,textarea)]:scroll-mb-28'
export const editorColumns = 'grid items-start gap-7 lg:grid-cols-[minmax(0,1fr)_minmax(0,23.25rem)] lg:gap-8'
/** One part of the form. */
export const editorCard = 'grid scroll-mt-6 grid-cols-[minmax(0,1fr)] gap-5 p-5 sm:p-6'
/** Below the preview, which stays in sight; on a small screen the bar at its foot. */
export const editorBar =
  'grid gap-3 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-2 max-lg:border-line-strong max-lg:border-t max-lg:bg-surface max-lg:px-[18px] max-lg:pt-2.5 max-lg:pb-[max(0.625rem,env(safe-area-inset-bottom))] max-lg:shadow-md'
