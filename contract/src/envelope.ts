/** The envelope of every reply. */
import { z } from 'zod';

export const ListMetadata = z.object({ total: z.int(), has_more: z.boolean() });

/** All envelopes share these: each of several hundred calls has one, and a schema takes a kilobyte. */
const success = z.literal(true);
const message = z.string();
const spare = message.optional();

/** `{success, data, message?}`: one thing. */
export const ok = <S extends z.ZodType>(data: S) => z.object({ success, data, message: spare });

/** `{success, data[], metadata, message}`: a page of a list. */
export const list = <S extends z.ZodType>(item: S, further?: z.ZodObject) =>
  z.object({
    success,
    data: z.array(item),
    metadata: further ? ListMetadata.extend(further.shape) : ListMetadata,
    message,
  });

export const ErrorBody = z
  .object({
    success: z.literal(false),
    /** One sentence in Portuguese for the reader. */
    detail: z.string(),
    /** Stable, for programs. */
    code: z.string(),
    /** A sentence in Portuguese on how the reader can mend it. */
    hint: z.string().optional(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    request_id: z.string().optional(),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof ErrorBody>;

export type Ok<T> = { success: true; data: T; message?: string };
export type List<T> = { success: true; data: T[]; metadata: z.infer<typeof ListMetadata>; message: string };

/** The reply of a call that has nothing to tell. */
export const Nothing = z.null();
