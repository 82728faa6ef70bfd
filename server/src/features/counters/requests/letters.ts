/** Letters to citizens. They go to the address of the request and to nobody else; nothing typed stands in a subject. */
import { eq } from 'drizzle-orm';
import { VERIFICATION_CODE_MINUTES } from '#contract/limits.ts';
import { COUNTER_PAGE_PATH } from '#contract/public-counters.ts';
import type { Letter } from '../../../adapters/mail/mailer.ts';
import type { JobBodies } from '../../../adapters/queue.ts';
import type { AppContext } from '../../../app-context.ts';
import { counters } from '../../../db/tables/counters.ts';
import { incrementRateLimit } from '../../../request-guards/rate-limit.ts';
import { emailHash, findRequest, openedField, REASON_WORDS, type RequestRow } from './records.ts';
import { newCode } from './request-code.ts';

export type RequestLetter = 'received' | 'code' | 'answered' | 'closed';

/** Letters to one address in an hour that people without an account caused, at all counters. */
const LETTERS_PER_HOUR = 10;

/**
 * Anybody may type the address of somebody else, from many places: their mailbox is not filled by it. A request is taken all
 * the same, and the page shows its number.
 */
export async function mayWriteTo(
  { db, clock, secret }: Pick<AppContext, 'db' | 'clock' | 'secret'>,
  email: string,
): Promise<boolean> {
  const key = `counter-letter:${emailHash({ secret }, EVERY_COUNTER, email).toString('base64url')}`;
  const limit = { key, max: LETTERS_PER_HOUR, seconds: 3_600 };
  return (await incrementRateLimit(db, limit, clock.now())) <= limit.max;
}

/** No counter has this number. */
const EVERY_COUNTER = 0;

export const letterJobs = (context: AppContext): Pick<JobBodies, 'counters.letter'> => ({
  async 'counters.letter'({ counter_id, request_id, kind }) {
    const row = await findRequest(context.db, { counter_id, id: request_id });
    const [counter] = await context.db.select().from(counters).where(eq(counters.id, counter_id));
    const to = row && openedField(context, 'email', row);
    // Erased meanwhile: nobody is to be written to any more.
    if (!row || !counter || !to) return;
    const draft = await draftOf(context, row, kind);
    await context.mailer.send({
      to,
      // Counters speak Portuguese.
      language: 'pt-BR',
      ...draft,
      after: [...draft.after, counter.texts.contact],
      action: {
        label: 'Abrir o balcão',
        url: `${context.env.APP_URL.replace(/\/+$/, '')}${COUNTER_PAGE_PATH}/${counter.slug}`,
      },
      appUrl: context.env.APP_URL,
    });
  },
});

type Written = Pick<Letter, 'subject' | 'title' | 'before' | 'secret' | 'after'>;

const paragraphs = (text: string | null): string[] => (text ?? '').split(/\n+/).filter(Boolean);
const dayText = (day: string): string => day.split('-').toReversed().join('/');

async function draftOf(context: AppContext, row: RequestRow, kind: RequestLetter): Promise<Written> {
  const { protocol, due_on, reason } = row;
  if (kind === 'code')
    return {
      subject: 'Seu código',
      title: 'Código para ver o seu pedido',
      before: [`Use este código para ver ou apagar o pedido de protocolo ${protocol}.`],
      secret: { label: 'Código', value: await newCode(context, row) },
      after: [
        `Ele vale por ${VERIFICATION_CODE_MINUTES} minutos. Se não foi você quem pediu, ignore esta mensagem.`,
      ],
    };
  if (kind === 'received')
    return {
      subject: `Pedido recebido: ${protocol}`,
      title: 'Recebemos o seu pedido',
      before: [`O protocolo do seu pedido é ${protocol}. Responderemos até ${dayText(due_on)}.`],
      after: ['Guarde este número: com ele e este endereço de e-mail você pode ver ou apagar o pedido.'],
    };
  if (kind === 'closed')
    return {
      subject: `Pedido encerrado: ${protocol}`,
      title: 'Seu pedido foi encerrado',
      before: [`O pedido de protocolo ${protocol} foi encerrado.`, ...(reason ? [REASON_WORDS[reason]] : [])],
      after: [],
    };
  return {
    subject: `Resposta ao pedido ${protocol}`,
    title: 'Resposta ao seu pedido',
    before: paragraphs(openedField(context, 'answer', row)),
    after: [`Esta é a resposta ao pedido de protocolo ${protocol}.`],
  };
}
