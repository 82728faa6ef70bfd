/** Checks of a file before it is sent, in English. */
import { UPLOAD_MEGABYTES_MAX } from '#contract/limits.ts';

export const refusalsEn = {
  file_type_unsupported: 'This type of file is not supported.',
  file_too_large: `The file exceeds the limit of ${UPLOAD_MEGABYTES_MAX} MB.`,
  file_empty: 'The file is empty.',
} as const;

export const conversionsEn = {
  docx: 'Save it as .docx or .pdf and send it again.',
  xlsx: 'Save it as .xlsx or .csv and send it again.',
  pptx: 'Save it as .pptx and send it again.',
  extract: 'Extract the files and send each of them.',
} as const;
