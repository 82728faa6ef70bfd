/** Column kinds that tables share. */
import { customType, integer, timestamp } from 'drizzle-orm/pg-core';

export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const createdAt = () => time('created_at').notNull().defaultNow();
export const updatedAt = () => time('updated_at').notNull().defaultNow();
export const identity = () => integer('id').generatedByDefaultAsIdentity();

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
