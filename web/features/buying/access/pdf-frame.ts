/** As high as a page and the reader's bar on a phone, where a higher frame would be half empty. */
export const pdfFrameClass =
  'h-[min(80vh,900px,calc(142vw_+_12px))] w-full rounded-md border border-line bg-sunken'
