/** Words on how documents were read, in English. */
import { counted, formatNumber } from '../../lib/format.ts';

export const en = {
  old: {
    line: (count: number) =>
      `${counted(count, 'document was', 'documents were')} read by an earlier version of the reader.`,
    badge: 'read by an earlier reader',
    again: 'Read again',
    againOne: (name: string) => `Read ${name} again`,
    question: (count: number) =>
      count === 1 ? 'Read this document again?' : `Read ${formatNumber(count)} documents again?`,
    stays: 'The present texts are used until the new ones are ready.',
    sent: (count: number) =>
      `About ${counted(count, 'passage will be sent', 'passages will be sent')} to the embedding model.`,
    confirming: 'Sending it to be read…',
    cancel: 'Cancel',
    failed: 'The documents could not be sent to be read again',
  },

  notes: {
    struck: (count: number) =>
      `${counted(count, 'struck-out passage was', 'struck-out passages were')} left out.`,
    form_fields: (count: number) => `${counted(count, 'form field was read', 'form fields were read')}.`,
    fields_cut: (count: number) =>
      `${counted(count, 'form field was too long and was cut', 'form fields were too long and were cut')}.`,
    contents: () => 'The table of contents is not used in answers.',
    hidden_sheets: (count: number) => `${counted(count, 'hidden sheet was', 'hidden sheets were')} left out.`,
    hidden_rows: (count: number) => `${counted(count, 'hidden row was', 'hidden rows were')} left out.`,
    attachments: (count: number) => `Attachments of this e-mail that were not read: ${formatNumber(count)}.`,
    weak_pages: (count: number) => `${counted(count, 'page', 'pages')} with a poor reading.`,
    unreadable_pages: (count: number) =>
      `${counted(count, 'page could not be read', 'pages could not be read')}.`,
  },

  page: {
    show: 'Page',
    pages: 'Scanned pages',
    place: (page: number, pages: number | null) =>
      pages === null ? `Page ${formatNumber(page)}` : `Page ${formatNumber(page)} of ${formatNumber(pages)}`,
    before: 'Previous scanned page',
    next: 'Next scanned page',
    alt: (page: number) => `Scanned page ${page}`,
    weak: 'poor reading',
    weakHint: 'This page was read from an image of low quality. Check it in the image.',
    failed: 'The image of this page could not be loaded.',
  },
} as const;
