/** Checks of a file before it is sent, in English. */
import { UPLOAD_MEGABYTES_MAX } from '#contract/limits.ts';

export const refusalsEn = {
  file_type_unsupported: 'This file type is not supported.',
  file_too_large: `The file is larger than ${UPLOAD_MEGABYTES_MAX} MB.`,
  file_empty: 'The file is empty.',
} as const;

export const conversionsEn = {
  docx: 'Save it as .docx or .pdf and upload it again.',
  xlsx: 'Save it as .xlsx or .csv and upload it again.',
  pptx: 'Save it as .pptx and upload it again.',
  extract: 'Extract the files and upload each of them.',
} as const;
