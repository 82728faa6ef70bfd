/** Files of a multipart body. */
import { z } from 'zod';

/** Where the server received a file; it is gone when the call has been answered. `size` in bytes. */
export type ReceivedFile = { path: string; original_filename: string; size: number };

/** A Blob in the browser, a received file in the handler. Only `http/upload.ts` can make one. */
export const UploadedFile = z.custom<ReceivedFile>(
  (value) => typeof (value as Partial<ReceivedFile> | undefined)?.path === 'string',
  'Envie um arquivo.',
) as unknown as z.ZodType<ReceivedFile, Blob>;
