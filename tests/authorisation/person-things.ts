/** Objects of a person, which others may not name, and the people themselves. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { receiptCodeOf } from '#contract/receipts.ts';
import type { AppContext } from '../../server/src/app-context.ts';
import { feedback } from '../../server/src/db/tables/feedback.ts';
import { identities } from '../../server/src/db/tables/identity.ts';
import { user_groups, users } from '../../server/src/db/tables/people.ts';
import { buildProvider } from '../../server/test/identity/built-provider.ts';
import { buildersIn, first } from './build-things.ts';
import { type Kind, NO_SESSION, NONE } from './kind.ts';
import { newPerson, signInAs } from './people.ts';

export function personKinds(context: AppContext) {
  const { db } = context;
  const {
    session,
    sessionFile,
    message,
    userImport,
    invitation,
    sheetUpload,
    accessKey,
    passkey,
    purchase,
    receipt,
  } = buildersIn(context);
  return {
    linked_account: {
      own: async (user_id) => {
        const slug = randomUUID().slice(0, 30);
        const provider_id = await buildProvider(context, { slug });
        await db.update(users).set({ password_hash: 'x' }).where(eq(users.id, user_id));
        await db.insert(identities).values({ user_id, provider_id, subject_hash: randomUUID() });
        return { slug };
      },
      foreign: async () => {
        const slug = randomUUID().slice(0, 30);
        await buildProvider(context, { slug });
        return { slug };
      },
      missing: { slug: 'nenhum' },
      malformed: { slug: '%20' },
    },
    receipt: {
      own: async (person_id) => ({ code: await receipt(person_id) }),
      foreign: async () => ({ code: await receipt(await newPerson(context)) }),
      missing: { code: receiptCodeOf('0'.repeat(12)) },
      malformed: { code: 'x' },
    },
    // Everybody who has a code may check it.
    any_receipt: {
      own: async () => ({ code: await receipt(await newPerson(context)) }),
      missing: { code: receiptCodeOf('0'.repeat(12)) },
      malformed: { code: 'x' },
    },
    session: {
      own: async (person_id) => ({ id: await session(person_id) }),
      foreign: async () => ({ id: await session(await newPerson(context)) }),
      missing: { id: NO_SESSION },
      malformed: { id: 'x' },
    },
    /** The body names a record, too. */
    session_and_record: {
      own: async (person_id) => ({ id: await session(person_id) }),
      foreign: async () => ({ id: await session(await newPerson(context)) }),
      missing: { id: NO_SESSION },
      malformed: { id: 'x' },
      may_lack: true,
    },
    session_file: {
      own: sessionFile,
      foreign: async () => sessionFile(await newPerson(context)),
      missing: { id: NO_SESSION, fileId: NO_SESSION },
      malformed: { id: 'x', fileId: 'x' },
    },
    message: {
      own: async (person_id) => ({ id: await message(person_id), index: 1 }),
      foreign: async () => ({ id: await message(await newPerson(context)), index: 1 }),
      missing: { id: NONE, index: 1 },
      malformed: { id: 'x', index: 1 },
      may_lack: true,
    },
    sign_in: {
      own: async (person_id) => ({ id: (await signInAs(context, person_id)).sign_in_id }),
      foreign: async () => ({ id: (await signInAs(context, await newPerson(context))).sign_in_id }),
      missing: { id: NO_SESSION },
      malformed: { id: 'x' },
    },
    access_key: {
      own: async (person_id) => ({ id: await accessKey(person_id) }),
      foreign: async () => ({ id: await accessKey(await newPerson(context)) }),
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    import: {
      own: async (person_id) => ({ id: await userImport(person_id) }),
      foreign: async () => ({ id: await userImport(await newPerson(context)) }),
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    invitation: {
      own: async () => ({ id: await invitation() }),
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    passkey: {
      own: async (person_id) => ({ id: await passkey(person_id) }),
      foreign: async () => ({ id: await passkey(await newPerson(context)) }),
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    user: {
      own: async () => {
        const id = await newPerson(context);
        return { id, userId: id, roleId: 'user_td' };
      },
      missing: { id: NONE, userId: NONE, roleId: 'user_td' },
      malformed: { id: 'x', userId: 'x', roleId: 'user_td' },
    },
    group: {
      own: async () => ({
        id: (await first(db.insert(user_groups).values({ name: randomUUID() }).returning())).id,
      }),
      missing: { id: NONE },
      malformed: { id: 'x' },
      // Agents that are to be opened to it are named in the body.
      may_lack: true,
    },
    feedback: {
      own: async () => ({ id: (await first(db.insert(feedback).values({ message: 'Oi' }).returning())).id }),
      missing: { id: NONE },
      malformed: { id: 'x' },
      may_lack: true,
    },
    purchase: {
      own: async (person_id) => ({ id: await purchase(person_id) }),
      foreign: async () => ({ id: await purchase(await newPerson(context)) }),
      missing: { id: NO_SESSION },
      malformed: { id: 'x' },
    },
    sheet_upload: {
      own: async (person_id) => ({ uploadId: await sheetUpload(person_id) }),
      foreign: async () => ({ uploadId: await sheetUpload(await newPerson(context)) }),
      missing: { uploadId: NO_SESSION },
      malformed: { uploadId: 'x' },
      // A file that was never sent cannot be read.
      may_lack: true,
    },
  } satisfies Record<string, Kind>;
}
