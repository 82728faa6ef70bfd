/** Links inside the organisation, and banners. */
import { eq } from 'drizzle-orm';
import type { AppContext } from '../../server/src/app-context.ts';
import { banners } from '../../server/src/db/tables/alerts.ts';
import { messages } from '../../server/src/db/tables/chat.ts';
import { session_links } from '../../server/src/db/tables/session-links.ts';
import { hashOf, newSecret, tokenOf } from '../../server/src/features/session-links/link-token.ts';
import { buildersIn, first } from './build-things.ts';
import { type Kind, NO_SESSION, NONE } from './kind.ts';
import { newPerson } from './people.ts';

export function sharedKinds(context: AppContext) {
  const { db } = context;
  const { message } = buildersIn(context);
  const unknown = () => tokenOf({ user_id: 1, id: 2_000_000_000 }, newSecret());
  const link = async (user_id: number) => {
    const until_message_id = await message(user_id);
    const [found] = await db.select().from(messages).where(eq(messages.id, until_message_id));
    const secret = newSecret();
    const row = {
      user_id,
      session_id: found?.session_id ?? NO_SESSION,
      until_message_id,
      token_hash: hashOf(secret),
      expires_at: new Date('2099-01-01T00:00:00.000Z'),
    };
    const { id } = await first(db.insert(session_links).values(row).returning());
    return { id, token: tokenOf({ user_id, id }, secret), message: until_message_id };
  };
  return {
    session_link: {
      own: async (person_id) => ({ id: (await link(person_id)).id }),
      foreign: async () => ({ id: (await link(await newPerson(context))).id }),
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    // Everybody who has a link may open it, and who may use its agent sees what it shows.
    shared: {
      own: async () => ({ token: (await link(await newPerson(context))).token }),
      missing: { token: unknown() },
      malformed: { token: 'x' },
    },
    shared_source: {
      own: async () => {
        const { token, message: id } = await link(await newPerson(context));
        return { token, id, index: 1 };
      },
      missing: { token: unknown(), id: NONE, index: 1 },
      malformed: { token: 'x', id: NONE, index: 1 },
    },
    banner: {
      own: async () => {
        const written = {
          text: 'Manutenção no sábado.',
          tone: 'info' as const,
          starts_at: new Date('2026-11-01T12:00:00.000Z'),
          ends_at: new Date('2027-11-01T12:00:00.000Z'),
          dismissible: true,
        };
        return { id: (await first(db.insert(banners).values(written).returning())).id };
      },
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
  } satisfies Record<string, Kind>;
}
