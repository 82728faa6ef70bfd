import { formatNumber } from '../../../lib/format.ts';
export const en = {
  attach: 'Attach file',
  drop: 'Drop to attach to this conversation',
  list: 'Attached files',
  sending: (percent: number) => `Uploading… ${percent} %`,
  waiting: 'Queued',
  reading: (percent: number) => (percent > 0 ? `Reading… ${percent} %` : 'Reading…'),
  recognising: (done: number, pages: number) =>
    pages === 1 ? 'Recognising text…' : `Recognising text: ${done} of ${formatNumber(pages)} pages`,
  weak: (pages: number) => (pages === 1 ? '1 page read poorly' : `${pages} pages read poorly`),
  ready: 'ready',
  failed: 'The file could not be attached',
  again: 'Try again',
  againOne: (name: string) => `Try again with ${name}`,
  remove: (name: string) => `Remove ${name}`,
  onlyYou: (days: number | null) =>
    days === null
      ? 'Only you see this file. It is deleted with the conversation.'
      : `Only you see this file. It is deleted with the conversation or after ${days === 1 ? '1 day' : `${days} days`} without use.`,
  held: (names: string[]) =>
    names.length === 1
      ? `It will be sent once ${names[0]} has been read.`
      : `It will be sent once ${names.length} files have been read.`,
  heldFailed: (names: string[]) =>
    names.length === 1
      ? `The question was not sent: ${names[0]} could not be read.`
      : `The question was not sent: ${names.length} files could not be read.`,
  sendWithout: 'Send without the file',
  sendWithoutMany: 'Send without the files',
  leftOut: 'This agent no longer reads files: those of this conversation stay out of the answers.',
  files: 'Files of this conversation',
  filesLine: 'Only you see these files.',
  loadFailed: 'The files could not be loaded',
  none: 'No files in this conversation.',
  save: (name: string) => `Download ${name}`,
  saveFailed: 'The file could not be downloaded',
  confirm: (name: string) => `Remove ${name} from this conversation?`,
  confirmLine: 'The answers stay; citations show “file removed”.',
  confirmRemove: 'Remove',
  removeFailed: 'The file could not be removed',
  pages: (pages: number) => (pages === 1 ? '1 page' : `${formatNumber(pages)} pages`),
} as const;
